package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Attempt;
import io.github.ostiary.Decision;
import io.github.ostiary.Key;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.Semaphores;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.local.LocalDenialCache;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.SharedStore;
import io.github.ostiary.testing.TestCall;
import io.github.ostiary.tier.TwoTiers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whoever listens is told each decision once and each end once, by whatever door it comes. */
class DecisionDoorsTest extends SteppedGuard {

    private static final Key BOB = Key.of("bob");
    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** All that was told, in its order. */
    private final List<String> told = new ArrayList<>();

    private final class Recorder implements DecisionListener {

        @Override
        public void decided(Door door, List<Ask> asks, TierAnswer answer, Decision decision) {
            told.add(door + " " + (decision.allowed() ? "allowed" : String.valueOf(decision.reason())));
        }

        @Override
        public void settled(Operation ending, List<Ask> asks, List<Verdict> verdicts, @Nullable SeenEnd end) {
            asks.forEach(ask -> told.add(ending + " " + ask.rule().full()));
        }

        @Override
        public void changed(GuardChange change) {
            told.add(change.act() + " " + change.subject());
        }
    }

    private interface Visit {

        void to(DecisionDoorsTest guard) throws InterruptedException;
    }

    /** What happens to a guard of these rules, and all that is told of it. */
    private record Walk(String name, List<String> lines, Visit visit, List<String> told) {

