package io.github.ostiary.engine;

import io.github.ostiary.edge.PendingAdmission;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whoever listens is told each decision once and each end once, by whatever door it comes. */
class DecisionDoorsTest extends DoorSteps {

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
                            PendingAdmission outer = g.enter(login("bob"));
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
                            PendingAdmission first = g.enter("/c");
                            PendingAdmission second = g.enter("/c");
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
                            PendingAdmission second = g.enter("/c");
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

    @ParameterizedTest
    @MethodSource({"requests", "waits", "challenges"})
    void eachIsToldOnce(Walk walk) throws InterruptedException {
        told(walk);
    }
}
