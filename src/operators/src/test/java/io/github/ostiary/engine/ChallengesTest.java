package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.operator.Figures.Attempts;
import io.github.ostiary.testing.LogLines;
import io.github.ostiary.testing.TestCall;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An answer serves all rules that asked for it, once; what cannot be verified is neither right nor wrong. */
class ChallengesTest extends SteppedGuard {

    private static String[] rule(String name, String... more) {
        List<String> lines = new ArrayList<>(List.of(
                "path=/login",
                "key=param:u+ip",
                "steps=2/1h challenge, 10/1d lock 15m",
                "failure=status:401",
                "success=status:204",
                "challenge.verifier=" + VERIFIER,
                "challenge.attempts=2"));
        lines.addAll(Arrays.asList(more));
        return lines.stream().map(line -> "lockout." + name + "." + line).toArray(String[]::new);
    }

    private static String[] all(String[]... rules) {
        return Arrays.stream(rules).flatMap(Arrays::stream).toArray(String[]::new);
    }

    private static TestCall with(String answer) {
        return login("bob").param("captcha", answer);
    }

    private Reason answer(String answer) {
        return enter(with(answer)).decision().reason();
    }

    private void pend() {
        for (int i = 0; i < 2; i++) {
            enter(login("bob")).end(answered(401, login("bob")));
        }
    }

    private Phase phase(String rule) {
        return engine.lockouts(rule).state(engine.keyFor(rule, login("bob"))).phase();
    }

    private Attempts answers(String rule) {
        return figures("lockout." + rule).lockout().orElseThrow().answers();
    }

    @Test
    void oneAnswerServesAllRulesOfAVerifier() {
        given(all(rule("one"), rule("two")));
        pend();
        assertThat(answer("wrong")).isEqualTo(Reason.CHALLENGE_REQUIRED);
        assertThat(verified).hasSize(1);
        assertThat(answers("one")).isEqualTo(new Attempts(1, 0, 0));
        assertThat(answers("two")).isEqualTo(new Attempts(1, 0, 0));
        assertThat(enter(with("right")).decision().allowed()).isTrue();
        assertThat(verified).hasSize(2);
        assertThat(answers("two")).isEqualTo(new Attempts(1, 1, 0));
        assertThat(phase("one")).isEqualTo(Phase.OPEN);
    }

    @Test
    void whatWasNotAskedForIsNotAnswered() {
        given(all(
                rule("one"),
                Arrays.stream(rule("two"))
                        .map(line -> line.replace("2/1h", "5/1h"))
                        .toArray(String[]::new)));
        pend();
        assertThat(enter(with("right")).decision().allowed()).isTrue();
        assertThat(answers("one")).isEqualTo(new Attempts(0, 1, 0));
        assertThat(answers("two")).isEqualTo(new Attempts(0, 0, 0));
    }

    @Test
    void whatOnlyReportsDeniesNobodyAndOpensNothing() {
        given(all(rule("one"), rule("two", "enforce=false")));
        pend();
        assertThat(answer("wrong")).isEqualTo(Reason.CHALLENGE_REQUIRED);
        assertThat(enter(with("right")).decision().allowed()).isTrue();
        engine.close();
        given(rule("two", "enforce=false"));
        pend();
        assertThat(enter(login("bob")).decision().allowed()).isTrue();
        assertThat(enter(with("wrong")).decision().allowed()).isTrue();
    }

    @Test
    void whatCannotBeVerifiedIsSaidOnceAndCountsNothing() {
        given(rule("one"));
        pend();
        try (LogLines lines = LogLines.of(Challenges.class.getName())) {
            for (String answer : List.of("broken", "unreadable", "broken")) {
                assertThat(answer(answer)).isEqualTo(Reason.CHALLENGE_REQUIRED);
            }
            assertThat(lines.warnings()).hasSize(1);
        }
        assertThat(answers("one")).isEqualTo(new Attempts(0, 0, 2));
        assertThat(enter(with("right")).decision().allowed()).isTrue();
    }

    @Test
    void aThreadThatIsInterruptedWhileItVerifiesStaysSo() {
        given(rule("one"));
        pend();
        assertThat(answer("interrupted")).isEqualTo(Reason.CHALLENGE_REQUIRED);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(answers("one")).isEqualTo(new Attempts(0, 0, 1));
    }

    @Test
    void anAnswerIsNotVerifiedWhereALockDeniesAnyhow() {
        given(all(rule("one"), new String[] {
            "lockout.other.path=/login",
            "lockout.other.key=param:u+ip",
            "lockout.other.steps=2/1h lock 15m",
            "lockout.other.failure=status:401",
            "lockout.other.success=status:204"
        }));
        pend();
        assertThat(answer("right")).isEqualTo(Reason.LOCKED);
        assertThat(verified).isEmpty();
    }

    @Test
    void whatIsWrongTooOftenIsToldAsTheLockThatItBegan() {
        given(rule("one"));
        pend();
        answer("wrong");
        assertThat(answer("wrong")).isEqualTo(Reason.LOCKED);
        assertThat(verified).hasSize(2);
        assertThat(answer("right")).isEqualTo(Reason.LOCKED);
        assertThat(verified).as("nothing is verified behind a lock").hasSize(2);
    }

    @Test
    void anAttemptThatIsAnsweredCountsOnceAmongDeniedOnes() {
        given(all(
                rule("one"),
                new String[] {"limit.hits.path=/login", "limit.hits.rate=9/1h", "limit.hits.countDenied=true"}));
        pend();
        answer("wrong");
        assertThat(engine.limiter("hits").peek(engine.keyFor("hits", with(""))).remaining())
                .hasValue(6);
        assertThat(enter(with("right")).decision().allowed()).isTrue();
        assertThat(engine.limiter("hits").peek(engine.keyFor("hits", with(""))).remaining())
                .hasValue(5);
        assertThat(figures("limit.hits").allowed()).isEqualTo(3);
    }
}
