package io.github.ostiary.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Answered;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** {@code basic:}: credentials that proved right within the last minute, here, are no attempt. */
class ProvedCredentialsTest {

    private final ManualTimeSource time = new ManualTimeSource();

    private static GuardBuilder builder() {
        return GuardBuilder.create()
                .property("signin.main.path", "/api/*")
                .property("signin.main.name", "basic:user")
                .property("signin.main.success", "status:204!")
                .property("signin.main.password.steps", "3/1h lock 1h");
    }

    private static TestCall call(String name, String password) {
        String credentials = Base64.getEncoder().encodeToString((name + ":" + password).getBytes(UTF_8));
        return new TestCall("GET", "/api/things").header("Authorization", "Basic " + credentials);
    }

    /** An application whose users' passwords are all {@code right}; says what it answers. */
    private static int get(Guard guard, String name, String password) {
        return get(guard, call(name, password), password.equals("right") ? 204 : 401);
    }

    private static int get(Guard guard, TestCall call, int status) {
        PendingAdmission admission = Entering.of(guard).enter(call, Position.FIRST);
        admission.awaitDecision();
        if (!admission.decision().allowed()) {
            admission.end();
            return admission.decision().reason() == Reason.BLOCKED ? 403 : 429;
        }
        admission.end(Answered.to("").ending(status, true, call));
        return status;
    }

    private static List<Integer> together(int calls, java.util.concurrent.Callable<Integer> call) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(calls);
        try {
            List<Future<Integer>> answers = new ArrayList<>();
            for (int i = 0; i < calls; i++) {
                answers.add(threads.submit(call));
            }
            List<Integer> seen = new ArrayList<>();
            for (Future<Integer> answer : answers) {
                seen.add(answer.get());
            }
            return seen;
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aHundredAtOnceAreServedBeforeAnythingIsProved() throws Exception {
        try (Guard guard = builder().build()) {
            assertThat(together(100, () -> {
                        PendingAdmission admission = Entering.of(guard).enter(call("own", "right"), Position.FIRST);
                        admission.awaitDecision();
                        Thread.yield();
                        boolean allowed = admission.decision().allowed();
                        admission.end(Answered.to("").ending(204, true, call("own", "right")));
                        return allowed ? 204 : 429;
                    }))
                    .containsOnly(204);
        }
    }

    @Test
    void othersGuessesAtTheNameLockItButNotWhoProvedRight() throws Exception {
        try (Guard guard = builder().timeSource(time).build()) {
            assertThat(get(guard, "own", "right")).isEqualTo(204);
            int looked = 0;
            for (int i = 0; i < 20; i++) {
                assertThat(get(guard, "own", "right")).isEqualTo(204);
                looked += get(guard, "own", "guess" + i) == 401 ? 1 : 0;
            }
            assertThat(looked).as("a success that is no attempt clears nothing").isEqualTo(3);
            assertThat(together(100, () -> get(guard, "own", "right"))).containsOnly(204);
            time.advance(Duration.ofSeconds(61));
            assertThat(get(guard, "own", "right")).as("after the minute").isEqualTo(429);
        }
    }

    /** Or who has an account would fill what is kept, and all others would be counted again. */
    @Test
    void oneAccountTakesOnePlaceHoweverItIsWritten() {
        try (Guard guard = builder().timeSource(time).build()) {
            String encoded = Base64.getEncoder().encodeToString("eve:right".getBytes(UTF_8));
            for (int i = 0; i < 10_100; i++) {
                String line =
                        (i % 2 == 0 ? "Basic" : "bASIC") + " ".repeat(1 + i % 101) + encoded + " ".repeat(i / 202);
                assertThat(get(guard, new TestCall("GET", "/api/things").header("Authorization", line), 204))
                        .isEqualTo(204);
            }
            assertThat(get(guard, "own", "right")).isEqualTo(204);
            for (int i = 0; i < 3; i++) {
                assertThat(get(guard, "own", "guess" + i)).isEqualTo(401);
            }
            assertThat(get(guard, "own", "right")).isEqualTo(204);
        }
    }

    @Test
    void aPasswordThatWasChangedIsCountedAgain() {
        try (Guard guard = builder().timeSource(time).build()) {
            assertThat(get(guard, "own", "right")).isEqualTo(204);
            int looked = 0;
            for (int i = 0; i < 20; i++) {
                looked += get(guard, call("own", "right"), 401) == 401 ? 1 : 0;
            }
            assertThat(looked).isEqualTo(3);
        }
    }

    @Test
    void whatOperatorsLockStaysLocked() {
        try (Guard guard = builder().timeSource(time).build()) {
            assertThat(get(guard, "own", "right")).isEqualTo(204);
            Key own = guard.keyFor("main.password", call("own", "right"));
            guard.lockouts("main.password").lock(own, Duration.ofHours(1), "");
            time.advance(Duration.ofSeconds(1));
            assertThat(get(guard, "own", "right")).isEqualTo(429);
            guard.lockouts("main.password").unlock(own);
            assertThat(get(guard, "own", "right")).isEqualTo(204);
            guard.lockouts("main.password").block(own, "left the company");
            time.advance(Duration.ofSeconds(1));
            assertThat(get(guard, "own", "right")).isEqualTo(403);
        }
    }

    private static Guard node(RedisServer redis) {
        return builder()
                .redis(redis.uri())
                .property("keyPrefix", "proved")
                .property("redis.timeout", "5s")
                .build();
    }

    /** Time is real here: only what may be asked each second is asked. */
    @Test
    void redisIsNotAskedAndAnotherNodesOperatorIsObeyed() {
        try (RedisServer redis = RedisServer.start();
                Guard here = node(redis);
                Guard there = node(redis)) {
            assertThat(get(here, "own", "right")).isEqualTo(204);
            long before = redis.decidingCalls();
            long begun = System.nanoTime();
            for (int i = 0; i < 500; i++) {
                assertThat(get(here, "own", "right")).isEqualTo(204);
            }
            long seconds = (System.nanoTime() - begun) / 1_000_000_000 + 1;
            assertThat(redis.decidingCalls() - before).isLessThanOrEqualTo(3 * seconds + 3);
            Key own = there.keyFor("main.password", call("own", "right"));
            there.lockouts("main.password").lock(own, Duration.ofHours(1), "");
            Await.until(() -> get(here, "own", "right") == 429, Duration.ofSeconds(20));
            there.lockouts("main.password").unlock(own);
            Await.until(() -> get(here, "own", "right") == 204, Duration.ofSeconds(20));
        }
    }

    /** Another password, another name, or another rule is proved by nothing. */
    @Test
    void nothingElseIsProvedByIt() {
        try (Guard guard = builder().timeSource(time).build()) {
            assertThat(get(guard, "own", "right")).isEqualTo(204);
            int looked = 0;
            for (int i = 0; i < 10; i++) {
                looked += get(guard, call("other", "right"), 401) == 401 ? 1 : 0;
            }
            assertThat(looked).isEqualTo(3);
        }
    }

    /** Names that are none are names all the same: no caller chooses to be counted as a network. */
    @Test
    void blankNamesAreCounted() {
        for (String blank : List.of("", " ", "\t ", "\u3000")) {
            try (Guard guard = builder().timeSource(time).build()) {
                int looked = 0;
                for (int i = 0; i < 24; i++) {
                    looked += get(guard, call(blank, "guess" + i), 401) == 401 ? 1 : 0;
                }
                assertThat(looked).as("'" + blank + "'").isLessThanOrEqualTo(3);
            }
        }
    }
}
