package io.github.ostiary.tier;

import io.github.ostiary.rule.Ask;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import java.util.List;

/** The second question to a store that did not answer the first, and the stand-in's word after it. Thread-safe. */
final class SecondAsk {

    private final WitnessedStore store;
    private final Fallback fallback;
    private final LockKeeper keeper;
    private final LeaseKeeper leases;
    private final Outbox outbox;
    private final Budget budget;

    SecondAsk(
            WitnessedStore store,
            Fallback fallback,
            LockKeeper keeper,
            LeaseKeeper leases,
            Outbox outbox,
            Budget budget) {
        this.store = store;
        this.fallback = fallback;
        this.keeper = keeper;
        this.leases = leases;
        this.outbox = outbox;
        this.budget = budget;
    }

    /**
     * What may have been reserved is asked for again, by the same ids and within a second budget, before anybody stands
     * in. What may have been charged is not: a charge has no id, and the stand-in judges it. A store that failed at once may
     * still tell who is locked.
     *
     * @param begunMicros when the first question was asked
     * @param failure what became of it
     */
    TierAnswer decide(List<Ask> asks, long begunMicros, StoreException failure) {
        List<Ask> charges = TierAnswer.split(asks, true);
        List<Ask> others = TierAnswer.split(asks, false);
        long again = budget.time().micros();
        boolean late = again - begunMicros > budget.micros() + budget.micros() / 4;
        if (others.isEmpty() || late || failure.ofCounter()) {
            return standIn(asks, failure.sent(), false);
        }
        List<Claim> claims = Ask.claims(others);
        try {
            List<Verdict> verdicts = store.ask(claims, again, again + budget.micros());
            boolean admitted = WitnessedStore.admitted(claims, verdicts);
            TierAnswer rest =
                    admitted && !charges.isEmpty() ? fallback.ask(Operation.DECIDE, charges) : TierAnswer.none(charges);
            if (!admitted || !rest.admits(charges)) {
                outbox.add(Operation.ABANDON, claims);
            }
            return rest.unavailable() != null ? rest : TierAnswer.joined(asks, verdicts, rest);
        } catch (StoreException e) {
            long now = budget.time().micros();
            if (now - begunMicros <= budget.micros() / 2) {
                keeper.reads(claims, now, again + budget.micros());
            }
            return standIn(asks, failure.sent() || e.sent(), now - begunMicros > budget.micros());
        }
    }

    /**
     * The stand-in's word.
     *
     * @param sent whether the store may have been asked
     * @param late whether it was waited for twice: the call's end does not wait a third time
     */
    TierAnswer standIn(List<Ask> asks, boolean sent, boolean late) {
        TierAnswer outcome = fallback.ask(Operation.DECIDE, asks);
        List<Claim> claims = Ask.claims(asks);
        if (outcome.admits(asks)) {
            leases.stoodIn(claims);
            outbox.granted(claims, sent, late);
        } else if (sent) {
            outbox.add(Operation.ABANDON, claims);
        }
        return outcome;
    }
}
