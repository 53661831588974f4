package io.github.ostiary.benchmarks;

import io.github.ostiary.Attempt;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import java.util.List;

/**
 * The JVM of an application: every kind of rule is asked until the compilers have seen it, so that no call on the way of a
 * decision has one receiver only because nothing else was ever asked.
 */
final class Company {

    /** The algorithms that a limit may have; each is asked, alone and beside another, admitted and denied. */
    static final List<String> ALGORITHMS =
            List.of("sliding-log", "sliding-window", "fixed-window", "token-bucket", "leaky-bucket");

    private static final int CALLS = 30_000;
    private static final int CALLERS = 1_000;

    private Company() {}

    /** Asks everything; the guards are closed again. */
    static void come() {
        for (String algorithm : ALGORITHMS) {
            try (Guard guard = guard(algorithm)) {
                ask(guard);
            }
        }
    }

    private static Guard guard(String algorithm) {
        return Guard.builder()
                .property("limit.page.rate", "1000000/1m")
                .property("limit.page.algorithm", algorithm)
                .property("limit.both.rate", "1000000/1m, 1000000/1d")
                .property("limit.both.algorithm", algorithm)
                .property("limit.closed.rate", "1/1h")
                .property("limit.closed.algorithm", algorithm)
                .property("limit.daily.rate", "1000000/day")
                .property("concurrency.open.permits", "1000")
                .property("lockout.login.steps", "1000/1m lock 1m")
                .build();
    }

    private static void ask(Guard guard) {
        for (int i = 0; i < CALLS; i++) {
            Key key = Key.of("caller-" + i % CALLERS);
            guard.limiter("page").tryAcquire(key);
            guard.limiter("both").tryAcquire(key);
            guard.limiter("closed").tryAcquire(key);
            guard.limiter("daily").tryAcquire(key);
            guard.semaphores("open").tryEnter(key).close();
            try (Attempt attempt = guard.lockouts("login").begin(key)) {
                if (i % 2 == 0) {
                    attempt.failed();
                } else {
                    attempt.succeeded();
                }
            }
        }
    }
}
