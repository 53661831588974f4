package io.github.ostiary.tier;

import io.github.ostiary.store.CounterId;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Reservation;
import io.github.ostiary.store.Reservation.Purpose;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;

/**
 * The attempts that the store let in through this node and that are in flight or have failed: what a stand-in begins with.
 * Thread-safe and bounded; what is forgotten was merely known.
 */
final class AttemptHistory {

    /*
     * Naive: when all room is taken, look for keys whose attempts are no news any more. Flaw: names cost nothing, and each
     * new one looks at 10,000 keys. So each newcomer looks at the two keys that were looked at longest ago: one that is no
     * news leaves, the other goes to the end of the queue. Two for each one that comes: a key that has left the map leaves
     * the queue, too, before it has grown by as many again. Keys hash by figures drawn at each start.
     */
    private static final int KEYS = 10_000;
    private static final int PER_KEY = 20;
    private static final int LOOKED_AT = 2;

    /** One attempt, by when it is no news any more, µs. */
    record Note(Reservation reservation, boolean failed, long endMicros) {}

    /** The attempts at one key; changed by its map alone. */
    private static final class Notes {

        private final CounterId key;
        private final List<Note> live = new ArrayList<>(2);

        Notes(CounterId key) {
            this.key = key;
        }

        /** Forgets what is no news any more. */
        Notes at(long now) {
            live.removeIf(note -> note.endMicros() <= now);
            return this;
        }
    }

    private final ConcurrentMap<CounterId, Notes> notes = new ConcurrentHashMap<>();
    private final Queue<Notes> queue = new ConcurrentLinkedQueue<>();

    /** Of what this node knows, as many failures as the store has shown to count are kept: others were cleared elsewhere. */
    void granted(Reservation reservation, long remaining, long now) {
        if (reservation.purpose() == Purpose.CHALLENGE) {
            return;
        }
        CounterId key = reservation.counterId();
        long most = Math.max(0, lowest(reservation.policy()) - 1 - remaining);
        boolean known = notes.computeIfPresent(key, (any, of) -> noted(of, reservation, most, now)) != null;
        if (!known && hasRoom(now)) {
            notes.compute(key, (any, of) -> noted(of == null ? queued(key) : of, reservation, most, now));
        }
    }

    private Notes queued(CounterId key) {
        Notes fresh = new Notes(key);
        queue.add(fresh);
        return fresh;
    }

    private static Notes noted(Notes of, Reservation reservation, long most, long now) {
        List<Note> live = of.at(now).live;
        long failed = 0;
        for (Note note : live) {
            failed += note.failed() ? 1 : 0;
        }
        for (int i = 0; failed > most; ) {
            if (live.get(i).failed()) {
                live.remove(i);
                failed--;
            } else {
                i++;
            }
        }
        if (live.size() < PER_KEY) {
            live.add(new Note(reservation, false, now + reservation.policy().settleMicros()));
        }
        return of;
    }

    /** Looks at two keys. */
    private boolean hasRoom(long now) {
        for (int i = 0; i < LOOKED_AT; i++) {
            Notes oldest = queue.poll();
            if (oldest != null && isNews(oldest, now)) {
                queue.add(oldest);
            }
        }
        return notes.size() < KEYS;
    }

    private boolean isNews(Notes oldest, long now) {
        Notes there = notes.computeIfPresent(
                oldest.key, (any, of) -> of == oldest && of.at(now).live.isEmpty() ? null : of);
        return there == oldest;
    }

    void settled(Operation ending, Reservation reservation, long now) {
        if (notes.isEmpty()) {
            return;
        }
        notes.computeIfPresent(reservation.counterId(), (any, of) -> {
            List<Note> live = of.at(now).live;
            boolean was = live.removeIf(note -> note.reservation().id().equals(reservation.id()));
            if (was && ending == Operation.FAIL) {
                live.add(new Note(reservation, true, now + window(reservation.policy())));
            } else if (ending == Operation.SUCCEED) {
                live.removeIf(
                        note -> note.failed() && note.reservation().spelling().equals(reservation.spelling()));
            }
            return live.isEmpty() ? null : of;
        });
    }

    /** Takes all that is known of a key, once. */
    List<Note> take(Reservation reservation, long now) {
        Notes known = notes.isEmpty() ? null : notes.remove(reservation.counterId());
        return known == null ? List.of() : known.at(now).live;
    }

    void forget(Reservation reservation) {
        notes.remove(reservation.counterId());
    }

    /** How many keys wait to be looked at. */
    int queued() {
        return queue.size();
    }

    private static int lowest(LockoutPolicy policy) {
        return policy.steps().isEmpty() ? policy.cap() : policy.steps().get(0).failures();
    }

    private static long window(LockoutPolicy policy) {
        return policy.steps().isEmpty() ? 0 : policy.steps().get(0).windowMicros();
    }
}
