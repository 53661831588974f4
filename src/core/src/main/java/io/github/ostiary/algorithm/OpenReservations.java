package io.github.ostiary.algorithm;

import io.github.ostiary.store.Charge;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The reservations of one counter that are not settled yet. Not thread-safe. */
final class OpenReservations {

    /*
     * Naive: charge what is missing, credit what is too much. Flaw: a word that comes twice counts twice, and what has come back
     * by itself meanwhile is given back once more: an hour later the caller of another call has it.
     *
     * Model: each has a name, which its settlement takes off, and so ends once. It knows when it was taken, by the counter's clock:
     * a window says by that whether it still counts. A bucket cannot: what leaks has no owner. There what was in use before
     * leaks first, so of a reservation of r permits, taken on top of b, at least b + r less what has leaked is left, but for
     * what others have given back since: `given`, a sum, from which each knows what was given back before it began.
     *
     * Where what is used leaves in the order in which it was taken, a reservation is given back where it was taken, or its
     * caller would pay for it longer than for others: the oldest would leave early, and all the rest late. In a log that is so of
     * the newest entries only, since all later totals change; else the oldest weight is taken, which is never too little.
     *
     * Invariant: with what is given back, a counter never has less in use than if each had taken at once what it came to.
     *
     * Worked: 10 per 60 s, burst 10, empty. 10 are reserved at 0 s, and settled with 4 at 24 s: 4 have leaked, 6 of it are left,
     * so 6 are given back, and none is in use. At 48 s only 2 would be, for 8 have leaked.
     *
     * Cost: O(1). What is not settled is forgotten after a day, and of more than 10,000 the older half.
     */
    private static final int MOST = 10_000;

    /** The {@link CounterState#life} of a counter. */
    static long life(boolean used, long idleMicros, @Nullable OpenReservations all) {
        boolean open = all != null && !all.isEmpty();
        return !used ? CounterState.UNUSED : open ? ~idleMicros : idleMicros;
    }

    /**
     * A reservation.
     *
     * @param atMicros when it was taken, by the counter's clock
     * @param before how much was in use, and had been given back
     */
    record Taken(long atMicros, long before) {}

    private final Map<String, Taken> open = new HashMap<>(4);
    private long given;

    boolean isEmpty() {
        return open.isEmpty();
    }

    /** Null if there is none of that name, or it was taken too long ago. */
    @Nullable
    Taken find(String id, long now) {
        Taken found = open.get(id);
        return found == null || now - found.atMicros >= Charge.OPEN_MICROS ? null : found;
    }

    /** The open reservations with one more, taken on top of so much. */
    static OpenReservations with(@Nullable OpenReservations open, String id, long now, long used) {
        OpenReservations all = open == null ? new OpenReservations() : open;
        all.begin(id, now, used);
        return all;
    }

    void begin(String id, long now, long used) {
        if (open.size() >= MOST) {
            makeRoom(now);
        }
        open.put(id, new Taken(now, used + given));
    }

    private void makeRoom(long now) {
        List<Map.Entry<String, Taken>> all = new ArrayList<>(open.entrySet());
        all.sort(Comparator.comparingLong(one -> one.getValue().atMicros));
        for (int i = 0; i < all.size(); i++) {
            if (i >= MOST / 2 && now - all.get(i).getValue().atMicros < Charge.OPEN_MICROS) {
                return;
            }
            open.remove(all.get(i).getKey());
        }
    }

    void close(String id) {
        open.remove(id);
        if (open.isEmpty()) {
            given = 0;
        }
    }

    /** Gives so many permits back. */
    void lowered(long permits) {
        if (!open.isEmpty()) {
            given += permits;
        }
    }

    /**
     * The part of a reservation in a bucket that has certainly not leaked; the level before it was no less than a
     * permit below.
     */
    long left(Taken taken, long permits, long leaked) {
        long before = Math.max(0, taken.before - given - 1);
        return Math.min(permits, Math.max(0, before + permits - leaked));
    }
}
