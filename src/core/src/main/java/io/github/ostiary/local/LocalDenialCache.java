package io.github.ostiary.local;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.DenialCache;
import io.github.ostiary.store.LockBook.KeptLock;
import io.github.ostiary.store.LockBook.LockDetail;
import io.github.ostiary.store.LockBook.LockId;
import io.github.ostiary.store.NodePermits;
import io.github.ostiary.store.Verdict;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The denials that the store is known to give. A denial here is one there, and its figures are the store's: no caller gets a
 * time that is too early. What is known to be used only understates it, and seeds what stands in for the store. Thread-safe.
 */
public final class LocalDenialCache implements DenialCache {

    private final KnownCharges charges;
    private final KnownLocks locks;
    private final LocalPermits permits;
    private final CoarseClock clock;

    /**
     * Knows nothing yet.
     *
     * @param maxTrackedKeys how many buckets, how many denials and how many locks it remembers
     * @param time the local monotonic clock
     */
    public LocalDenialCache(long maxTrackedKeys, TimeSource time) {
        this.clock = new CoarseClock(time);
        this.locks = new KnownLocks(maxTrackedKeys, clock);
        this.permits = new LocalPermits(maxTrackedKeys, clock);
        this.charges = new KnownCharges(maxTrackedKeys, clock, permits);
    }

    @Override
    public Optional<Verdict> denial(Claim claim, long now, long maxAge) {
        clock.saw(now);
        KnownDenials<Claim> known = known(claim);
        return known == null ? Optional.empty() : known.denial(claim, now, maxAge);
    }

    @Override
    public boolean exhausted(Claim claim) {
        KnownDenials<Claim> known = known(claim);
        return known != null && known.knows(claim);
    }

    @Override
    public void learn(Claim claim, Verdict verdict, boolean committed, long sent, long heard) {
        clock.saw(heard);
        KnownDenials<Claim> known = known(claim);
        if (known != null) {
            known.learn(claim, verdict, committed, sent, heard);
        }
    }

    @Override
    public void beside(Claim claim, Verdict verdict, long sent, long heard) {
        if (claim instanceof Charge charge) {
            charges.beside(charge, verdict, sent, heard);
        }
    }

    @Override
    public @Nullable Verdict figures(Claim claim, long now, long maxAge) {
        return claim instanceof Charge charge ? charges.figures(charge, now, maxAge) : null;
    }

    /** The denials of a claim's kind; null for leases, of which nothing is known. */
    @SuppressWarnings("unchecked")
    private @Nullable KnownDenials<Claim> known(Claim claim) {
        KnownDenials<? extends Claim> known =
                claim instanceof Charge ? charges : claim instanceof AttemptClaim ? locks : null;
        return (KnownDenials<Claim>) known;
    }

    @Override
    public long known(Charge charge, long now) {
        return charges.used(charge, now);
    }

    @Override
    public List<KeptLock> locks(long now, long since) {
        return locks.live(now, since);
    }

    @Override
    public Optional<KeptLock> lock(AttemptClaim reservation, long now) {
        clock.saw(now);
        return locks.lock(reservation, now);
    }

    @Override
    public void confirm(List<LockId> places, List<Optional<LockDetail>> seen, long sent, long now) {
        clock.saw(now);
        locks.confirm(places, seen, sent, now);
    }

    @Override
    public void opened(AttemptClaim reservation) {
        locks.opened(reservation);
    }

    @Override
    public void forget(Claim claim) {
        KnownDenials<Claim> known = known(claim);
        if (known != null) {
            known.forget(claim);
        }
        permits.forget(claim.counterId());
    }

    @Override
    public NodePermits permits() {
        return permits;
    }

    @Override
    public long held() {
        return charges.size();
    }
}
