package io.github.ostiary.tier;

import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Operation;

/**
 * An entry of the outbox: what is owed, or may be. See there for what each operation means.
 *
 * @param sent whether the store may have been asked for the claim
 * @param stoodIn whether the stand-in has let it in, and the store is not known to have begun it
 */
record Owed(
        Operation operation, Claim claim, boolean sent, boolean stoodIn, long sinceMicros, long endMicros, int tries)
        implements ExpiringMultimap.Noted {

    @Override
    public int bytes() {
        return ExpiringMultimap.weight(claim);
    }

    boolean isOwed() {
        return operation != Operation.DECIDE && operation != Operation.KEEP;
    }

    boolean isDue(long now) {
        return isOwed() && sinceMicros <= now;
    }

    boolean is(Operation other, Claim of) {
        return operation == other && claim.id().equals(of.id());
    }

    Owed triedAgain() {
        return new Owed(operation, claim, sent, stoodIn, sinceMicros, endMicros, tries + 1);
    }

    Owed begun() {
        return new Owed(operation, claim, sent, false, sinceMicros, endMicros, tries);
    }
}
