package io.github.ostiary.algorithm;

import io.github.ostiary.store.AttemptClaim;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The reservations not settled, in order of their begin. Not thread-safe. */
final class InFlight {

    /** However many values or networks there are. */
    static final int MOST = 1_000;

    /**
     * One that is not settled.
     *
     * @param made what was reserved
     * @param begin when, µs
     * @param cleared when an attempt under the same spelling last succeeded meanwhile, µs; the oldest possible time if none has
     */
    record Unsettled(AttemptClaim made, long begin, long cleared) {

        private boolean isLike(String spelling) {
            return made.isAttempt() && made.spelling().equals(spelling);
        }
    }

    /** Takes no memory while it is empty, as it is between most calls. */
    private List<Unsettled> list = List.of();

    /** Adds one that is made now, unless it is held already. */
    void add(AttemptClaim made, long now) {
        if (indexOf(made.id()) < 0) {
            insert(list.size(), new Unsettled(made, now, Long.MIN_VALUE));
        }
    }

    /** Below 0 if it is not held. */
    int indexOf(String id) {
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i).made.id().equals(id)) {
                return i;
            }
        }
        return -1;
    }

    /** The time when one was made, µs. */
    long begin(int index) {
        return list.get(index).begin;
    }

    Unsettled remove(int index) {
        Unsettled removed = list.remove(index);
        list = list.isEmpty() ? List.of() : list;
        return removed;
    }

    /** Puts one back where it was. */
    void insert(int index, Unsettled held) {
        list = list.isEmpty() ? new ArrayList<>(1) : list;
        list.add(index, held);
    }

    /** An attempt under a spelling has succeeded at a time: whatever failed under it before that is cleared with the rest. */
    void succeeded(String spelling, long at) {
        for (int i = 0; i < list.size(); i++) {
            Unsettled held = list.get(i);
            if (held.isLike(spelling) && held.cleared < at) {
                list.set(i, new Unsettled(held.made, held.begin, at));
            }
        }
    }

    int size() {
        return list.size();
    }

    int challenges() {
        return list.size() - attempts();
    }

    int attempts() {
        int attempts = 0;
        for (int i = 0; i < list.size(); i++) {
            attempts += isAttempt(i) ? 1 : 0;
        }
        return attempts;
    }

    /** Attempts from the same network under the same spelling. */
    int attemptsLike(AttemptClaim asked) {
        int alike = 0;
        for (int i = 0; i < list.size(); i++) {
            Unsettled held = list.get(i);
            alike += held.isLike(asked.spelling()) && held.made.network().equals(asked.network()) ? 1 : 0;
        }
        return alike;
    }

    /** The different values being attempted. */
    Set<String> values() {
        Set<String> values = new HashSet<>();
        for (int i = 0; i < list.size(); i++) {
            if (isAttempt(i)) {
                values.add(list.get(i).made.value());
            }
        }
        return values;
    }

    /** The time when the oldest attempt began, or {@code now}. */
    long oldestAttempt(long now) {
        for (int i = 0; i < list.size(); i++) {
            if (isAttempt(i)) {
                return begin(i);
            }
        }
        return now;
    }

    void clear() {
        list = List.of();
    }

    private boolean isAttempt(int index) {
        return list.get(index).made.isAttempt();
    }
}
