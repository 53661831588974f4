package io.github.ostiary.scenario;

import static io.github.ostiary.scenario.LockoutsTogetherTest.answered;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.CallContext;
import io.github.ostiary.ChallengeVerifier;
import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.LockState;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.testing.Crowd;
import io.github.ostiary.testing.GuardFixture;
import io.github.ostiary.testing.Nodes;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A captcha between a caller and a password. */
class ChallengeFlowTest {

    private static final AtomicInteger VERIFIED = new AtomicInteger();

    /** Knows one right answer; breaks when told to. */
    public static final class Captcha implements ChallengeVerifier {

        @Override
        public boolean isAnswered(CallContext call) {
            return call.parameters("captcha").size() == 1;
        }

        @Override
        public boolean verify(CallContext call) throws Exception {
            VERIFIED.incrementAndGet();
            String answer = call.parameters("captcha").get(0);
            if (answer.equals("broken")) {
                throw new java.io.IOException("the captcha service is down");
            }
            if (answer.equals("crash")) {
                throw new AssertionError("a bug of the application's");
            }
            return answer.equals("right");
        }
    }

    private static final String[] RULES = {
        "lockout.login.path=/login",
        "lockout.login.key=param:user",
        "lockout.login.failure=status:401",
        "lockout.login.success=status:200",
        "lockout.login.steps=3/1m challenge, 8/1h lock 15m",
        "lockout.login.challenge.verifier=" + Captcha.class.getName(),
        "lockout.login.challenge.attempts=3",
        "lockout.login.challenge.lock=5m",
        "lockout.login.victimLock=accept"
    };

    @BeforeEach
    void forget() {
        VERIFIED.set(0);
    }

    private static TestCall login() {
        return new TestCall("POST", "/login").param("user", "bob");
    }

    private static Decision signIn(Guard guard, CallContext call, int status) {
        Admission admission = Entering.of(guard).enter(call, Position.FIRST);
        if (admission.decision().allowed()) {
            admission.end(answered(status, call));
        }
        return admission.decision();
    }

    private static void fail(Nodes nodes, int times) {
        for (int i = 0; i < times; i++) {
            assertThat(signIn(nodes.node(i), login(), 401).allowed()).isTrue();
        }
    }

