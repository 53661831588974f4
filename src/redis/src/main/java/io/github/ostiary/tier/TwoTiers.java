package io.github.ostiary.tier;

import io.github.ostiary.TimeSource;
import io.github.ostiary.engine.TierAnswer;
import io.github.ostiary.engine.Tiers;
import io.github.ostiary.lease.Budget;
import io.github.ostiary.lease.LeaseKeeper;
import io.github.ostiary.operator.KeyStatus.Teller;
import io.github.ostiary.operator.StoreFigure;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.CounterPage;
import io.github.ostiary.store.DenialCache;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreCounts;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A shared store, this node's caches in front of it, and a local store behind it for when it fails. */
public final class TwoTiers extends Tiers {

    private final DenialCache front;
    private final Store store;
    private final Fallback fallback;
    private final LockKeeper keeper;
    final Outbox outbox;
    private final Settlements settlements;
    private final CachedStore cached;
    private final Budget budget;
    private final TimeSource time;
    private final Store local;
    private final @Nullable StoreCounts counts;

    /**
     * Two tiers.
     *
     * @param front this node's caches
     * @param store what all nodes share; closed with the tiers
     * @param local stands in when the store fails; closed with the tiers
     * @param nodes how many nodes share the limits then, at least 1
     * @param timeout the whole budget of a decision, queueing included
     * @param time the local monotonic clock
     * @param counts of what becomes of decisions; null if they are not counted
     */
    public TwoTiers(
            DenialCache front,
            Store store,
            Store local,
            int nodes,
            Duration timeout,
            TimeSource time,
            @Nullable StoreCounts counts) {
        super(time, new LeaseKeeper(store, Budget.of(timeout, time)));
        this.local = local;
        this.counts = counts;
        this.front = front;
        this.store = store;
        this.time = time;
        this.budget = Budget.of(timeout, time);
        this.outbox = new Outbox(store, front, locksOf(local), budget);
        this.keeper = new LockKeeper(front, store, locksOf(local), outbox, budget);
        this.fallback = new Fallback(local, front, nodes, keeper, leases, outbox, time);
        this.settlements = new Settlements(front, store, fallback, keeper, leases, outbox, budget);
        this.cached = new CachedStore(front, store, fallback, keeper, leases, settlements, counts);
    }

    private static LockBook locksOf(Store local) {
        try {
            return local.locks();
        } catch (StoreException e) {
            throw new IllegalStateException("the local store cannot fail", e);
        }
    }

    @Override
    public TierAnswer ask(Operation operation, List<Ask> asks) {
        List<Claim> claims = Ask.claims(asks);
        long begun = time.micros();
        try {
            return switch (operation) {
                case DECIDE -> new TierAnswer(cached.decide(claims, begun), false, null);
                case CHARGE -> TierAnswer.of(cached.charge(claims, begun));
                case PEEK -> TierAnswer.of(cached.look(claims, begun));
                default -> TierAnswer.of(store.ask(operation, claims, begun + budget.micros()));
            };
        } catch (StoreException e) {
            if (counts != null) {
                counts.count(StoreFigure.STAND_INS);
            }
            return operation == Operation.DECIDE ? secondAsk(asks, begun, e) : fallback.ask(operation, asks);
        }
    }