        static Walk of(String name, String lines, Visit visit, String... told) {
            return new Walk(name, Arrays.asList(lines.split(" ")), visit, List.of(told));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static final String LIMIT = "limit.a.path=/a limit.a.rate=1/1h limit.a.key=global";
    private static final String TWO = LIMIT + " limit.b.path=/a limit.b.rate=2/1h limit.b.key=global";
    private static final String TURNS = "concurrency.c.path=/c concurrency.c.permits=1 concurrency.c.wait=10s";
    private static final String SLOTS =
            "limit.s.path=/s limit.s.algorithm=leaky-bucket limit.s.rate=1/3s limit.s.burst=1 limit.s.wait=20s";
    private static final String LOGIN = "lockout.l.path=/login lockout.l.key=param:u lockout.l.steps=1/1h_lock_15m"
            + " lockout.l.failure=status:401 lockout.l.success=status:204";
    private static final String CAPTCHA = "lockout.l.path=/login lockout.l.key=param:u"
            + " lockout.l.steps=1/1h_challenge,_9/1d_lock_15m lockout.l.failure=status:401 lockout.l.success=status:204"
            + " lockout.l.challenge.verifier=" + VERIFIER;

    private void times(int times, String path) {
        for (int i = 0; i < times; i++) {
            enter(path);
        }
    }

    private void named(String path, String... rules) {
        engine.enter(List.of(rules), get(path));
    }

    private void attempt(int status) {
        enter(login("bob")).end(answered(status, login("bob")));
    }

    private void answer(String answer) {
        enter(login("bob").param("captcha", answer)).end();
    }

    private void handedOut(String rule, int times) {
        RateLimiter limiter = engine.limiter(rule);
        for (int i = 0; i < times; i++) {
            limiter.tryAcquire(BOB);
        }
    }

    private static TestCall foreign() {
        return login("bob").header("Sec-Fetch-Site", "cross-site");
    }

    private void onlyTheStandInAnswers() {
        engine.close();
        SharedStore store = new SharedStore(clock.of(0), SharedStore.Listener.NONE, false);
        tiers = new TwoTiers(
                new LocalDenialCache(1_000, clock.of(0)),
                store.line(),
                new LocalStore(1_000, clock.of(0)),
                1,
                Duration.ofSeconds(2),
                clock.of(0),
                null);
        store.away = true;
        engine = engine(tiers, 100, "limit.a.path=/a", "limit.a.rate=1/1h", "limit.a.key=global");
        told.clear();
    }

    static Stream<Walk> requests() {
        return Stream.of(
                Walk.of("a limit", LIMIT, g -> g.times(2, "/a"), "REQUEST allowed", "REQUEST RATE_LIMITED"),
                Walk.of("two limits", TWO, g -> g.times(2, "/a"), "REQUEST allowed", "REQUEST RATE_LIMITED"),
                Walk.of(
                        "a shadow",
                        LIMIT + " limit.a.enforce=false",
                        g -> g.times(2, "/a"),
                        "REQUEST allowed",
                        "REQUEST allowed"),
                Walk.of("no rule", LIMIT, g -> g.times(1, "/else"), "REQUEST allowed"),
                Walk.of(
                        "a block",
                        LIMIT + " block.evil.ip=192.0.2.1",
                        g -> g.enter(get("/a").from("192.0.2.1")),
                        "REQUEST BLOCKED"),
                Walk.of(
                        "what cannot be read",
                        LIMIT + " limit.a.cost=header:N",
                        g -> g.enter(get("/a").header("N", "-1")),
                        "REQUEST MALFORMED"),
                Walk.of(
                        "the stand-in",
                        LIMIT,
                        g -> {
                            g.onlyTheStandInAnswers();
                            g.times(2, "/a");
                        },
                        "REQUEST allowed",
                        "REQUEST RATE_LIMITED"),
                Walk.of(
                        "a bean",
                        LIMIT,
                        g -> {
                            g.named("/x", "a");
                            g.named("/x", "a");
                        },
                        "RULES allowed",
                        "RULES RATE_LIMITED"),
                Walk.of(
                        "a bean of no caller",
                        LIMIT + " limit.a.cost=header:N",
                        g -> g.engine.enter(List.of("a"), get("/x").header("N", "-1")),
                        "RULES MALFORMED"),
                Walk.of(
                        "attempts",
                        LOGIN,
                        g -> {
                            g.attempt(401);
                            g.attempt(204);
                        },
                        "REQUEST allowed",
                        "FAIL lockout.l",
                        "REQUEST LOCKED"),
                Walk.of(
                        "an attempt that is never looked at",
                        LOGIN,
                        g -> g.enter(login("bob")).end(),
                        "REQUEST allowed",
                        "ABANDON lockout.l"),
                Walk.of(
                        "one attempt of two calls",
                        LOGIN,
                        g -> {
                            Admission outer = g.enter(login("bob"));
                            g.behind(outer, login("bob"), "l").end(answered(204, login("bob")));
                            outer.end(answered(204, login("bob")));
                        },
                        "REQUEST allowed",
                        "RULES allowed",
                        "SUCCEED lockout.l",
                        "SUCCEED lockout.l"));
    }

    static Stream<Walk> waits() {
        return Stream.of(
                Walk.of(
                        "a turn that comes",
                        TURNS,
                        g -> {
                            Admission first = g.enter("/c");
                            Admission second = g.enter("/c");
                            first.end();
                            g.clock.pass(0);
                            second.end();
                        },
                        "REQUEST allowed",
                        "ABANDON concurrency.c",
                        "QUEUE allowed",
                        "ABANDON concurrency.c"),
                Walk.of(
                        "a turn that does not come",
                        TURNS,
                        g -> {
                            g.enter("/c");
                            g.enter("/c");
                            g.clock.pass(11 * SECOND);
                        },
                        "REQUEST allowed",
                        "QUEUE CONCURRENCY_LIMITED"),
                Walk.of(
                        "one who leaves",
                        TURNS,
                        g -> {
                            g.enter("/c");
                            g.enter("/c").leave();
                        },
                        "REQUEST allowed",
                        "QUEUE CONCURRENCY_LIMITED"),
                Walk.of(
                        "one who gives up twice",
                        TURNS,
                        g -> {
                            g.enter("/c");
                            Admission second = g.enter("/c");
                            second.giveUp();
                            second.giveUp();
                        },
                        "REQUEST allowed",
                        "QUEUE CONCURRENCY_LIMITED"),
                Walk.of(
                        "one whose guard is closed",
                        TURNS,
                        g -> {
                            g.enter("/c");
                            g.enter("/c");
                            g.engine.close();
                        },
                        "REQUEST allowed",
                        "QUEUE CONCURRENCY_LIMITED"),
                Walk.of(
                        "a slot that comes",
                        SLOTS,
                        g -> {
                            g.times(2, "/s");
                            g.clock.pass(4 * SECOND);
                        },
                        "REQUEST allowed",
                        "QUEUE allowed"),
                Walk.of(
                        "a slot that is given up",
                        SLOTS,
                        g -> {
                            g.times(1, "/s");
                            g.enter("/s").giveUp();
                        },
                        "REQUEST allowed",
                        "QUEUE BUSY"),
                Walk.of(
                        "no room to wait",
                        SLOTS,
                        g -> {
                            g.given(1, SLOTS.split(" "));
                            g.told.clear();
                            g.times(3, "/s");
                        },
                        "REQUEST allowed",
                        "QUEUE BUSY"));
    }

    static Stream<Walk> challenges() {
        return Stream.of(
                Walk.of(
                        "no answer",
                        CAPTCHA,
                        g -> {
                            g.attempt(401);
                            g.attempt(401);
                        },
                        "REQUEST allowed",
                        "FAIL lockout.l",
                        "REQUEST CHALLENGE_REQUIRED"),
                Walk.of(
                        "a wrong answer",
                        CAPTCHA,
                        g -> {
                            g.attempt(401);
                            g.answer("wrong");
                        },
                        "REQUEST allowed",
                        "FAIL lockout.l",
                        "FAIL lockout.l",
                        "REQUEST CHALLENGE_REQUIRED"),
                Walk.of(
                        "an answer that cannot be verified",
                        CAPTCHA,
                        g -> {
                            g.attempt(401);
                            g.answer("broken");
                        },
                        "REQUEST allowed",
                        "FAIL lockout.l",
                        "ABANDON lockout.l",
                        "REQUEST CHALLENGE_REQUIRED"),
                Walk.of(
                        "a right answer",
                        CAPTCHA,
                        g -> {
                            g.attempt(401);
                            g.answer("right");
                        },
                        "REQUEST allowed",
                        "FAIL lockout.l",
                        "SUCCEED lockout.l",
                        "REQUEST allowed",
                        "ABANDON lockout.l"));
    }

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
    @MethodSource({"requests", "waits", "challenges", "java"})
    void eachIsToldOnce(Walk walk) throws InterruptedException {
        watcher = new Recorder();
        given(walk.lines().stream().map(line -> line.replace("_", " ")).toArray(String[]::new));
        walk.visit().to(this);
        assertThat(told).isEqualTo(walk.told());
    }
}
