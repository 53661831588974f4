package io.github.ostiary.algorithm;

import io.github.ostiary.store.Reservation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The reservations not settled, in order of their begin. Not thread-safe. */
final class InFlight {

    /** However many values or networks there are. */
    static final int MOST = 1_000;

    private final List<Reservation> list = new ArrayList<>(2);

    /** When each was made, µs. */
    private long[] begins = new long[2];

    /** Adds one that is made now, unless it is held already. */
    void add(Reservation made, long now) {
        if (indexOf(made.id()) < 0) {
            insert(list.size(), made, now);
        }
    }

    /** Below 0 if it is not held. */
    int indexOf(String id) {
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i).id().equals(id)) {
                return i;
            }
        }
        return -1;
    }

    /** When one was made, µs. */
    long begin(int index) {
        return begins[index];
    }

    Reservation remove(int index) {
        System.arraycopy(begins, index + 1, begins, index, list.size() - index - 1);
        return list.remove(index);
    }

    /** Puts one last, or back where it was. */
    void insert(int index, Reservation held, long begin) {
        if (list.size() == begins.length) {
            begins = Arrays.copyOf(begins, 2 * begins.length);
        }
        System.arraycopy(begins, index, begins, index + 1, list.size() - index);
        begins[index] = begin;
        list.add(index, held);
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
    int attemptsLike(Reservation asked) {
        int alike = 0;
        for (int i = 0; i < list.size(); i++) {
            Reservation held = list.get(i);
            boolean same =
                    held.network().equals(asked.network()) && held.spelling().equals(asked.spelling());
            alike += same && isAttempt(i) ? 1 : 0;
        }
        return alike;
    }

    /** The different values being attempted. */
    Set<String> values() {
        Set<String> values = new HashSet<>();
        for (int i = 0; i < list.size(); i++) {
            if (isAttempt(i)) {
                values.add(list.get(i).value());
            }
        }
        return values;
    }

    /** When the oldest attempt began, or {@code now}. */
    long oldestAttempt(long now) {
        for (int i = 0; i < list.size(); i++) {
            if (isAttempt(i)) {
                return begins[i];
            }
        }
        return now;
    }

    void clear() {
        list.clear();
    }

    private boolean isAttempt(int index) {
        return list.get(index).isAttempt();
    }
}
