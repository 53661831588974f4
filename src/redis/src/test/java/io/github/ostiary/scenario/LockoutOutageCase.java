package io.github.ostiary.scenario;

import io.github.ostiary.Attempt;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.Lockouts;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Nodes;
import java.time.Duration;

/** A lockout on a Redis that goes and comes back. */
abstract class LockoutOutageCase {

    static final Duration BOUND = Duration.ofSeconds(20);
    static final Key BOB = Key.principal("bob");
    static final String[] RULES = {"lockout.login.steps=3/1h lock 15m", "lockout.login.key=principal"};

    static GuardBuilder builder(String uri, String... more) {
        GuardBuilder builder = Nodes.builder(RULES).redis(uri).property("redis.timeout", "1s");
        for (String line : more) {
            builder.property(line.split("=", 2)[0], line.split("=", 2)[1]);
        }
        return builder;
    }

    static Lockouts login(Guard guard) {
        return guard.lockouts("login");
    }

    static void awaitAway(Guard guard) {
        Await.until(
                () -> {
                    try (Attempt probe = login(guard).begin(Key.principal("probe"))) {
                        probe.abandon();
                        return probe.decision().degraded();
                    }
                },
                BOUND);
    }

    static void awaitBack(Guard guard) {
        Await.until(
                () -> {
                    try (Attempt probe = login(guard).begin(Key.principal("back"))) {
                        probe.abandon();
                        return !probe.decision().degraded();
                    }
                },
                BOUND);
    }
}