    /**
     * Asks the store again. What may have been reserved is asked for by the same ids and within a second budget, before anybody
     * stands in. What may have been charged is not: a charge has no id, and the stand-in judges it. A store that failed at
     * once may only be unable to write: it still knows who is locked.
     *
     * @param begunMicros when the first question was asked
     * @param failure what became of it
     */
    private TierAnswer secondAsk(List<Ask> asks, long begunMicros, StoreException failure) {
        List<Ask> charges = TierAnswer.split(asks, true);
        List<Claim> others = Ask.claims(TierAnswer.split(asks, false));
        long again = time.micros();
        if (failure.sent()) {
            outbox.mayBegin(others, begunMicros + budget.micros());
        }
        boolean late = again - begunMicros > budget.micros() + budget.micros() / 4;
        if (others.isEmpty() || late || failure.ofCounter()) {
            return fallback.standIn(asks, failure.sent(), false);
        }
        try {
            List<Verdict> verdicts = cached.ask(others, again, again + budget.micros());
            boolean admitted = Claim.admitted(others, verdicts);
            TierAnswer rest =
                    admitted && !charges.isEmpty() ? fallback.ask(Operation.DECIDE, charges) : TierAnswer.none(charges);
            if (!admitted || !rest.admits(charges)) {
                keeper.deniedHere(others);
            }
            return rest.unavailable() != null ? rest : TierAnswer.joined(asks, verdicts, rest);
        } catch (StoreException e) {
            long now = time.micros();
            if (e.sent()) {
                outbox.mayBegin(others, again + budget.micros());
            }
            if (now - begunMicros <= budget.micros() / 2) {
                cached.learnLocks(others, now, again + budget.micros());
            }
            return fallback.standIn(asks, failure.sent() || e.sent(), now - begunMicros > budget.micros());
        }
    }

    @Override
    public TierAnswer denied(List<Ask> asks) {
        try {
            return new TierAnswer(cached.denied(Ask.claims(asks), time.micros()), false, null);
        } catch (StoreException e) {
            return TierAnswer.NONE;
        }
    }

    @Override
    public @Nullable Verdict decide(Claim claim) {
        try {
            return cached.decide(claim);
        } catch (StoreException e) {
            return null;
        }
    }

    @Override
    public TierAnswer standIn(List<Ask> asks) {
        if (counts != null) {
            counts.count(StoreFigure.STAND_INS);
        }
        return fallback.standIn(asks, true, false);
    }

    @Override
    public void change(Operation operation, List<? extends Claim> claims) throws StoreException {
        try {
            store.ask(operation, claims, budget.deadline());
        } catch (StoreException e) {
            if (operation == Operation.RESET) {
                changeHere(operation, claims);
            }
            throw e;
        }
        changeHere(operation, claims);
    }

    /** Applies a change to this node: it forgets its memory of the keys, or a credit would still count as used. */
    private void changeHere(Operation operation, List<? extends Claim> claims) {
        claims.forEach(front::forget);
        fallback.change(operation, claims);
    }

    @Override
    public List<Verdict> settle(Operation ending, List<? extends Claim> claims) {
        return settlements.settle(ending, claims);
    }

    @Override
    public boolean renew(LeaseClaim lease) {
        return settlements.renew(lease);
    }

    @Override
    public long held() {
        return front.held() + local.held();
    }

    @Override
    public boolean shared() {
        return true;
    }

    @Override
    public int unreachable() {
        return store.unreachable();
    }

    /** Takes note of what the store holds when the application starts. */
    public void started() {
        keeper.wonders();
    }

    /**
     * A server answers again, and no request uses it yet: it receives what it has lost or missed.
     *
     * @param primary of the store's
     * @throws StoreException if it went away meanwhile
     */
    public void returning(String primary) throws StoreException {
        keeper.returning(primary);
    }

    /** The store is asked again: it hears what it missed. */
    public void recovered() {
        leases.recovered();
        keeper.answered();
    }

    @Override
    public Teller teller(Claim claim) {
        return cached.denies(claim) ? Teller.NEAR : Teller.SHARED;
    }

    @Override
    public CounterPage counters(String rule, @Nullable String cursor, int max) throws StoreException {
        return store.counters(rule, cursor, max);
    }

    @Override
    public List<Verdict> look(List<? extends Claim> claims) throws StoreException {
        return store.ask(Operation.PEEK, claims, budget.deadline());
    }

    @Override
    public LockBook locks() {
        return new TwoTierLocks(store, fallback, front, keeper, outbox, budget);
    }

    @Override
    public SharedState sharedState() {
        return store.sharedState();
    }

    @Override
    public void clear() {
        store.clear();
    }

    @Override
    public void close() {
        leases.close();
        keeper.close();
        outbox.close();
        cached.close();
        store.close();
        fallback.close();
    }
}
