package io.github.ostiary.benchmarks;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.edge.Entrance;
import java.util.List;
import java.util.Optional;

/** Ostiary with {@code redis.timeout} as its documentation says: ten round trips, at least the default. */
final class FarOstiary implements FarContender.Asking {

    private static final int ROUND_TRIPS = 10;
    private static final long DEFAULT_MICROS = 50_000;
    private static final List<String> RULE = List.of("page");

    /** A call with two identities. */
    private record Visit(String caller) implements CallContext {

        @Override
        public Optional<String> principal() {
            return Optional.of(caller);
        }

        @Override
        public List<String> headers(String name) {
            return List.of("from " + caller);
        }
    }

    private final Guard guard;
    private final RateLimiter limiter;
    private final Entrance entrance;
    private final boolean two;

    FarOstiary(String uri, boolean ahead, long roundTripMicros, boolean two) {
        long timeout = Math.max(DEFAULT_MICROS, ROUND_TRIPS * roundTripMicros);
        this.two = two;
        Guard.Builder builder = Guard.builder()
                .redis(uri)
                .property("redis.timeout", timeout / 1_000 + "ms")
                .property("keyPrefix", ahead ? "ahead" : "far")
                .property("limit.page.lease", ahead ? "auto" : "off")
                .limit("page", FarPath.PERMITS + "/1s")
                .property("lockout.login.steps", "3/1h lock 15m")
                .property("lockout.login.key", "principal");
        if (two) {
            builder.property("limit.page.key", "principal, header:x-from").property("limit.page.perIp", "none");
        }
        this.guard = builder.build();
        this.limiter = guard.limiter("page");
        this.entrance = Entrance.of(guard);
    }

    @Override
    public boolean ask(String caller) {
        Decision decision = two
                ? entrance.call(RULE, new Visit(caller), Entered.AT_ONCE)
                : limiter.tryAcquire(Key.principal(caller));
        if (!decision.allowed()) {
            throw new IllegalStateException("not what is to be measured: " + decision);
        }
        return !decision.degraded();
    }

    @Override
    public void look(String caller) {
        try {
            guard.lockouts("login").state(Key.principal(caller));
        } catch (IllegalStateException e) {
            // Nobody was told in time.
        }
    }

    @Override
    public void close() {
        guard.close();
    }
}