    private static LockState state(Nodes nodes) {
        return nodes.node(0).lockouts("login").state(nodes.node(0).keyFor("login", login()));
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1, 2})
    void theRightAnswerInTheSameCallLetsItThrough(int onRedis) {
        try (Nodes nodes = Nodes.of(onRedis, RULES)) {
            fail(nodes, 3);
            for (int i = 0; i < 3; i++) {
                Decision pending = signIn(nodes.node(i), login(), 200);
                assertThat(pending.reason()).isEqualTo(Reason.CHALLENGE_REQUIRED);
                assertThat(pending.retryAfter()).isEmpty();
            }
            assertThat(signIn(nodes.node(0), login().param("captcha", "right"), 401)
                            .allowed())
                    .isTrue();
            assertThat(VERIFIED).hasValue(1);
            assertThat(state(nodes).phase()).isEqualTo(Phase.OPEN);
            assertThat(signIn(nodes.node(0), login().param("captcha", "right"), 200)
                            .allowed())
                    .isTrue();
            assertThat(VERIFIED).as("nothing was pending").hasValue(1);
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1, 2})
    void wrongAnswersAreCountedAndLock(int onRedis) {
        try (Nodes nodes = Nodes.of(onRedis, RULES)) {
            fail(nodes, 3);
            for (int i = 1; i <= 2; i++) {
                assertThat(signIn(nodes.node(i), login().param("captcha", "wrong"), 200)
                                .reason())
                        .isEqualTo(Reason.CHALLENGE_REQUIRED);
                assertThat(state(nodes).wrongChallenges()).isEqualTo(i);
            }
            Decision third = signIn(nodes.node(0), login().param("captcha", "wrong"), 200);
            assertThat(third.reason()).isEqualTo(Reason.LOCKED);
            assertThat(third.retryAfter().orElseThrow()).isBetween(Duration.ofSeconds(290), Duration.ofMinutes(5));
            Decision fourth = signIn(nodes.node(1), login().param("captcha", "right"), 200);
            assertThat(fourth.reason()).isEqualTo(Reason.LOCKED);
            assertThat(VERIFIED).hasValue(3);
            Guard guard = nodes.node(1);
            assertThat(OperatorApi.of(guard).explain("login", guard.keyFor("login", login())))
                    .singleElement()
                    .satisfies(standing ->
                            assertThat(standing.lock().orElseThrow().step()).contains("3 wrong challenges lock 5m"));
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void aVerifierThatCannotSayCountsNothing(int onRedis) {
        try (Nodes nodes = Nodes.of(onRedis, RULES)) {
            fail(nodes, 3);
            for (String answer : List.of("broken", "crash", "broken", "crash")) {
                assertThat(signIn(nodes.node(0), login().param("captcha", answer), 200)
                                .reason())
                        .isEqualTo(Reason.CHALLENGE_REQUIRED);
                assertThat(state(nodes).wrongChallenges()).isZero();
            }
            assertThat(signIn(nodes.node(0), login().param("captcha", "right"), 200)
                            .allowed())
                    .isTrue();
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1, 2})
    void fiftyGuessesAndThreeAreVerified(int onRedis) throws Exception {
        try (Nodes nodes = Nodes.of(onRedis, RULES)) {
            fail(nodes, 3);
            List<Decision> told =
                    Crowd.of(50, i -> () -> signIn(nodes.node(i), login().param("captcha", "guess" + i), 200));
            assertThat(told).noneMatch(Decision::allowed);
            assertThat(VERIFIED.get()).isLessThanOrEqualTo(3);
            while (state(nodes).phase() == Phase.CHALLENGED) {
                signIn(nodes.node(0), login().param("captcha", "guess"), 200);
            }
            assertThat(VERIFIED).hasValue(3);
            assertThat(state(nodes).phase()).isEqualTo(Phase.LOCKED);
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void aFarmThatSolvesEveryCaptchaIsLockedByTheNextStep(int onRedis) {
        try (Nodes nodes = Nodes.of(onRedis, RULES)) {
            int evaluated = 0;
            Decision last = signIn(nodes.node(0), login(), 401);
            while (last.allowed() && evaluated < 100) {
                evaluated++;
                last = signIn(nodes.node(0), login().param("captcha", "right"), 401);
            }
            assertThat(evaluated).isEqualTo(8);
            assertThat(last.reason()).isEqualTo(Reason.LOCKED);
            assertThat(last.retryAfter().orElseThrow()).isGreaterThan(Duration.ofMinutes(14));
        }
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void oneAnswerServesAllRulesThatShareTheVerifier(int onRedis) {
        String[] two = new String[RULES.length * 2];
        for (int i = 0; i < RULES.length; i++) {
            two[i] = RULES[i];
            two[RULES.length + i] =
                    RULES[i].replace("lockout.login.", "lockout.net.").replace("key=param:user", "key=host");
        }
        try (Nodes nodes = Nodes.of(onRedis, two)) {
            fail(nodes, 3);
            assertThat(signIn(nodes.node(0), login().param("captcha", "right"), 200)
                            .allowed())
                    .isTrue();
            assertThat(VERIFIED).hasValue(1);
        }
    }

    /** What cannot be read is no answer. */
    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void aCallThatCannotBeReadHasNoAnswer(int onRedis) {
        try (Nodes nodes = Nodes.of(
                onRedis,
                "lockout.login.steps=1/1m challenge",
                "lockout.login.key=ip",
                "lockout.login.challenge.verifier=" + Captcha.class.getName())) {
            nodes.node(0).lockouts("login").begin(Key.ip("1.2.3.4")).failed();
            assertThat(Entering.of(nodes.node(0))
                            .enter(List.of("login"), GuardFixture.UNREADABLE)
                            .decision()
                            .reason())
                    .isEqualTo(Reason.CHALLENGE_REQUIRED);
        }
    }

    /** A verifier fails on what callers write as readily as they like. */
    @Test
    void whatAVerifierFailsOnIsNeitherQuotedNorToldAgainAndAgain() {
        List<LogRecord> told = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                told.add(line);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger("io.github.ostiary.engine.Challenges");
        logger.addHandler(handler);
        try (Nodes nodes = Nodes.of(0, RULES)) {
            fail(nodes, 3);
            for (int i = 0; i < 5; i++) {
                assertThat(signIn(nodes.node(0), login().param("captcha", "broken"), 401)
                                .reason())
                        .isEqualTo(Reason.CHALLENGE_REQUIRED);
            }
        } finally {
            logger.removeHandler(handler);
        }
        assertThat(told).hasSize(1);
        assertThat(told.get(0).getThrown()).isNull();
        assertThat(told.get(0).getMessage()).contains("java.io.IOException").doesNotContain("service is down");
    }
}
