package io.github.ostiary.tier;

import io.github.ostiary.Standing.Teller;
import io.github.ostiary.TimeSource;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.store.Board;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.NearTier;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreCounts;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A shared store, this node's witnesses in front of it, and a local store behind it for when it fails. */
public final class TwoTiers extends Tiers {

    private final NearTier front;
    private final Store store;
    private final Fallback fallback;
    private final LockKeeper keeper;
    private final LeaseSweep sweep;
    final Outbox outbox;
    private final Endings endings;
    private final WitnessedStore witnessed;
    private final SecondAsk second;
    private final Budget budget;
    private final TimeSource time;
    private final Store local;
    private final @Nullable StoreCounts counts;

    /**
     * Two tiers.
     *
     * @param front this node's witnesses
     * @param store what all nodes share; closed with the tiers
     * @param local stands in when the store fails; closed with the tiers
     * @param nodes how many nodes share the limits then, at least 1
     * @param timeout the whole budget of a decision, queueing included
     * @param time the local monotonic clock
     */
    public TwoTiers(NearTier front, Store store, Store local, int nodes, Duration timeout, TimeSource time) {
        this(front, store, local, nodes, timeout, time, null);
    }

    /**
     * Two tiers.
     *
     * @param front this node's witnesses
     * @param store what all nodes share; closed with the tiers
     * @param local stands in when the store fails; closed with the tiers
     * @param nodes how many nodes share the limits then, at least 1
     * @param timeout the whole budget of a decision, queueing included
     * @param time the local monotonic clock
     * @param counts of what becomes of decisions; null if nobody wants to know
     */
    public TwoTiers(
            NearTier front,
            Store store,
            Store local,
            int nodes,
            Duration timeout,
            TimeSource time,
            @Nullable StoreCounts counts) {
        super(time);
        this.local = local;
        this.counts = counts;
        this.front = front;
        this.store = store;
        this.time = time;
        this.budget = Budget.of(timeout, time);
        this.outbox = new Outbox(store, front, locksOf(local), budget);
        this.keeper = new LockKeeper(front, store, locksOf(local), outbox, budget);
        LeaseBook held = new LeaseBook(time);
        this.sweep = new LeaseSweep(held, store, budget);
        this.fallback = new Fallback(local, front, nodes, time, keeper, held);
        LeaseKeeper leases = new LeaseKeeper(store, held, sweep, budget);
        this.endings = new Endings(front, store, fallback, keeper, leases, outbox, budget);
        this.witnessed = new WitnessedStore(front, store, fallback, keeper, endings, budget, counts);
        this.second = new SecondAsk(witnessed, fallback, keeper, leases, outbox, budget);
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
                case DECIDE -> new TierAnswer(witnessed.decide(claims, begun), false, null);
                case CHARGE -> TierAnswer.of(witnessed.charge(claims, begun));
                default -> TierAnswer.of(store.ask(operation, claims, begun + budget.micros()));
            };
        } catch (StoreException e) {
            if (counts != null) {
                counts.standIn();
            }
            return operation == Operation.DECIDE ? second.decide(asks, begun, e) : fallback.ask(operation, asks);
        }
    }

    @Override
    public TierAnswer denied(List<Ask> asks) {
        try {
            return new TierAnswer(witnessed.denied(Ask.claims(asks), time.micros()), false, null);
        } catch (StoreException e) {
            return TierAnswer.NONE;
        }
    }

    @Override
    public @Nullable Verdict decide(Claim claim) {
        try {
            return witnessed.decide(claim);
        } catch (StoreException e) {
            return null;
        }
    }

    @Override
    public TierAnswer standIn(List<Ask> asks) {
        if (counts != null) {
            counts.standIn();
        }
        return second.standIn(asks, true, false);
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

    /** What was forgotten is forgotten here at once; what is credited here alone would be known as used all the same. */
    private void changeHere(Operation operation, List<? extends Claim> claims) {
        claims.forEach(front::forget);
        fallback.change(operation, claims);
    }

    @Override
    public List<Verdict> settle(Operation ending, List<? extends Claim> claims) {
        return endings.settle(ending, claims);
    }

    @Override
    public boolean renew(LeaseClaim lease) {
        return endings.renew(lease);
    }

    @Override
    public void watch(List<? extends Claim> leases, Object call) {
        sweep.watch(leases, call);
    }

    @Override
    public void unwatch(List<? extends Claim> leases) {
        sweep.unwatch(leases);
    }

    @Override
    public long held() {
        return front.held() + local.held();
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
     * A server answers again, and nobody asks it yet: it hears of what it has lost or missed.
     *
     * @param primary of the store's
     * @throws StoreException if it went away meanwhile
     */
    public void returning(String primary) throws StoreException {
        keeper.returning(primary);
    }

    /** The store is asked again: it hears what it missed. */
    public void recovered() {
        sweep.recovered();
        keeper.answered();
    }

    @Override
    public Teller teller(Claim claim) {
        return witnessed.denies(claim) ? Teller.NEAR : Teller.SHARED;
    }

    @Override
    public LockBook locks() {
        return new TwoTierLocks(store, fallback, front, keeper, outbox, budget);
    }

    @Override
    public Board board() {
        return store.board();
    }

    @Override
    public void close() {
        sweep.close();
        keeper.close();
        outbox.close();
        store.close();
        fallback.close();
    }
}
