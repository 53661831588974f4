package io.github.ostiary.local;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.ostiary.store.Ahead;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.CounterId;
import io.github.ostiary.store.NodePermits;
import io.github.ostiary.store.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The permits that this node has taken ahead, per counter; how hot one is that is not used for two seconds is forgotten, never
 * what has to be returned. Thread-safe.
 */
final class LocalPermits implements NodePermits {

    private final Cache<CounterId, HotKey> keys;

    /** All parts of which the store may have something, by counter. */
    final ConcurrentMap<CounterId, List<NodePart>> out = new ConcurrentHashMap<>();

    private final CoarseClock clock;

    /**
     * None yet.
     *
     * @param maxTrackedKeys of how many counters it holds any
     * @param clock the local monotonic one
     */
    LocalPermits(long maxTrackedKeys, CoarseClock clock) {
        this.clock = clock;
        this.keys = Caffeine.newBuilder()
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
        HotKey key = keys.getIfPresent(claim.counterId());
        NodePart part = key == null ? null : key.part;
        return part != null && part.limit().equals(claim.terms()) ? part : null;
    }

    @Override
    public Claim asking(Claim claim, long now) {
        if (claim.mostAhead() == 0) {
            return claim;
        }
        clock.saw(now);
        HotKey key = keys.get(claim.counterId(), any -> new HotKey());
        return key.asking((Charge) claim, now, out); // nothing else is taken ahead
    }

    @Override
    public void heard(Claim asked, @Nullable Verdict said, boolean committed, long sent) {
        Ahead ahead = asked.ahead();
        NodePart part = ahead == null ? null : find(asked.counterId(), ahead.holder());
        if (ahead != null && part != null) {
            part.heard(ahead, said, committed, sent);
        }
    }

    /** Whether the store may have something of a counter that comes back. */
    boolean isOut(CounterId counter, long now) {
        for (NodePart part : out.getOrDefault(counter, List.of())) {
            if (part.mayComeBack(now)) {
                return true;
            }
        }
        return false;
    }

    private @Nullable NodePart find(CounterId counter, String holder) {
        for (NodePart part : out.getOrDefault(counter, List.of())) {
            if (part.holder.equals(holder)) {
                return part;
            }
        }
        return null;
    }

    @Override
    public long left(Claim claim, long now) {
        NodePart part = part(claim, now);
        return part == null ? 0 : part.left(now);
    }

    @Override
    public List<Claim> ended(@Nullable CounterId counter, long now) {
        List<Claim> ended = new ArrayList<>(0);
        if (counter == null) {
            out.values().forEach(parts -> addEnded(parts, false, now, ended));
        } else {
            addEnded(out.getOrDefault(counter, List.of()), true, now, ended);
        }
        return ended;
    }

    private void addEnded(List<NodePart> parts, boolean all, long now, List<Claim> ended) {
        for (NodePart part : parts) {
            if (part.endsAsNothing(now)) {
                remove(part);
            } else if (all || part.isOver(now)) {
                ended.add(part.end());
            }
        }
    }

    @Override
    public void returned(Claim told, long now) {
        Ahead ahead = told.ahead();
        NodePart part = ahead == null ? null : find(told.counterId(), ahead.holder());
        if (part != null && !part.mayBeGranted(now)) {
            remove(part);
        }
    }

    private void remove(NodePart part) {
        out.computeIfPresent(part.charge.counterId(), (counter, parts) -> {
            List<NodePart> others = new ArrayList<>(parts);
            others.remove(part);
            return others.isEmpty() ? null : others;
        });
    }

    @Override
    public boolean isOut() {
        return !out.isEmpty();
    }

    @Override
    public void forget(CounterId counter) {
        out.getOrDefault(counter, List.of()).forEach(NodePart::end);
    }

    @Override
    public void endAll() {
        out.values().forEach(parts -> parts.forEach(NodePart::end));
    }
}
