package io.github.ostiary.tier;

import io.github.ostiary.lease.Budget;
import io.github.ostiary.lease.LeaseKeeper;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.DenialCache;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.text.Log;
import java.util.List;

/**
 * The ends of attempts and leases, and their renewals, sent to the shared store and to the stand-in; what cannot
 * be sent now is sent later. Thread-safe.
 */
final class Settlements {

    private static final System.Logger LOG = Log.of(Settlements.class);

    private final DenialCache front;
    private final Store store;
    private final Fallback fallback;
    private final LockKeeper keeper;
    private final LeaseKeeper leases;
    final Outbox outbox;
    final Budget budget;

    Settlements(
            DenialCache front,
            Store store,
            Fallback fallback,
            LockKeeper keeper,
            LeaseKeeper leases,
            Outbox outbox,
            Budget budget) {
        this.front = front;
        this.store = store;
        this.fallback = fallback;
        this.keeper = keeper;
        this.leases = leases;
        this.outbox = outbox;
        this.budget = budget;
    }

    /** An attempt may have been reserved here, there, or, after a timeout, in both: ids make either harmless. */
    List<Verdict> settle(Operation ending, List<? extends Claim> claims) {
        long sent = budget.time().micros();
        leases.ended(claims);
        List<Verdict> here = fallback.settle(ending, claims, sent);
        if (outbox.ends(ending, claims, sent)) {
            keeper.answered();
        } else {
            try {
                return settled(ending, claims, sent);
            } catch (StoreException e) {
                outbox.add(ending, claims, sent);
                keeper.learned();
            }
        }
        passedHere(ending, claims);
        return here;
    }

    private List<Verdict> settled(Operation ending, List<? extends Claim> claims, long sent) throws StoreException {
        outbox.catchUp(claims, sent + budget.micros());
        List<Verdict> verdicts = send(ending, claims, sent);
        long heard = budget.time().micros();
        keeper.heard(claims, verdicts, false, sent, heard);
        return verdicts;
    }

    /** Forgets the challenges that callers passed while the store is away, so that nobody is asked twice. */
    private void passedHere(Operation ending, List<? extends Claim> claims) {
        for (int i = 0; ending == Operation.SUCCEED && i < claims.size(); i++) {
            if (claims.get(i).answersChallenge()) {
                front.forget(claims.get(i));
            }
        }
    }

    boolean renew(LeaseClaim lease) {
        List<Claim> claims = List.of(lease);
        long sent = budget.time().micros();
        List<Verdict> here = fallback.settle(Operation.RENEW, claims, sent);
        try {
            boolean there = send(Operation.RENEW, claims, sent).get(0).passed();
            boolean renewed = leases.renewed(lease, there, sent);
            if (!renewed) {
                var unused = settle(Operation.ABANDON, claims);
            }
            return renewed;
        } catch (StoreException e) {
            return leases.renewedHere(lease, here, sent);
        }
    }

    /** A word lost with its connection is said again at once; one that took its time, later. */
    private List<Verdict> send(Operation ending, List<? extends Claim> claims, long sent) throws StoreException {
        long deadline = sent + budget.micros();
        try {
            return store.ask(ending, claims, deadline);
        } catch (StoreException e) {
            if (!e.evidence() || budget.time().micros() - sent > budget.micros() / 2) {
                throw e;
            }
            return store.ask(ending, claims, deadline);
        }
    }

    /**
     * Gives back what the store granted to a call that is denied after all, soon: an attempt's end is owed from now on, since
     * the call may ask again.
     */
    void takeBack(List<Claim> claims, List<Verdict> verdicts) {
        List<Claim> others = Claim.passed(claims, verdicts, true);
        List<Claim> charges = Claim.passed(claims, verdicts, false);
        others.removeIf(Claim::countsDenied);
        charges.removeIf(Claim::countsDenied);
        if (!others.isEmpty()) {
            long now = budget.time().micros();
            leases.ended(others);
            var unused = fallback.settle(Operation.ABANDON, others, now);
            if (!outbox.ends(Operation.ABANDON, others, now)) {
                outbox.add(Operation.ABANDON, others, now);
            }
            keeper.answered();
        }
        if (!charges.isEmpty()) {
            keeper.later(() -> giveBack(charges));
        }
    }

    private void giveBack(List<Claim> charges) {
        try {
            store.ask(Operation.GIVE_BACK, charges, budget.deadline());
        } catch (StoreException e) {
            LOG.log(System.Logger.Level.DEBUG, "A denied attempt stays charged", e);
        }
    }
}
