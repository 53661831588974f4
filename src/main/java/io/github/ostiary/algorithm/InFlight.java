package io.github.ostiary.algorithm;

import io.github.ostiary.store.Reservation.Traits;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The reservations not settled, in order of their begin. Not thread-safe. */
final class InFlight {

    /** However many values or networks there are. */
    static final int MOST = 1_000;

    private final List<PendingAttempt> list = new ArrayList<>(2);

    void add(PendingAttempt held) {
        if (indexOf(held.id()) < 0) {
            list.add(held);
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

    PendingAttempt take(int index) {
        return list.remove(index);
    }

    void putBack(int index, PendingAttempt held) {
        list.add(index, held);
    }

    @Nullable
    PendingAttempt remove(String id) {
        int index = indexOf(id);
        return index < 0 ? null : list.remove(index);
    }

    /** Takes out the oldest one if it began at or before a time. */
    @Nullable
    PendingAttempt removeBegunBy(long time) {
        return !list.isEmpty() && list.get(0).begin() <= time ? list.remove(0) : null;
    }

    int size() {
        return list.size();
    }

    int challenges() {
        return count(PendingAttempt::challenge);
    }

    int attempts() {
        return list.size() - challenges();
    }

    int attemptsLike(Traits traits) {
        return count(held -> held.isAttemptLike(traits));
    }

    /** The different values being attempted. */
    Set<String> values() {
        Set<String> values = new HashSet<>();
        for (PendingAttempt held : list) {
            if (!held.challenge()) {
                values.add(held.value());
            }
        }
        return values;
    }

    /** When the oldest attempt began, or {@code now}. */
    long oldestAttempt(long now) {
        for (PendingAttempt held : list) {
            if (!held.challenge()) {
                return held.begin();
            }
        }
        return now;
    }

    /** When the newest began; the oldest possible time if there is none. */
    long newest() {
        return list.isEmpty() ? Long.MIN_VALUE : list.get(list.size() - 1).begin();
    }

    void clear() {
        list.clear();
    }

    private int count(Predicate<PendingAttempt> wanted) {
        int count = 0;
        for (PendingAttempt held : list) {
            if (wanted.test(held)) {
                count++;
            }
        }
        return count;
    }
}
