package io.github.ostiary.tier;

import io.github.ostiary.TimeSource;
import io.github.ostiary.engine.TierAnswer;
import io.github.ostiary.lease.LeaseKeeper;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.FailurePolicy;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.DenialCache;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Decides by {@link FailurePolicy} when the shared store does not answer: this node's limiter with its share of the
 * limits, known denials kept to their end; or pass; or deny. Thread-safe.
 */
final class Fallback implements AutoCloseable {

    private final Store local;
    private final DenialCache front;
    private final LockKeeper keeper;
    private final int nodes;
    private final TimeSource time;
    private final AttemptHistory attempted = new AttemptHistory();
    private final LeaseKeeper leases;
    private final Outbox outbox;
    private volatile boolean used;

    Fallback(
            Store local,
            DenialCache front,
            int nodes,
            LockKeeper keeper,
            LeaseKeeper leases,
            Outbox outbox,
            TimeSource time) {
        this.local = local;
        this.front = front;
        this.nodes = nodes;
        this.keeper = keeper;
        this.leases = leases;
        this.outbox = outbox;
        this.time = time;
    }

    /**
     * Decides what the store was asked in vain; what the store may hold for it is given back later.
     *
     * @param sent whether the store may have been asked
     * @param late whether it was waited for twice: the call's end does not wait a third time
     */
    TierAnswer standIn(List<Ask> asks, boolean sent, boolean late) {
        TierAnswer outcome = ask(Operation.DECIDE, asks);
        List<Claim> claims = Ask.claims(asks);
        if (outcome.admits(asks)) {
            leases.stoodIn(claims);
            outbox.granted(claims, sent, late);
        } else if (sent) {
            keeper.deniedHere(claims);
        }
        return outcome;
    }

    TierAnswer ask(Operation operation, List<Ask> asks) {
        used = true;
        if (operation == Operation.CHARGE) {
            charge(asks);
            return answer(Operation.PEEK, asks);
        }
        return answer(operation, asks);
    }

    private void charge(List<Ask> asks) {
        List<Claim> shares = shares(asks);
        if (!shares.isEmpty()) {
            askLocal(Operation.CHARGE, shares);
        }
    }

    private TierAnswer answer(Operation operation, List<Ask> asks) {
        for (Ask ask : asks) {
            if (ask.rule().onStoreFailure() == FailurePolicy.DENY
                    && !ask.claim().shadow()) {
                return new TierAnswer(List.of(), true, ask.claim().rule());
            }
        }
        long now = time.micros();
        List<Optional<Verdict>> verdicts = new ArrayList<>(asks.size());
        boolean denied = false;
        for (Ask ask : asks) {
            Optional<Verdict> denial = counts(ask) ? front.denial(ask.claim(), now, Long.MAX_VALUE) : Optional.empty();
            verdicts.add(denial);
            denied |= denial.isPresent();
        }
        if (!denied) {
            List<Claim> shares = shares(asks);
            Iterator<Verdict> answers =
                    (shares.isEmpty() ? List.<Verdict>of() : askLocal(operation, shares)).iterator();
            for (int i = 0; i < asks.size(); i++) {
                if (counts(asks.get(i))) {
                    verdicts.set(i, Optional.of(asks.get(i).claim().ofWholeLimit(answers.next())));
                }
            }
        }
        return TierAnswer.ofStandIn(verdicts);
    }

    private static boolean counts(Ask ask) {
        return ask.rule().onStoreFailure() == FailurePolicy.LOCAL;
    }

    private List<Claim> shares(List<Ask> asks) {
        List<Claim> counted = new ArrayList<>(asks.size());
        List<Claim> shares = new ArrayList<>(asks.size());
        for (Ask ask : asks) {
            if (counts(ask)) {
                counted.add(ask.claim());
                shares.add(ask.claim().dividedBy(nodes));
            }
        }
        for (AttemptClaim reservation : AttemptClaim.among(counted)) {
            keeper.standsIn(reservation);
            begin(reservation, time.micros());
        }
        for (LeaseClaim lease : LeaseClaim.among(counted)) {
            begin(lease);
        }
        return shares;
    }

    /** Begins with what this node holds; what is given back meanwhile is given back here, too. */
    private void begin(LeaseClaim lease) {
        List<LeaseClaim> running = leases.newHere(lease);
        if (!running.isEmpty()) {
            askLocal(Operation.KEEP, running);
            List<LeaseClaim> over =
                    running.stream().filter(one -> !leases.knows(one)).toList();
            askLocal(Operation.ABANDON, over);
        }
    }

    private List<Verdict> askLocal(Operation operation, List<? extends Claim> claims) {
        try {
            return local.ask(operation, claims, Store.NO_DEADLINE);
        } catch (StoreException e) {
            throw new IllegalStateException("the local store cannot fail", e);
        }
    }

    /** Begins with what this node let in before: as failures no lock follows from, or in flight. */
    private void begin(AttemptClaim reservation, long nowMicros) {
        for (AttemptHistory.Note note : attempted.take(reservation, nowMicros)) {
            List<Claim> one = List.of(note.claim());
            if (!note.failed()) {
                askLocal(Operation.DECIDE, one);
            } else if (askLocal(Operation.PEEK, one).get(0).remaining() > 1) {
                askLocal(Operation.DECIDE, one);
                askLocal(Operation.FAIL, one);
            }
        }
    }

    /**
     * The store has admitted a call. While this node stands in, it has to agree: what it let in by itself the store does
     * not know of.
     *
     * @param nowMicros the time of the decision
     * @return the store's verdict, or the denial
     */
    Verdict granted(AttemptClaim reservation, Verdict verdict, long nowMicros) {
        if (!keeper.isStandingIn(reservation)) {
            attempted.granted(reservation, verdict.remaining(), nowMicros);
            return verdict;
        }
        begin(reservation, nowMicros);
        Verdict here = askLocal(Operation.DECIDE, List.of(reservation)).get(0);
        return here.passed() ? verdict : here;
    }

    void unlock(LockBook.LockId place) throws StoreException {
        attempted.forget(place.claim());
        local.locks().unlock(place);
    }

    void change(Operation operation, List<? extends Claim> claims) {
        askLocal(operation, claims);
    }

    /** Settles what was reserved here, if it ever stood in. */
    List<Verdict> settle(Operation ending, List<? extends Claim> claims, long nowMicros) {
        for (AttemptClaim reservation : AttemptClaim.among(claims)) {
            attempted.settled(ending, reservation, nowMicros);
        }
        if (!used) {
            return List.of();
        }
        List<Claim> parts = new ArrayList<>(claims.size());
        for (Claim claim : claims) {
            parts.add(claim.dividedBy(nodes));
        }
        return askLocal(ending, parts);
    }

    @Override
    public void close() {
        local.close();
    }
}
