package io.github.ostiary.tier;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.LockState;
import io.github.ostiary.Lockouts;
import io.github.ostiary.lease.Budget;
import io.github.ostiary.store.AttemptClaim.Traits;
import io.github.ostiary.store.DenialCache;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.text.Log;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The shared store's locks; what is changed there through this node, it knows at once. Thread-safe. */
final class TwoTierLocks implements LockBook {

    private static final System.Logger LOG = Log.of(TwoTierLocks.class);

    private final Store shared;
    private final Fallback local;
    private final DenialCache front;
    private final LockKeeper keeper;
    private final Outbox outbox;
    private final Budget budget;

    TwoTierLocks(Store shared, Fallback local, DenialCache front, LockKeeper keeper, Outbox outbox, Budget budget) {
        this.outbox = outbox;
        this.keeper = keeper;
        this.shared = shared;
        this.local = local;
        this.front = front;
        this.budget = budget;
    }

    @Override
    public LockState state(LockId place) throws StoreException {
        return shared.locks().state(place);
    }

    @Override
    public void lock(LockId place, String label, long micros, String reason) throws StoreException {
        long sent = budget.time().micros();
        outbox.catchUp(List.of(place.claim()), budget.deadline());
        shared.locks().lock(place, label, micros, reason);
        if (!lockedFor(place, sent, micros)) {
            front.learn(
                    place.claim(label),
                    Verdict.locked(micros),
                    false,
                    sent,
                    budget.time().micros());
            keeper.learned();
        }
    }

    /** A lock that lasts longer goes on. */
    private boolean lockedFor(LockId place, long now, long micros) {
        return front.denial(place.claim(), now, Long.MAX_VALUE)
                .filter(known -> known.reason() != Reason.CHALLENGE_REQUIRED && known.retryMicros() >= micros)
                .isPresent();
    }

    /** This node admits at once, without the store: the store hears of it when it answers. */
    @Override
    public void unlock(LockId place, long agoMicros) throws StoreException {
        long at = budget.time().micros() - agoMicros;
        local.unlock(place);
        front.forget(place.claim());
        try {
            outbox.catchUp(List.of(place.claim()), budget.deadline());
            shared.locks().unlock(place, budget.time().micros() - at);
        } catch (StoreException e) {
            if (e.ofCounter() || !outbox.unlocked(place, at)) {
                throw e;
            }
            keeper.learned();
            LOG.log(
                    System.Logger.Level.INFO,
                    "lockout.{0}: this node unlocked a key while Redis did not answer. Redis and other nodes may deny"
                            + " it until Redis answers; this node tells Redis then. If this node stops earlier, unlock the key"
                            + " again",
                    place.policy().rule());
        } finally {
            front.forget(place.claim());
        }
    }

    @Override
    public boolean admit(LockId place, Traits from, long mark) throws StoreException {
        boolean admitted = shared.locks().admit(place, from, mark);
        front.forget(place.claim());
        return admitted;
    }

    @Override
    public List<Optional<LockDetail>> look(List<LockId> places) throws StoreException {
        return shared.locks().look(places);
    }

    @Override
    public List<Boolean> restore(List<KeptLock> locks) throws StoreException {
        return shared.locks().restore(locks);
    }

    @Override
    public Lockouts.Page list(LockoutPolicy policy, @Nullable String cursor, int max) throws StoreException {
        return shared.locks().list(policy, cursor, max);
    }
}
