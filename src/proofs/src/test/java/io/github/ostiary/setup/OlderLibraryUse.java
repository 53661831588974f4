package io.github.ostiary.setup;

import io.github.ostiary.Attempt;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;

/** What {@link OlderLibrariesIT} does in a class loader with other libraries: all that Caffeine keeps. */
public final class OlderLibraryUse {

    private static final int KEYS = 3_000;

    private OlderLibraryUse() {}

    /** Counts more callers than are kept apart, and locks one out; with an address, in a Redis of that prefix. */
    public static void run(String redis, String prefix) {
        GuardBuilder builder = GuardBuilder.create()
                .limit("reply", "2/1m")
                .property("lockout.door.steps", "2/1m lock 5m")
                .property("maxTrackedKeys", "1000");
        if (!redis.isEmpty()) {
            var unused = builder.redis(redis).property("redis.timeout", "5s").property("keyPrefix", prefix);
        }
        try (Guard guard = builder.build()) {
            for (int i = 0; i < KEYS; i++) {
                var unused = guard.limiter("reply").tryAcquire(Key.of("user:" + i));
            }
            Key last = Key.of("user:last");
            for (int i = 0; i < KEYS && guard.limiter("reply").tryAcquire(last).allowed(); i++) {
                expect(i < 2, "the third call of a caller is denied");
            }
            expect(!guard.limiter("reply").tryAcquire(last).allowed(), "a caller stays denied");
            lockOut(guard);
        }
    }

    private static void lockOut(Guard guard) {
        Key caller = Key.of("user:locked");
        for (int i = 0; i < 2; i++) {
            try (Attempt attempt = guard.lockouts("door").begin(caller)) {
                expect(attempt.allowed(), "guess " + i + " is allowed");
                attempt.failed();
            }
        }
        for (int i = 0; i < 3; i++) {
            try (Attempt attempt = guard.lockouts("door").begin(caller)) {
                expect(!attempt.allowed(), "a locked caller is denied");
            }
        }
        guard.lockouts("door").unlock(caller);
        try (Attempt attempt = guard.lockouts("door").begin(caller)) {
            expect(attempt.allowed(), "an unlocked caller is allowed");
            attempt.succeeded();
        }
    }

    private static void expect(boolean held, String what) {
        if (!held) {
            throw new AssertionError("not so: " + what);
        }
    }
}
