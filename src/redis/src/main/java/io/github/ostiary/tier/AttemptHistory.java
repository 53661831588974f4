package io.github.ostiary.tier;

import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.CounterId;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The attempts that the store let in through this node and that are in flight or have failed: what a stand-in begins with.
 * The other way round to the outbox: the store knows of them, and nothing is owed. Thread-safe and bounded.
 */
final class AttemptHistory {

    private static final int PER_KEY = 20;

    /** One attempt, by when it is no news any more, µs. */
    record Note(AttemptClaim claim, boolean failed, long endMicros, int bytes) implements ExpiringMultimap.Noted {}

    private final ExpiringMultimap<Note> book = new ExpiringMultimap<>();

    /**
     * Takes note of an attempt; as many failures as the store has shown to count are kept: others were cleared
     * elsewhere.
     */
    void granted(AttemptClaim reservation, long remaining, long now) {
        if (!reservation.isAttempt()) {
            return;
        }
        CounterId key = reservation.counterId();
        long most = Math.max(0, lowest(reservation.policy()) - 1 - remaining);
        Note begun = new Note(
                reservation, false, now + reservation.policy().settleMicros(), ExpiringMultimap.weight(reservation));
        Consumer<List<Note>> change = live -> note(live, begun, most);
        if (!book.change(key, now, change)) {
            boolean unused = book.begin(begun.bytes(), key, now, change);
        }
    }

    private static void note(List<Note> live, Note begun, long most) {
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
            live.add(begun);
        }
    }

    void settled(Operation ending, AttemptClaim reservation, long now) {
        book.change(reservation.counterId(), now, live -> {
            int bytes = remove(live, reservation.id());
            if (bytes > 0 && ending == Operation.FAIL) {
                live.add(new Note(reservation, true, now + window(reservation.policy()), bytes));
            } else if (ending == Operation.SUCCEED) {
                live.removeIf(note -> note.failed() && note.claim().spelling().equals(reservation.spelling()));
            }
        });
    }

    /** Removes an attempt; what it took of the heap, 0 if it was not there. */
    private static int remove(List<Note> live, String id) {
        int bytes = 0;
        for (int i = live.size() - 1; i >= 0; i--) {
            bytes = live.get(i).claim().id().equals(id) ? live.remove(i).bytes() : bytes;
        }
        return bytes;
    }

    /** Takes all that is known of a key, once. */
    List<Note> take(AttemptClaim reservation, long now) {
        List<Note> known = new ArrayList<>();
        book.change(reservation.counterId(), now, live -> {
            known.addAll(live);
            live.clear();
        });
        return known;
    }

    void forget(AttemptClaim reservation) {
        book.change(reservation.counterId(), Long.MIN_VALUE, List::clear);
    }

    /** How many keys wait to be looked at. */
    int queued() {
        return book.queued();
    }

    private static int lowest(LockoutPolicy policy) {
        return policy.steps().isEmpty() ? policy.cap() : policy.steps().get(0).failures();
    }

    private static long window(LockoutPolicy policy) {
        return policy.steps().isEmpty() ? 0 : policy.steps().get(0).windowMicros();
    }
}
