package io.github.ostiary.explain;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.engine.Tiers;
import io.github.ostiary.explain.DenialSeries.Evidence;
import io.github.ostiary.operator.DenialRecord;
import io.github.ostiary.store.SharedState.Entry;
import io.github.ostiary.store.SharedState.Topic;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.text.DaemonThread;
import io.github.ostiary.text.Log;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;

/**
 * Writes records on a separate thread, a few times a second, and copies them to the shared store in batches: a
 * flood of denials is no flood of Redis. What is more than that waits, and what waits too long is known here only.
 * Thread-safe.
 */
final class DenialLogWriter implements AutoCloseable {

    private static final System.Logger LOG = Log.of(DenialLogWriter.class);

    /** The number of denials that are held as they were decided; of more only the caller is kept. */
    private static final int MOST_HELD = 1_000;

    private static final int MOST_SENT_AT_ONCE = 25;
    private static final int MOST_TO_SEND = 1_000;
    private static final long PAUSE_MILLIS = 250;
    private static final long PURGE_MILLIS = 30_000;
    private static final long IDLE_MILLIS = 60_000;
    private static final long CLOSE_MILLIS = 1_000;
    private static final long AWAY_MICROS = 5_000_000;
    private static final long SENT_AGAIN_MICROS = 60_000_000;

    private final DenialLog.Terms terms;
    private final DenialLogTable table;
    private final Tiers tiers;
    private final boolean shares;
    private final Topic topic;
    private final BiFunction<DenialSeries, Boolean, DenialRecord> write;
    private final BlockingQueue<DenialSeries> held = new ArrayBlockingQueue<>(MOST_HELD);
    private final AtomicBoolean awake = new AtomicBoolean();
    private final ScheduledExecutorService thread;

    /** The series to send; only the writer's thread touches it and the fields below. */
    private final Set<DenialSeries> toSend = new LinkedHashSet<>();

    private long sendFrom;
    private boolean purges;

    DenialLogWriter(
            DenialLog.Terms terms,
            DenialLogTable table,
            Tiers tiers,
            BiFunction<DenialSeries, Boolean, DenialRecord> write) {
        this.terms = terms;
        this.table = table;
        this.tiers = tiers;
        this.shares = tiers.shared();
        this.topic = new Topic("explain", terms.max());
        this.write = write;
        this.thread = tiers.pace().threads("ostiary-explain", 1, IDLE_MILLIS);
    }

    /** Has a denial written down soon. */
    void later(DenialSeries note, Evidence evidence) {
        boolean waits = note.evidence() != null;
        note.evidence(evidence);
        if (!waits && !held.offer(note)) {
            note.evidence(null);
        }
        wake();
    }

    /** Writes none down of those that wait. */
    void clear() {
        held.clear();
    }

    private void wake() {
        if (!awake.get() && awake.compareAndSet(false, true)) {
            again(this::run, PAUSE_MILLIS);
        }
    }

    private void again(Runnable task, long millis) {
        var unused = thread.schedule(task, millis, TimeUnit.MILLISECONDS);
    }

    /** A denial that is noted from now on is written down by the next run. */
    private void run() {
        awake.set(false);
        try {
            writeAll();
            if (shares && terms.time().micros() >= sendFrom && !send()) {
                sendFrom = terms.time().micros() + AWAY_MICROS;
            }
        } catch (RuntimeException | LinkageError e) {
            LOG.log(System.Logger.Level.DEBUG, "Denials could not be recorded", e);
        }
        if (toSend.isEmpty() && held.isEmpty()) {
            purgeLater();
        } else {
            wake();
        }
    }

    private void purgeLater() {
        if (!purges) {
            purges = true;
            again(this::purge, PURGE_MILLIS);
        }
    }

    private void purge() {
        table.purge(terms.time().micros(), terms.keepMicros());
        purges = false;
        if (table.size() > 0) {
            purgeLater();
        }
    }

    private void writeAll() {
        List<DenialSeries> notes = new ArrayList<>();
        held.drainTo(notes);
        int asked = 0;
        for (DenialSeries note : notes) {
            boolean news = note.isNews(SENT_AGAIN_MICROS);
            var unused = write.apply(note, news && asked++ < MOST_SENT_AT_ONCE);
            if (note.evidence() != null && !held.offer(note)) { // denied again while it was written down
                note.evidence(null);
            }
            if (shares && news && toSend.size() < MOST_TO_SEND) {
                toSend.add(note);
            }
        }
    }

    /** Sends a few, together; false if the store does not answer. */
    private boolean send() {
        Map<DenialSeries, Reason> few = new LinkedHashMap<>();
        List<Entry> entries = new ArrayList<>(MOST_SENT_AT_ONCE);
        for (DenialSeries note : toSend) {
            if (few.size() < MOST_SENT_AT_ONCE && note.isNews(SENT_AGAIN_MICROS)) {
                few.put(note, write(note, entries));
            }
        }
        try {
            if (!entries.isEmpty()) {
                tiers.sharedState().put(topic, entries);
            }
        } catch (StoreException e) {
            LOG.log(System.Logger.Level.DEBUG, "The shared store could not take the denials", e);
            return false;
        }
        few.forEach(DenialSeries::sent);
        toSend.removeIf(note -> !note.isNews(SENT_AGAIN_MICROS));
        return true;
    }

    /** A record that cannot be sent must not keep back the others. */
    private Reason write(DenialSeries note, List<Entry> entries) {
        try {
            DenialRecord denial = write.apply(note, true);
            entries.add(entry(denial));
            return denial.reason();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "A denial could not be kept", e);
            return note.reason();
        }
    }

    private Entry entry(DenialRecord denial) {
        String text = DenialRecordText.write(denial, terms.label(), terms.paths());
        return new Entry(denial.reference(), text, terms.keepMicros());
    }

    /**
     * The denial that another node has written.
     *
     * @throws IllegalStateException if the store does not answer
     */
    Optional<DenialRecord> sentByAnother(String reference) {
        try {
            return tiers.sharedState().get(topic, reference).map(Entry::text).flatMap(DenialRecordText::read);
        } catch (StoreException e) {
            throw new IllegalStateException(
                    "this node has not given out that reference, and the store, which may know it, does not answer", e);
        }
    }

    /** Sends what is left, if the store answers soon. */
    @Override
    public void close() {
        thread.execute(this::last);
        var unused = DaemonThread.finish(thread, CLOSE_MILLIS);
    }

    private void last() {
        writeAll();
        boolean goesOn = shares;
        while (goesOn && !toSend.isEmpty()) {
            goesOn = send();
        }
    }
}
