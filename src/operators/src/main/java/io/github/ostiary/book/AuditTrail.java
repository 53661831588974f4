package io.github.ostiary.book;

import io.github.ostiary.Change;
import io.github.ostiary.TimeSource;
import io.github.ostiary.engine.ChangeMaker;
import io.github.ostiary.operator.AuditEntry;
import io.github.ostiary.operator.AuditEntry.Deed;
import io.github.ostiary.operator.Operator;
import io.github.ostiary.setup.Background;
import io.github.ostiary.store.Pace;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.SharedState.Line;
import io.github.ostiary.store.SharedState.Topic;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.text.Durations;
import io.github.ostiary.text.Log;
import io.github.ostiary.watch.Auditor;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/** The audit trail: to the log {@code io.github.ostiary.audit}, and to the shared state that all nodes share. Thread-safe. */
final class AuditTrail implements Auditor, AutoCloseable {

    /*
     * A thread that makes a change only puts an entry into a queue; a separate thread writes them. An attack makes a step fire as
     * often as it likes: of each rule the first few locks of a minute are noted one by one, the others are counted, and the
     * minute ends with a line that says how many they were. What the shared state cannot take now is tried again; what is too much
     * for the queue is lost and counted, in the same way.
     */
    private static final System.Logger OWN = Log.of(AuditTrail.class);
    private static final Topic TOPIC = new Topic("audit", 10_000);
    private static final int QUEUED = 1_000;
    private static final int TOGETHER = 200;
    private static final long MINUTE_MILLIS = 60_000;
    private static final long AGAIN_MILLIS = 2_000;

    /** The entries of a rule and a kind of doer within a minute. */
    private static final class Minute {

        private final String rule;
        private final String by;
        private final AtomicInteger noted = new AtomicInteger();
        private final AtomicInteger leftOut = new AtomicInteger();
        private final AtomicBoolean running = new AtomicBoolean();

        Minute(String rule, String by) {
            this.rule = rule;
            this.by = by;
        }
    }

    private final AuditLog log;
    private final ChangeMaker changes;
    private final long minuteMillis;
    private final BlockingQueue<AuditEntry> queue = new ArrayBlockingQueue<>(QUEUED);
    private final ConcurrentMap<String, Minute> minutes = new ConcurrentHashMap<>();
    private final Minute lost = new Minute("", "the queue");
    private final AtomicBoolean awake = new AtomicBoolean();
    private final Background background;
    private final Lock writing;

    /** Behind the lock: what the log has and the shared state has not. */
    private final List<String> unwritten = new ArrayList<>();

    private int forgotten;

    private volatile @Nullable SharedState sharedState;
    private volatile long keepMicros;

    AuditTrail(TimeSource time, AuditLog log) {
        this(time, MINUTE_MILLIS, log);
    }

    /** An audit trail whose minutes have another length, for tests. */
    AuditTrail(TimeSource time, long minuteMillis, AuditLog log) {
        this.log = log;
        this.changes = ChangeMaker.of(time);
        this.minuteMillis = minuteMillis;
        Pace pace = Pace.of(time);
        this.writing = pace.lock();
        this.background = new Background("ostiary-audit", pace);
    }

    /** The log it writes to. */
    AuditLog log() {
        return log;
    }

    /** Keeps entries in the shared state, too, from now on. */
    void keep(SharedState shared, Duration keep) {
        keepMicros = Durations.toMicros(keep);
        sharedState = shared;
    }

    @Override
    public boolean takes(String rule, String by, int most) {
        Minute minute = minutes.computeIfAbsent(by + " " + rule, name -> new Minute(rule, by));
        if (minute.running.compareAndSet(false, true)) {
            background.soon(minuteMillis, () -> end(minute));
        }
        if (minute.noted.get() < most && minute.noted.incrementAndGet() <= most) {
            return true;
        }
        minute.leftOut.incrementAndGet();
        return false;
    }

    /** The next one begins with the next lock. */
    private void end(Minute minute) {
        minute.noted.set(0);
        minute.running.set(false);
        int leftOut = minute.leftOut.getAndSet(0);
        if (leftOut > 0) {
            Change change = changes.change(new Operator(minute.by, ""), leftOut + " more were left out");
            add(new AuditEntry(Deed.LEFT_OUT, minute.rule, "", "", Optional.empty(), change));
        }
    }

    @Override
    public void add(AuditEntry entry) {
        boolean taken = queue.offer(entry);
        if (!taken && isByHand(entry)) {
            boolean unused = drain(); // makes room
            taken = queue.offer(entry);
        }
        if (!taken) {
            lost.leftOut.incrementAndGet();
        }
        if (awake.compareAndSet(false, true)) {
            background.soon(0, this::write);
        }
    }

    /** Whether somebody does it by hand, and so may wait; callers, who make steps fire and Java act, may not. */
    private static boolean isByHand(AuditEntry entry) {
        String from = entry.change().from();
        return !from.isEmpty() && !from.equals(ChangeMaker.JAVA);
    }

    private void write() {
        awake.set(false);
        if (!drain() && awake.compareAndSet(false, true)) { // a thread that came meanwhile has seen to it
            background.soon(AGAIN_MILLIS, this::write);
        }
    }

    /** Whether nothing is left. */
    private boolean drain() {
        writing.lock();
        try {
            List<AuditEntry> next = new ArrayList<>();
            boolean answers = true;
            while (queue.drainTo(next, TOGETHER) > 0) {
                for (AuditEntry entry : next) {
                    log.write(entry);
                    unwritten.add(AuditCodec.text(entry));
                }
                next.clear();
                answers = answers && written();
                forgetOldest();
            }
            end(lost);
            return answers && written();
        } finally {
            writing.unlock();
        }
    }

    /** Forgets the oldest of what the shared state does not take. */
    private void forgetOldest() {
        int tooMany = sharedState == null ? 0 : unwritten.size() - QUEUED;
        if (tooMany > 0) {
            unwritten.subList(0, tooMany).clear();
            forgotten += tooMany;
        }
    }

    private boolean written() {
        SharedState shared = sharedState;
        if (shared == null) {
            return true;
        }
        try {
            while (!unwritten.isEmpty()) {
                List<String> first = unwritten.subList(0, Math.min(TOGETHER, unwritten.size()));
                shared.append(TOPIC, List.copyOf(first), keepMicros);
                first.clear();
            }
            if (forgotten > 0) { // said once the shared state takes lines again
                lost.leftOut.addAndGet(forgotten);
                forgotten = 0;
                end(lost);
            }
            return true;
        } catch (StoreException e) {
            OWN.log(Level.DEBUG, "The audit trail is not in the store yet", e);
            return false;
        }
    }

    List<AuditEntry> newest(int most) {
        if (most < 1 || most > TOPIC.most()) {
            throw new IllegalArgumentException("most must be 1 to " + TOPIC.most() + ", not " + most);
        }
        boolean unused = drain();
        SharedState shared = sharedState;
        List<AuditEntry> entries = new ArrayList<>();
        try {
            for (Line line : shared == null ? List.<Line>of() : shared.lines(TOPIC, most)) {
                AuditCodec.entry(line.text()).ifPresent(entries::add);
            }
            return entries;
        } catch (StoreException e) {
            throw new IllegalStateException(
                    "the store does not answer: the audit trail cannot be read; ask again when it does", e);
        }
    }

    /** Writes what is left, if the store answers. */
    @Override
    public void close() {
        background.close();
        minutes.values().forEach(this::end);
        boolean unused = drain();
    }
}
