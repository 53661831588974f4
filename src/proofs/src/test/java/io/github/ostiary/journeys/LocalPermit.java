package io.github.ostiary.journeys;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.setup.GuardBuilder;

/** One permit, counted in this JVM. */
public final class LocalPermit implements Runnable, AutoCloseable {

    private final Guard guard;
    private final RateLimiter limiter;
    private final Key key = Key.of("user:110");

    /** Made by name. */
    public LocalPermit(String redis, String rate) {
        guard = GuardBuilder.create().limit("api", rate).build();
        limiter = guard.limiter("api");
    }

    @Override
    public void run() {
        if (!limiter.tryAcquire(key).allowed()) {
            throw new IllegalStateException("denied");
        }
    }

    @Override
    public void close() {
        guard.close();
    }
}
