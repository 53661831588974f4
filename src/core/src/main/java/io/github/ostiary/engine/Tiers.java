package io.github.ostiary.engine;

import io.github.ostiary.TimeSource;
import io.github.ostiary.lease.LeaseKeeper;
import io.github.ostiary.operator.KeyStatus.Teller;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.CounterPage;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Pace;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The place where decisions are made: one local store, or caches in front of a remote one. Thread-safe. */
public abstract class Tiers implements AutoCloseable {

    private final Pace pace;
    protected final LeaseKeeper leases;

    protected Tiers(TimeSource time, LeaseKeeper leases) {
        this.pace = Pace.of(time);
        this.leases = leases;
    }

    /** The way time passes for those who wait here. */
    public final Pace pace() {
        return pace;
    }

    /** Decides, looks or charges: all asks together; never throws. */
    public abstract TierAnswer ask(Operation operation, List<Ask> asks);

    /**
     * Says which asks are denied now, as far as that costs no call to a shared store where none was denied lately. Nothing is
     * spent; never throws.
     *
     * @return no verdicts if nothing is known
     */
    public abstract TierAnswer denied(List<Ask> asks);

    /**
     * Decides one claim that is asked for alone; never throws.
     *
     * @param claim holds nothing once it is granted
     * @return null if the store does not answer: then {@link #standIn} decides
     */
    public abstract @Nullable Verdict decide(Claim claim);

    /** Decides by the rules' failure policies what the store was asked in vain; never throws. */
    public abstract TierAnswer standIn(List<Ask> asks);

    /** Resets, credits or gives back. */
    public abstract void change(Operation operation, List<? extends Claim> claims) throws StoreException;

    /**
     * Settles what was granted; never throws. What the store cannot hear now is sent to it later.
     *
     * @return one verdict per claim; empty if no store could be asked
     */
    public abstract List<Verdict> settle(Operation ending, List<? extends Claim> claims);

    /**
     * Begins a lease anew, or takes it again if the store has lost it and no other caller has it; never throws.
     *
     * @return false if it is not held, or the store cannot say
     */
    public abstract boolean renew(LeaseClaim lease);

    /**
     * Renews the leases of a call for as long as it has them, and can be reached: when no caller can end it any more, its
     * leases end in their time.
     *
     * @param leases that were granted
     * @param call by which they are ended
     */
    public final void watch(List<? extends Claim> leases, Object call) {
        this.leases.watch(leases, call);
    }

    /**
     * Renews leases no more, so that they end in their time unless they are released before.
     *
     * @param leases that were granted
     */
    public final void unwatch(List<? extends Claim> leases) {
        this.leases.unwatch(leases);
    }

    /**
     * The tier that would answer a claim that is asked for now.
     *
     * @param claim not asked for
     * @return {@code LOCAL}, {@code SHARED}, or {@code NEAR} where this node would deny it unasked
     */
    public abstract Teller teller(Claim claim);

    /** The counters of a rule, for reports; see {@link Store#counters}. */
    public abstract CounterPage counters(String rule, @Nullable String cursor, int max) throws StoreException;

    /** Looks at counters in the store itself, whatever this node has noted of them. */
    public abstract List<Verdict> look(List<? extends Claim> claims) throws StoreException;

    /** The locks, for administrators. */
    public abstract LockBook locks() throws StoreException;

    /** How many counters this JVM holds; not exact. */
    public abstract long held();

    /** Whether nodes share a store. */
    public abstract boolean shared();

    /** How many servers are known not to answer. */
    public abstract int unreachable();

    /** The texts that nodes share; of one node's store, only its texts. Not for a request's thread. */
    public abstract SharedState sharedState();

    /**
     * Forgets everything, between the tests of an application.
     *
     * @throws UnsupportedOperationException if nodes share a store
     */
    public abstract void clear();

    public final TierAnswer decide(List<Ask> asks) {
        return ask(Operation.DECIDE, asks);
    }

    @Override
    public abstract void close();
}
