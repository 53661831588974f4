package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** In a siege without a captcha, callers who are not known share a limit, and others meet nothing. */
class SiegeLimitsTest extends SteppedGuard {

    private static final String[] RULES = {
        "lockout.login.path=/login",
        "lockout.login.key=param:u",
        "lockout.login.steps=9/1h lock 15m",
        "lockout.login.failure=status:401",
        "lockout.login.success=status:204",
        "lockout.login.exempt=recent-success 30d",
        "lockout.login.siege.begin=20/30m",
        "lockout.login.siege=on",
        "lockout.login.siege.limit=strangers",
        "limit.strangers.rate=2/1m",
        "limit.strangers.key=global"
    };

    private int strangers;

    private void given(List<String> more) {
        List<String> all = new ArrayList<>(Arrays.asList(RULES));
        all.addAll(more);
        given(all.toArray(String[]::new));
    }

    private TestCall stranger() {
        strangers++;
        return login("stranger-" + strangers).from("198.51.100." + strangers);
    }

    private long left() {
        return engine.limiter("strangers")
                .peek(engine.keyFor("strangers", get("/")))
                .remaining()
                .orElseThrow();
    }

    @Test
    void callersWhoAreNotKnownShareTheLimit() {
        given(List.of());
        assertThat(enter(stranger()).holdsAttempt()).isTrue();
        assertThat(enter(stranger()).decision().allowed()).isTrue();
        Decision third = enter(stranger()).decision();
        assertThat(third.reason()).isEqualTo(Reason.RATE_LIMITED);
        assertThat(third.rule()).isEqualTo("strangers");
        assertThat(third.retryAfter()).contains(Duration.ofMinutes(1));
        assertThat(figures("limit.strangers").allowed()).isEqualTo(2);
        assertThat(figures("limit.strangers").deniedInAll()).isEqualTo(1);
    }

    @Test
    void whoeverHasSignedInFromThereMeetsNoLimit() {
        given(List.of());
        enter(login("amy")).end(answered(204, login("amy")));
        assertThat(left()).isEqualTo(1);
        for (int i = 0; i < 5; i++) {
            Admission attempt = enter(login("amy"));
            assertThat(attempt.decision().allowed()).isTrue();
            attempt.end(answered(204, login("amy")));
        }
        assertThat(left()).isEqualTo(1);
    }

    @Test
    void nothingIsSpentByACallThatIsDeniedAnyhow() {
        given(List.of("concurrency.one.path=/login", "concurrency.one.key=global", "concurrency.one.permits=1"));
        Admission first = enter(stranger());
        assertThat(first.decision().allowed()).isTrue();
        assertThat(enter(stranger()).decision().reason()).isEqualTo(Reason.CONCURRENCY_LIMITED);
        assertThat(left()).isEqualTo(1);
        first.end();
        assertThat(enter(stranger()).decision().allowed()).isTrue();
    }

    @Test
    void aRuleThatOnlyReportsStopsNobody() {
        given(List.of("lockout.login.enforce=false"));
        for (int i = 0; i < 5; i++) {
            assertThat(enter(stranger()).decision().allowed()).isTrue();
        }
        assertThat(left()).isEqualTo(2);
    }

    @Test
    void whereAnotherRuleAsksForAChallengeTheLimitIsNotEnough() {
        given(List.of(
                "lockout.code.path=/login",
                "lockout.code.key=param:u",
                "lockout.code.steps=3/1h challenge, 9/1d lock 15m",
                "lockout.code.failure=status:401",
                "lockout.code.success=status:204",
                "lockout.code.exempt=recent-success 30d",
                "lockout.code.challenge.verifier=" + VERIFIER,
                "lockout.code.siege.begin=20/30m",
                "lockout.code.siege=on"));
        assertThat(enter(stranger()).decision().reason()).isEqualTo(Reason.CHALLENGE_REQUIRED);
        assertThat(left()).isEqualTo(2);
        assertThat(enter(stranger().param("captcha", "right")).decision().allowed())
                .isTrue();
        assertThat(left()).as("and the limit").isEqualTo(1);
    }
}
