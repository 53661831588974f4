package io.github.ostiary.engine;

import io.github.ostiary.TimeSource;
import io.github.ostiary.lease.Budget;
import io.github.ostiary.lease.LeaseKeeper;
import io.github.ostiary.operator.KeyStatus.Teller;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.CounterPage;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A single node's store, which cannot fail. */
public final class LocalTier extends Tiers {

    private final Store store;
    private final TimeSource time;

    /**
     * One node, one store.
     *
     * @param store never fails; closed with the tiers
     * @param time by which its leases end
     */
    public LocalTier(Store store, TimeSource time) {
        super(time, new LeaseKeeper(store, new Budget(0, time)));
        this.store = store;
        this.time = time;
    }

    @Override
    public TierAnswer ask(Operation operation, List<Ask> asks) {
        List<Claim> claims = Ask.claims(asks);
        List<Verdict> verdicts = asked(operation, claims);
        if (operation == Operation.DECIDE && LeaseClaim.isAmong(claims) && Claim.admitted(claims, verdicts)) {
            long now = time.micros();
            leases.granted(claims, verdicts, now, now);
        }
        return new TierAnswer(verdicts, false, null);
    }

    private List<Verdict> asked(Operation operation, List<? extends Claim> claims) {
        try {
            return store.ask(operation, claims, Store.NO_DEADLINE);
        } catch (StoreException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public TierAnswer denied(List<Ask> asks) {
        return ask(Operation.PEEK, asks);
    }

    @Override
    public Verdict decide(Claim claim) {
        try {
            return store.decide(claim, Store.NO_DEADLINE);
        } catch (StoreException e) {
            throw new IllegalStateException(e);
        }
    }

    /** No question stays unanswered here. */
    @Override
    public TierAnswer standIn(List<Ask> asks) {
        return decide(asks);
    }

    @Override
    public void change(Operation operation, List<? extends Claim> claims) throws StoreException {
        store.ask(operation, claims, Store.NO_DEADLINE);
    }

    @Override
    public List<Verdict> settle(Operation ending, List<? extends Claim> claims) {
        if (LeaseClaim.isAmong(claims)) {
            leases.ended(claims);
        }
        return asked(ending, claims);
    }

    @Override
    public boolean renew(LeaseClaim lease) {
        return asked(Operation.RENEW, List.of(lease)).get(0).passed();
    }

    @Override
    public Teller teller(Claim claim) {
        return Teller.LOCAL;
    }

    @Override
    public CounterPage counters(String rule, @Nullable String cursor, int max) throws StoreException {
        return store.counters(rule, cursor, max);
    }

    @Override
    public List<Verdict> look(List<? extends Claim> claims) {
        return asked(Operation.PEEK, claims);
    }

    @Override
    public LockBook locks() throws StoreException {
        return store.locks();
    }

    @Override
    public long held() {
        return store.held();
    }

    @Override
    public boolean shared() {
        return false;
    }

    @Override
    public int unreachable() {
        return 0;
    }

    @Override
    public SharedState sharedState() {
        return store.sharedState();
    }

    @Override
    public void clear() {
        leases.clear();
        store.clear();
    }

    @Override
    public void close() {
        leases.close();
        store.close();
    }
}
