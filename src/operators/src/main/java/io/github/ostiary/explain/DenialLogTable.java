package io.github.ostiary.explain;

import io.github.ostiary.store.CounterId;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The notes of a node: so many at most, and no rule has others' room. Thread-safe. */
final class DenialLogTable {

    /*
     * Naive: a map, the oldest note goes first. Flaw: ten thousand addresses that are denied within a second push out the
     * one that an operator is asked about, and others' notes with it.
     *
     * Model: a rule makes a hundredth of the table's notes in a second, at least ten. A caller that it denies beyond that
     * shares one note, which counts them and names no caller. Where there is no room, the rule that has most notes loses its
     * oldest, bar those whose denials go on.
     *
     * Worked: 10,000 notes, one rule, denials of ever new addresses without end: each note stays at least 100 s.
     *
     * Cost: O(1) for a known caller; a new record looks at all rules, a hundred times a second at most.
     */
    private static final int SECONDS_TO_FILL = 100;
    private static final int FEWEST_A_SECOND = 10;
    private static final int MOST_RULES = 1_000;
    private static final int MOST_SPARED = 16;
    private static final long SECOND = 1_000_000;

    private final int max;
    private final int mostASecond;
    private final ConcurrentMap<CounterId, DenialSeries> byCaller = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, RuleNotes> byRule = new ConcurrentHashMap<>();

    /** Held where notes come and go, which they seldom do. */
    private final ReentrantLock changing = new ReentrantLock();

    /** The notes of one rule. */
    private static final class RuleNotes {

        /** Guarded by the lock: the oldest first. One that has another in its place is among them until its turn comes. */
        final Deque<DenialSeries> notes = new ArrayDeque<>();

        /** The second in the upper bits, and how many notes were made in it. */
        final AtomicLong made = new AtomicLong();

        @Nullable
        volatile DenialSeries shared;
    }

    DenialLogTable(int max) {
        this.max = max;
        this.mostASecond = Math.max(FEWEST_A_SECOND, max / SECONDS_TO_FILL);
    }

    int size() {
        return byCaller.size();
    }

    @Nullable
    DenialSeries find(CounterId caller) {
        return byCaller.get(caller);
    }

    /** Whether a rule may have one more separate record in this second. */
    boolean mayAdd(String rule, long now) {
        AtomicLong made = own(rule).made;
        long second = (now / SECOND) << 16;
        while (true) {
            long before = made.get();
            long next = (before & (-1L << 16)) == second ? before + 1 : second + 1;
            if ((next & ((1 << 16) - 1)) > mostASecond) {
                return false;
            }
            if (made.compareAndSet(before, next)) {
                return true;
            }
        }
    }

    /** The record of all callers that a rule denies beyond that. */
    @Nullable
    DenialSeries shared(String rule) {
        return own(rule).shared;
    }

    void share(String rule, DenialSeries note) {
        own(rule).shared = note;
    }

    /** Adds a note, unless its caller has one that has not ended; says which there is. */
    DenialSeries add(String rule, DenialSeries note, long keepMicros) {
        long now = note.lastMicros();
        changing.lock();
        try {
            DenialSeries before = byCaller.get(note.caller);
            if (before != null && !before.endedBy(now, keepMicros)) {
                return before;
            }
            byCaller.put(note.caller, note);
            own(rule).notes.add(note);
            while (size() > max) {
                evict(now);
            }
            return note;
        } finally {
            changing.unlock();
        }
    }

    /** An application may deny by names it makes up: beyond a number of them, they share one. */
    private RuleNotes own(String rule) {
        RuleNotes own = byRule.get(rule);
        if (own != null) {
            return own;
        }
        String name = byRule.size() < MOST_RULES ? rule : "";
        return byRule.computeIfAbsent(name, none -> new RuleNotes());
    }

    /** The rule that has most notes loses one. */
    private void evict(long now) {
        Deque<DenialSeries> most =
                Collections.max(byRule.values(), Comparator.comparing(own -> own.notes.size())).notes;
        for (int i = 0; i < MOST_SPARED && now - most.getFirst().lastMicros() < SECOND; i++) {
            most.add(most.remove());
        }
        DenialSeries oldest = most.remove();
        byCaller.remove(oldest.caller, oldest);
    }

    /** Lets all notes go. */
    void clear() {
        changing.lock();
        try {
            byRule.clear();
            byCaller.clear();
        } finally {
            changing.unlock();
        }
    }

    /** Lets notes go whose denials have ended so long ago. */
    void purge(long now, long keepMicros) {
        changing.lock();
        try {
            for (RuleNotes own : byRule.values()) {
                DenialSeries shared = own.shared;
                if (shared != null && shared.endedBy(now, keepMicros)) {
                    own.shared = null;
                }
                own.notes.removeIf(note -> note.endedBy(now, keepMicros));
            }
            byCaller.values().removeIf(note -> note.endedBy(now, keepMicros));
        } finally {
            changing.unlock();
        }
    }

    /** The note of a reference, looked for among all. */
    @Nullable
    DenialSeries of(String reference) {
        Stream<DenialSeries> shared = byRule.values().stream().flatMap(own -> Stream.ofNullable(own.shared));
        return Stream.concat(byCaller.values().stream(), shared)
                .filter(note -> note.reference.equals(reference))
                .findFirst()
                .orElse(null);
    }
}
