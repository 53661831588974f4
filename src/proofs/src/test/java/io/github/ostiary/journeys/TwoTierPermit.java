package io.github.ostiary.journeys;

import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.setup.GuardBuilder;

/** One permit, counted in Redis. */
public final class TwoTierPermit implements Runnable, AutoCloseable {

    private final Guard guard;
    private final RateLimiter limiter;
    private final Key key = Key.of("user:110");

    /** Made by name. */
    public TwoTierPermit(String redis, String rate) {
        guard = GuardBuilder.create()
                .redis(redis)
                .limit("api", rate)
                .property("redis.timeout", "5s")
                .build();
        limiter = guard.limiter("api");
    }

    @Override
    public void run() {
        Decision decision = limiter.tryAcquire(key);
        if (!decision.allowed() || decision.degraded()) {
            throw new IllegalStateException(decision.toString());
        }
    }

    @Override
    public void close() {
        guard.close();
    }
}
