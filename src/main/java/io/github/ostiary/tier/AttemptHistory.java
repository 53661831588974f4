package io.github.ostiary.tier;

import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Reservation;
import io.github.ostiary.store.Reservation.Purpose;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The attempts that the store let in through this node and that are in flight or have failed: what a stand-in begins with.
 * Thread-safe and bounded; what is forgotten was merely known.
 */
final class AttemptHistory {

    private static final int KEYS = 10_000;
    private static final int PER_KEY = 20;

    /** One attempt, by when it is no news any more, µs. */
    record Note(Reservation reservation, boolean failed, long endMicros) {}

    private record AttemptKey(String rule, String identity) {

        static AttemptKey of(Reservation reservation) {
            return new AttemptKey(reservation.rule(), reservation.identity());
        }
    }

    private final ConcurrentMap<AttemptKey, List<Note>> notes = new ConcurrentHashMap<>();

    /** Of what this node knows, as many failures as the store has shown to count are kept: others were cleared elsewhere. */
    void granted(Reservation reservation, long remaining, long now) {
        if (reservation.purpose() == Purpose.CHALLENGE || isFull(reservation, now)) {
            return;
        }
        long most = Math.max(0, lowest(reservation.policy()) - 1 - remaining);
        notes.compute(AttemptKey.of(reservation), (place, known) -> {
            List<Note> kept = live(known, now);
            for (long failed = kept.stream().filter(Note::failed).count(); failed > most; failed--) {
                kept.remove(kept.stream().filter(Note::failed).findFirst().orElseThrow());
            }
            if (kept.size() < PER_KEY) {
                kept.add(new Note(reservation, false, now + reservation.policy().settleMicros()));
            }
            return kept;
        });
    }

    private boolean isFull(Reservation reservation, long now) {
        if (notes.size() >= KEYS && !notes.containsKey(AttemptKey.of(reservation))) {
            notes.values().removeIf(known -> known.stream().allMatch(note -> note.endMicros() <= now));
            return notes.size() >= KEYS;
        }
        return false;
    }

    void settled(Operation ending, Reservation reservation, long now) {
        if (notes.isEmpty()) {
            return;
        }
        notes.computeIfPresent(AttemptKey.of(reservation), (place, known) -> {
            List<Note> kept = live(known, now);
            boolean was = kept.removeIf(note -> note.reservation().id().equals(reservation.id()));
            if (was && ending == Operation.FAIL) {
                kept.add(new Note(reservation, true, now + window(reservation.policy())));
            } else if (ending == Operation.SUCCEED) {
                kept.removeIf(
                        note -> note.failed() && note.reservation().spelling().equals(reservation.spelling()));
            }
            return kept.isEmpty() ? null : kept;
        });
    }

    /** Takes all that is known of a key, once. */
    List<Note> take(Reservation reservation, long now) {
        List<Note> known = notes.isEmpty() ? null : notes.remove(AttemptKey.of(reservation));
        return known == null ? List.of() : live(known, now);
    }

    void forget(Reservation reservation) {
        notes.remove(AttemptKey.of(reservation));
    }

    private static List<Note> live(@Nullable List<Note> known, long now) {
        List<Note> live = new ArrayList<>(2);
        for (Note note : known == null ? List.<Note>of() : known) {
            if (note.endMicros() > now) {
                live.add(note);
            }
        }
        return live;
    }

    private static int lowest(LockoutPolicy policy) {
        return policy.steps().isEmpty() ? policy.cap() : policy.steps().get(0).failures();
    }

    private static long window(LockoutPolicy policy) {
        return policy.steps().isEmpty() ? 0 : policy.steps().get(0).windowMicros();
    }
}
