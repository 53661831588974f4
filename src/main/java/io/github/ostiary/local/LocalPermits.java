package io.github.ostiary.local;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.ostiary.store.Ahead;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.CounterId;
import io.github.ostiary.store.HeldId;
import io.github.ostiary.store.NodePermits;
import io.github.ostiary.store.Verdict;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The permits that this node has taken ahead, per counter; those of counters that are not used for two seconds are let go.
 * Thread-safe.
 */
final class LocalPermits implements NodePermits {

    private final Cache<CounterId, NodePart> parts;
    private final CoarseClock clock;

    /**
     * None yet.
     *
     * @param maxTrackedKeys of how many counters it holds any
     * @param clock the local monotonic one
     */
    LocalPermits(long maxTrackedKeys, CoarseClock clock) {
        this.clock = clock;
        this.parts = Caffeine.newBuilder()
                .maximumSize(maxTrackedKeys)
                .ticker(clock)
                .executor(Runnable::run)
                .expireAfterAccess(Duration.ofNanos(2_000 * NodePart.LIFE_MICROS))
                .build();
    }

    @Override
    public boolean covers(Claim claim, long now) {
        NodePart part = part(claim, now);
        return part != null && part.covers(claim.permits(), now);
    }

    @Override
    public @Nullable Verdict admit(Claim claim, long now) {
        NodePart part = part(claim, now);
        return part == null ? null : part.admit(claim.permits(), now);
    }

    private @Nullable NodePart part(Claim claim, long now) {
        if (claim.mostAhead() == 0) {
            return null;
        }
        clock.saw(now);
        NodePart part = parts.getIfPresent(claim.counterId());
        return part != null && part.limit.equals(claim.terms()) ? part : null;
    }

    @Override
    public Claim asking(Claim claim, long now) {
        if (claim.mostAhead() == 0) {
            return claim;
        }
        Charge charge = (Charge) claim; // nothing else is taken ahead
        NodePart part = part(claim, now);
        if (part == null) {
            part = new NodePart(charge.limit(), HeldId.next(), now);
            parts.put(claim.counterId(), part);
        }
        return part.asking(charge, now);
    }

    @Override
    public void heard(Claim asked, @Nullable Verdict said, boolean committed, long sent) {
        Ahead ahead = asked.ahead();
        NodePart part = parts.getIfPresent(asked.counterId());
        if (ahead != null && part != null && part.holder.equals(ahead.holder())) {
            part.heard(ahead, said, committed, sent);
        }
    }

    @Override
    public long left(Claim claim, long now) {
        NodePart part = part(claim, now);
        return part == null ? 0 : part.left(now);
    }

    @Override
    public void forget(CounterId counter) {
        parts.invalidate(counter);
    }
}
