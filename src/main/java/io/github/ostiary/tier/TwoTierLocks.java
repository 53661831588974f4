package io.github.ostiary.tier;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.LockState;
import io.github.ostiary.Lockouts;
import io.github.ostiary.TimeSource;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.NearTier;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.store.Verdict.Consequence;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The shared store's locks; what is changed there through this node, it knows at once. Thread-safe. */
final class TwoTierLocks implements LockBook {

    private final LockBook shared;
    private final Fallback local;
    private final NearTier front;
    private final LockKeeper keeper;
    private final TimeSource time;

    TwoTierLocks(LockBook shared, Fallback local, NearTier front, LockKeeper keeper, TimeSource time) {
        this.keeper = keeper;
        this.shared = shared;
        this.local = local;
        this.front = front;
        this.time = time;
    }

    @Override
    public LockState state(LockId place) throws StoreException {
        return shared.state(place);
    }

    @Override
    public void lock(LockId place, String label, long micros, String reason) throws StoreException {
        long sent = time.micros();
        shared.lock(place, label, micros, reason);
        if (!lockedFor(place, sent, micros)) {
            Reason why = micros == Verdict.NEVER ? Reason.BLOCKED : Reason.LOCKED;
            Verdict denial = new Verdict(false, 0, micros, 0, 0, micros, new Consequence(why, false));
            front.learn(place.claim(label), denial, false, sent, time.micros());
            keeper.learned();
        }
    }

    /** A lock that lasts longer goes on. */
    private boolean lockedFor(LockId place, long now, long micros) {
        return front.denial(place.claim(), now, Long.MAX_VALUE)
                .filter(known -> known.reason() != Reason.CHALLENGE_REQUIRED && known.retryMicros() >= micros)
                .isPresent();
    }

    @Override
    public void unlock(LockId place) throws StoreException {
        shared.unlock(place);
        local.unlock(place);
        front.forget(place.claim());
    }

    @Override
    public List<Optional<LockDetail>> look(List<LockId> places) throws StoreException {
        return shared.look(places);
    }

    @Override
    public List<Boolean> restore(List<KeptLock> locks) throws StoreException {
        return shared.restore(locks);
    }

    @Override
    public Lockouts.Page list(LockoutPolicy policy, @Nullable String cursor, int max) throws StoreException {
        return shared.list(policy, cursor, max);
    }
}
