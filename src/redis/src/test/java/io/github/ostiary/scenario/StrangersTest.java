package io.github.ostiary.scenario;

import static io.github.ostiary.scenario.LockoutsTogetherTest.answered;
import static io.github.ostiary.scenario.LockoutsTogetherTest.login;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.Lockouts;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.Semaphores;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.LogLines;
import io.github.ostiary.testing.Nodes;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What one who makes up identities can do to those he has never met, on a node of its own. */
class StrangersTest {

    private static final int FLOOD = 105_000;
    private static final int STRANGERS = 200;

    private final ManualTimeSource time = new ManualTimeSource();

    private Guard guard(String... lines) {
        return Nodes.builder(lines).timeSource(time).build();
    }

    private static Decision call(Guard guard, String address, String key) {
        CallContext call = new TestCall("GET", "/api").from(address).header("X-Key", key);
        Admission admission = Entering.of(guard).enter(call, Position.FIRST);
        admission.end();
        return admission.decision();
    }

    private static int deniedStrangers(Guard guard) {
        int denied = 0;
        for (int i = 0; i < STRANGERS; i++) {
            for (int hit = 0; hit < 3; hit++) {
                denied += call(guard, "10.0." + i / 200 + "." + i % 200, "stranger" + i)
                                .allowed()
                        ? 0
                        : 1;
            }
        }
        return denied;
    }

    @Test
    void deniedRequestsWithInventedKeysDenyNobodyElse() {
        try (Guard guard = guard(
                "limit.api.path=/*", "limit.api.key=header:X-Key", "limit.api.rate=3/1d", "limit.api.perIp=10/1d")) {
            int admitted = 0;
            for (int i = 0; i < FLOOD; i++) {
                admitted += call(guard, "6.6.6.6", "k" + i).allowed() ? 1 : 0;
            }
            assertThat(admitted).isEqualTo(10);
            assertThat(deniedStrangers(guard)).isZero();
        }
    }

    /** A bucket that fills from its first use, and attempts that count although they are denied: not for the asking. */
    @Test
    void norDoThoseThatWouldLeaveATraceIfTheyStoodAlone() {
        for (String line : new String[] {
            "limit.api.countDenied=true", "limit.api.initial=1",
        }) {
            String algorithm = line.contains("initial") ? "token-bucket" : "sliding-log";
            try (Guard guard = guard(
                    "limit.api.path=/*",
                    "limit.api.key=header:X-Key",
                    "limit.api.rate=3/1d",
                    "limit.api.algorithm=" + algorithm,
                    "limit.api.perIp=10/1d",
                    "maxTrackedKeys=1000",
                    line)) {
                for (int i = 0; i < 5_000; i++) {
                    call(guard, "6.6.6.6", "k" + i);
                }
                int denied = 0;
                for (int i = 0; i < STRANGERS; i++) {
                    denied += call(guard, "10.0.0." + i, "stranger" + i).allowed() ? 0 : 1;
                }
                assertThat(denied).as(line).isZero();
            }
        }
    }

    /** Each request leaves before the next: nothing is held, so nothing is kept. */
    @Test
    void whatWasGivenBackKeepsNobodyOut() {
        try (Guard guard = guard(
                "concurrency.work.path=/*",
                "concurrency.work.key=header:X-Key",
                "concurrency.work.permits=1",
                "concurrency.work.perIp=4",
                "concurrency.work.lease=24h",
                "maxTrackedKeys=1000")) {
            for (int i = 0; i < 5_000; i++) {
                assertThat(call(guard, "6.6.6.6", "k" + i).allowed()).isTrue();
            }
            Semaphores work = guard.semaphores("work");
            int denied = 0;
            for (int i = 0; i < STRANGERS; i++) {
                denied += work.tryEnter(Key.of("stranger" + i)).granted() ? 0 : 1;
            }
            assertThat(denied).isZero();
        }
    }

    private static final String[] LOGIN = {
        "lockout.login.path=/login",
        "lockout.login.key=param:user",
        "lockout.login.failure=status:401",
        "lockout.login.success=status:200",
        "lockout.login.neutral=status:404",
        "lockout.login.steps=3/1h lock 15m",
        "maxTrackedKeys=1000"
    };

    private static Key name(Guard guard, String user) {
        return guard.keyFor("login", login(user, "6.6.6.6"));
    }

    private static boolean signIn(Guard guard, String user, int status) {
        CallContext call = login(user, "6.6.6.6");
        Admission admission = Entering.of(guard).enter(call, Position.FIRST);
        if (admission.decision().allowed()) {
            admission.end(answered(status, call));
        }
        return admission.decision().allowed();
    }

    @Test
    void successesAndAbandonedAttemptsLeaveNothingToFillTheTableWith() {
        try (Guard guard = guard(LOGIN)) {
            for (int i = 0; i < 3_000; i++) {
                signIn(guard, "fine" + i, i % 2 == 0 ? 200 : 404);
            }
            int locked = 0;
            for (int i = 0; i < 900; i++) {
                for (int guess = 0; guess < 3; guess++) {
                    signIn(guard, "guessed" + i, 401);
                }
                locked += guard.lockouts("login")
                                        .state(name(guard, "guessed" + i))
                                        .phase()
                                == Phase.LOCKED
                        ? 1
                        : 0;
            }
            assertThat(locked).isEqualTo(900);
            assertThat(guard.lockouts("login").list(null, 1_000).keys()).hasSize(900);
        }
    }

