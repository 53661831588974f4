package io.github.ostiary.engine;

import io.github.ostiary.Attempt;
import io.github.ostiary.Key;
import io.github.ostiary.Semaphores;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same of what Java asks. */
class JavaDoorsTest extends DoorSteps {

    static Stream<Walk> java() {
        return Stream.of(
                Walk.of("tryAcquire", LIMIT, g -> g.handedOut("a", 2), "JAVA allowed", "JAVA RATE_LIMITED"),
                Walk.of(
                        "tryAcquire of two rates",
                        "limit.a.rate=1/1h,_9/1d",
                        g -> g.handedOut("a", 2),
                        "JAVA allowed",
                        "JAVA RATE_LIMITED"),
                Walk.of(
                        "the stand-in",
                        LIMIT,
                        g -> {
                            g.onlyTheStandInAnswers();
                            g.handedOut("a", 2);
                        },
                        "JAVA allowed",
                        "JAVA RATE_LIMITED"),
                Walk.of(
                        "acquire",
                        SLOTS,
                        g -> {
                            g.engine.limiter("s").acquire(BOB, 1, MINUTE);
                            g.engine.limiter("s").acquire(BOB, 1, MINUTE);
                            g.engine.limiter("s").acquire(BOB, 1, Duration.ofSeconds(1));
                        },
                        "JAVA allowed",
                        "JAVA allowed",
                        "JAVA RATE_LIMITED"),
                Walk.of(
                        "acquire where nobody may wait",
                        SLOTS,
                        g -> {
                            g.given(0, SLOTS.split(" "));
                            g.told.clear();
                            g.engine.limiter("s").acquire(BOB, 1, MINUTE);
                            g.engine.limiter("s").acquire(BOB, 1, MINUTE);
                        },
                        "JAVA allowed",
                        "JAVA BUSY"),
                Walk.of(
                        "reserve",
                        LIMIT,
                        g -> {
                            try (var reserved = g.engine.limiter("a").reserve(BOB, 1)) {
                                reserved.settle(1);
                            }
                            g.engine.limiter("a").reserve(BOB, 1).close();
                        },
                        "JAVA allowed",
                        "ABANDON limit.a",
                        "JAVA RATE_LIMITED"),
                Walk.of(
                        "semaphores",
                        TURNS,
                        g -> {
                            Semaphores semaphores = g.engine.semaphores("c");
                            try (var held = semaphores.tryEnter(BOB)) {
                                semaphores.tryEnter(BOB).close();
                                semaphores.enter(BOB, Duration.ofSeconds(1)).close();
                            }
                        },
                        "JAVA allowed",
                        "JAVA CONCURRENCY_LIMITED",
                        "QUEUE CONCURRENCY_LIMITED",
                        "ABANDON concurrency.c"),
                Walk.of(
                        "lockouts",
                        LOGIN,
                        g -> {
                            try (Attempt first = g.engine.lockouts("l").begin(login("bob"))) {
                                first.failed();
                            }
                            g.engine.lockouts("l").begin(login("bob")).succeeded();
                            g.engine.lockouts("l").begin(login("carol")).succeeded();
                        },
                        "JAVA allowed",
                        "FAIL lockout.l",
                        "JAVA LOCKED",
                        "JAVA allowed",
                        "SUCCEED lockout.l"),
                Walk.of(
                        "an attempt that a foreign page brings about",
                        LOGIN,
                        g -> g.engine.lockouts("l").begin(foreign()).failed(),
                        "JAVA BLOCKED"),
                Walk.of(
                        "the same where the rule only reports",
                        LOGIN + " lockout.l.enforce=false",
                        g -> g.engine.lockouts("l").begin(foreign()).failed(),
                        "JAVA allowed"),
                Walk.of(
                        "locks by hand",
                        LOGIN,
                        g -> {
                            Key bob = g.engine.keyFor("l", login("bob"));
                            g.engine.lockouts("l").lock(bob, MINUTE, "");
                            g.engine.lockouts("l").block(bob, "");
                            g.engine.lockouts("l").unlock(bob);
                        },
                        "LOCKED lockout.l",
                        "BLOCKED lockout.l",
                        "UNLOCKED lockout.l"));
    }

    @ParameterizedTest
    @MethodSource("java")
    void eachIsToldOnce(Walk walk) throws InterruptedException {
        told(walk);
    }
}
