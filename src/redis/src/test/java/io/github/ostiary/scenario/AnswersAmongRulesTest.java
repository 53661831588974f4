package io.github.ostiary.scenario;

import static io.github.ostiary.scenario.WaitingAnswersTest.THRESHOLD;
import static io.github.ostiary.scenario.WaitingAnswersTest.enter;
import static io.github.ostiary.scenario.WaitingAnswersTest.login;
import static io.github.ostiary.scenario.WaitingAnswersTest.pend;
import static io.github.ostiary.scenario.WaitingAnswersTest.post;
import static io.github.ostiary.scenario.WaitingAnswersTest.rules;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.CallContext;
import io.github.ostiary.ChallengeVerifier;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.testing.Nodes;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An answer to the challenge of one rule, where other rules decide about the same call: AnsweringAdmission. */
class AnswersAmongRulesTest {

    private static final AtomicInteger ASKED = new AtomicInteger();

    /** Knows one right answer, once. */
    public static final class Once implements ChallengeVerifier {

        private static final Set<String> USED = ConcurrentHashMap.newKeySet();

        @Override
        public boolean isAnswered(CallContext call) {
            return !call.parameters("captcha").isEmpty();
        }

        @Override
        public boolean verify(CallContext call) {
            ASKED.incrementAndGet();
            String answer = call.parameters("captcha").get(0);
            return answer.equals("right") && USED.add(answer);
        }
    }

    /** Accepts no answer. */
    public static final class Never implements ChallengeVerifier {

        @Override
        public boolean isAnswered(CallContext call) {
            return true;
        }

        @Override
        public boolean verify(CallContext call) {
            return false;
        }
    }

    @BeforeEach
    void begin() {
        ASKED.set(0);
        Once.USED.clear();
    }

    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void anAnswerIsNotUsedUpWhereALimitDeniesTheAttempt(int onRedis) throws Exception {
        try (Nodes nodes = Nodes.of(
                onRedis, rules(Once.class, "limit.posts.path=/login", "limit.posts.key=ip", "limit.posts.rate=4/1h"))) {
            pend(nodes);
            assertThat(post(nodes.node(0), "right").call()).isTrue();
            nodes.node(0).lockouts("login").unlock(nodes.node(0).keyFor("login", login("")));
            for (int i = 0; i < THRESHOLD; i++) {
                nodes.node(0).lockouts("login").begin(login("")).failed();
            }
            Once.USED.clear();
            Admission limited = enter(nodes.node(0), login("right"));
            assertThat(limited.decision().reason()).isEqualTo(Reason.RATE_LIMITED);
            assertThat(limited.decision().retryAfter()).isPresent();
            assertThat(ASKED).hasValue(1);
        }
    }

    /** A rule that only reports has a verifier of its own: what that says refuses nobody. */
    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void theVerifierOfARuleThatOnlyReportsRefusesNobody(int onRedis) throws Exception {
        try (Nodes nodes = Nodes.of(
                onRedis,
                rules(
                        Once.class,
                        "lockout.trial.path=/login",
                        "lockout.trial.key=param:user+ip",
                        "lockout.trial.failure=status:401",
                        "lockout.trial.steps=" + THRESHOLD + "/1h challenge",
                        "lockout.trial.enforce=false",
                        "lockout.trial.challenge.verifier=" + Never.class.getName()))) {
            pend(nodes);
            assertThat(post(nodes.node(0), "right").call()).isTrue();
        }
    }

    /** A rule that has asked for nothing has no say about an answer that was given to another. */
    @ParameterizedTest(name = "{0} nodes on Redis")
    @ValueSource(ints = {0, 1})
    void theVerifierOfARuleThatHasNotAskedIsNotAsked(int onRedis) throws Exception {
        try (Nodes nodes = Nodes.of(
                onRedis,
                rules(
                        Once.class,
                        "lockout.later.path=/login",
                        "lockout.later.key=param:user+ip",
                        "lockout.later.failure=status:401",
                        "lockout.later.steps=9/1h challenge",
                        "lockout.later.challenge.verifier=" + Never.class.getName()))) {
            pend(nodes);
            assertThat(post(nodes.node(0), "right").call()).isTrue();
        }
    }
}