    /** The table is full of failures: newcomers share, and one of them has an account of his own. */
    @Test
    void aStrangersSuccessClearsNothingOfAVictimWhoSharesACounter() {
        try (Guard guard = guard(LOGIN)) {
            for (int i = 0; i < 1_000; i++) {
                signIn(guard, "filler" + i, 401);
            }
            int guesses = 0;
            for (int round = 0; round < 20; round++) {
                guesses += signIn(guard, "victim", 401) ? 1 : 0;
                for (int i = 0; i < 5_000; i++) {
                    signIn(guard, "own" + i, 200);
                }
            }
            assertThat(guesses).as("of 20, at three the lock begins").isEqualTo(3);
        }
    }

    @Test
    void aResetByTheApplicationClearsNothingOfOthersWhoShareACounter() {
        try (Guard guard = guard("limit.api.rate=3/1h", "maxTrackedKeys=1000")) {
            RateLimiter api = guard.limiter("api");
            for (int i = 0; i < 1_000; i++) {
                api.tryAcquire(Key.of("filler" + i));
            }
            int admitted = 0;
            for (int round = 0; round < 10; round++) {
                admitted += api.tryAcquire(Key.of("victim")).allowed() ? 1 : 0;
                for (int i = 0; i < 5_000; i++) {
                    api.reset(Key.of("own" + i));
                    api.credit(Key.of("own" + i), 3);
                }
            }
            assertThat(admitted).isEqualTo(3);
        }
    }

    /** An administrator's lock is of one key, and of no stranger's, however full the table is. */
    @Test
    void aLockByHandIsNobodyElses() {
        try (Guard guard = guard(LOGIN)) {
            Lockouts login = guard.lockouts("login");
            for (int i = 0; i < 1_000; i++) {
                signIn(guard, "filler" + i, 401);
            }
            for (int i = 0; i < 500; i++) {
                login.lock(name(guard, "suspect" + i), Duration.ofHours(1), "");
            }
            int denied = 0;
            for (int i = 0; i < 1_000; i++) {
                denied += signIn(guard, "stranger" + i, 200) ? 0 : 1;
            }
            assertThat(denied).isZero();
            assertThat(login.state(name(guard, "suspect7")).phase()).isEqualTo(Phase.LOCKED);
            login.unlock(name(guard, "suspect7"));
            assertThat(login.state(name(guard, "suspect7")).phase()).isEqualTo(Phase.OPEN);
        }
    }

    private static Decision.@Nullable Reason denial(Guard guard, String user, String address, int status) {
        CallContext call = login(user, address);
        Admission admission = Entering.of(guard).enter(call, Position.FIRST);
        if (admission.decision() instanceof Decision.Denied denied) {
            return denied.reason();
        }
        admission.end(answered(status, call));
        return null;
    }

    /** How often members, who know their passwords, are denied by each reason at the first try. */
    private static Map<Decision.Reason, Integer> membersDenied(Guard guard) {
        Map<Decision.Reason, Integer> denied = new EnumMap<>(Decision.Reason.class);
        for (int i = 0; i < 300; i++) {
            Decision.Reason reason = denial(guard, "member" + i, "10.0." + i % 7 + "." + i / 7, 200);
            if (reason != null) {
                denied.merge(reason, 1, Integer::sum);
            }
        }
        return denied;
    }

    /** One address fails once each at names that it makes up: those make room for whoever comes after them. */
    @Test
    void inventedNamesLockNobodyOut() {
        try (Guard guard = guard(LOGIN);
                LogLines log = LogLines.of("io.github.ostiary.local")) {
            for (int guess = 0; guess < 3; guess++) {
                denial(guard, "victim", "9.9.9.9", 401);
            }
            for (int i = 0; i < 8_000; i++) {
                assertThat(denial(guard, "invented" + i, "6.6.6.6", 401)).isNull();
            }
            assertThat(membersDenied(guard)).isEmpty();
            assertThat(denial(guard, "victim", "9.9.9.9", 200)).isEqualTo(Decision.Reason.LOCKED);
            assertThat(log.lines()).hasSize(1);
            assertThat(log.lines().get(0))
                    .contains("maxTrackedKeys", "6.6.6.0/24")
                    .doesNotContainPattern("invented\\d");
        }
    }

    /** Names that are locked, or have failed twice, stay: those who share what is left are denied, and for no stranger's sake locked. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "steps=3/1h lock 15m",
                "steps=3/1h block; victimLock=accept",
                "steps=3/1h delay 1m",
                "cap=3; victimLock=accept",
                "steps=3/1h challenge; challenge.verifier=com.example.Captcha"
            })
    void whoSharesACounterIsNeitherLockedNorChallenged(String ladder) {
        GuardBuilder builder = Nodes.builder(LOGIN).property("lockout.login.wait", "0s");
        builder.property("lockout.login.steps", "99/1h lock 1m");
        for (String line : ladder.split("; ")) {
            String[] pair = line.split("=");
            builder.property("lockout.login." + pair[0], pair[1]);
        }
        try (Guard guard = builder.timeSource(time).build()) {
            for (int i = 0; i < 6_000; i++) {
                denial(guard, "invented" + i / 2, "6.6.6.6", 401);
            }
            for (int i = 0; i < 6_000; i++) {
                denial(guard, "more" + i, "6.6.6.6", 401);
            }
            int guesses = 0;
            for (int i = 0; i < 20; i++) {
                guesses += denial(guard, "victim", "9.9.9.9", 401) == null ? 1 : 0;
            }
            assertThat(guesses).as("looked at, where three may be").isLessThanOrEqualTo(3);
            assertThat(membersDenied(guard)).containsOnlyKeys(Decision.Reason.BUSY);
        }
    }
}
