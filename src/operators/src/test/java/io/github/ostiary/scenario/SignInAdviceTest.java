package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.CallContext;
import io.github.ostiary.Guard;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.Position;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.operator.TrialReport.AttemptCounts;
import io.github.ostiary.operator.TrialReport.SeenAnswer;
import io.github.ostiary.operator.TrialReport.SignInTrial;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.LogLines;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** What an application answers to attempts whose success never shows is told, with the line to write. */
class SignInAdviceTest {

    private final ManualTimeSource time = new ManualTimeSource();

    private GuardBuilder page() {
        return GuardBuilder.create()
                .signIn("main", "param:username")
                .property("signin.main.path", "/login")
                .property("signin.main.limit", "off")
                .timeSource(time);
    }

    private static TestCall form(String name) {
        return new TestCall("POST", "/login").from("198.18.0.1").param("username", name);
    }

    private static boolean attempt(Guard guard, TestCall call, int status, String location, String... cookies) {
        Admission admission = Entering.of(guard).enter(call, Position.FIRST);
        admission.settle(outcome(call, false, status, location, cookies));
        admission.end(outcome(call, true, status, location, cookies));
        return admission.decision().allowed();
    }

    private static CallOutcome outcome(
            CallContext call, boolean returned, int status, String location, String... cookies) {
        CallOutcome.Answer answer = new CallOutcome.Answer() {
            @Override
            public Collection<String> headers(String name) {
                return name.equalsIgnoreCase("Set-Cookie") ? List.of(cookies) : List.of();
            }
        };
        Optional<String> target = Optional.of(location).filter(text -> !text.isEmpty());
        return new CallOutcome(OptionalInt.of(status), target, answer, Optional.empty(), returned, false, call);
    }

    private static List<String> advice(LogLines log) {
        return log.warnings().stream()
                .filter(line -> line.contains("proved a success: "))
                .toList();
    }

    private static SignInTrial seen(Guard guard) {
        return OperatorApi.of(guard).trial().signIns().get(0);
    }

    /** A member whose password is right, at a site whose success never shows: the log says so before the first denial. */
    @Test
    void theLineComesWithTheFirstDenialOfWhoeverShowedNoFailure() {
        try (Guard guard = page().build();
                LogLines log = LogLines.of("io.github.ostiary")) {
            attempt(guard, form("eve"), 302, "/login?error=eve");
            attempt(guard, form("bob"), 302, "/account?welcome=bob", "SID=secret");
            attempt(guard, form("bob"), 302, "/account?welcome=bob", "SID=secret");
            assertThat(advice(log)).isEmpty();
            attempt(guard, form("bob"), 302, "/account?welcome=bob", "SID=secret");
            assertThat(attempt(guard, form("bob"), 302, "/account")).isFalse();
            assertThat(advice(log))
                    .containsExactly(
                            "signin.main: none of 4 attempts proved a success: 3 were answered 302 to /account?… with Set-Cookie:"
                                    + " SID, 1 was answered 302 to /login?…. If 302 to /account?… with Set-Cookie: SID is the answer to"
                                    + " right passwords, they count as failures and lock people out: write"
                                    + " signin.main.success=location:/account* (logged again when something has changed, at most once a minute,"
                                    + " and every hour)");
            assertThat(log.lines().toString()).doesNotContain("secret").doesNotContain("bob");
            assertThat(seen(guard).proposal()).hasValue("signin.main.success=location:/account*");
        }
    }

    /** Attackers come first, and their denial says the line; a member's says it again. */
    @Test
    void newsIsSaidAgainAndNothingElse() {
        try (Guard guard = page().build();
                LogLines log = LogLines.of("io.github.ostiary")) {
            for (int i = 0; i < 3; i++) {
                attempt(guard, form("eve"), 302, "/login?error");
            }
            assertThat(advice(log)).hasSize(1);
            time.advance(Duration.ofMinutes(2));
            for (int i = 0; i < 3; i++) {
                attempt(guard, form("mallory"), 302, "/login?error");
            }
            assertThat(advice(log)).as("no news").hasSize(1);
            for (int i = 0; i < 3; i++) {
                attempt(guard, form("bob"), 302, "/account");
            }
            assertThat(advice(log)).hasSize(2);
            assertThat(advice(log).get(1)).contains("write signin.main.success=location:/account*");
            time.advance(Duration.ofMinutes(61));
            for (int i = 0; i < 20; i++) {
                attempt(guard, form("x" + i), 302, "/login?error");
            }
            assertThat(advice(log)).as("after ten attempts").hasSize(3);
            for (int i = 0; i < 20; i++) {
                time.advance(Duration.ofMinutes(4));
                attempt(guard, form("y" + i), 302, "/login?error");
            }
            assertThat(advice(log)).as("each hour").hasSize(4);
        }
    }

    /** Whoever has shown failures is no member that a wrong signal shuts out. */
    @Test
    void failuresThatShowAreNoNews() {
        try (Guard guard = page().build();
                LogLines log = LogLines.of("io.github.ostiary")) {
            for (int i = 0; i < 3; i++) {
                attempt(guard, form("eve"), 401, "");
            }
            assertThat(attempt(guard, form("eve"), 401, "")).isFalse();
            assertThat(advice(log)).isEmpty();
            assertThat(seen(guard).attempts().failed()).isEqualTo(3);
        }
    }

    @Test
    void threeLockoutsSeeOneAttempt() {
        try (Guard guard = page().build()) {
            TestCall call = form("bob").as("bob");
            attempt(guard, call, 302, "/account");
            attempt(guard, form("amy"), 302, "/login?error");
            attempt(guard, form("amy"), 500, "");
            attempt(guard, new TestCall("POST", "/login").from("198.18.0.1"), 302, "/login?error");
            SignInTrial seen = seen(guard);
            assertThat(seen.name()).isEqualTo("signin.main");
            assertThat(seen.attempts()).isEqualTo(new AttemptCounts(1, 0, 2, 1));
            assertThat(seen.nameless()).isEqualTo(1);
            assertThat(seen.answers())
                    .extracting(SeenAnswer::text)
                    .containsExactly("302 to /login?…", "302 to /account with a signed-in caller", "500");
            assertThat(seen.answers().get(1).signals()).containsExactly("principal");
            assertThat(seen.advice()).isEmpty();
        }
    }

    /** The answer may be called like the member. */
    @Test
    void aPlaceThatIsCalledLikeTheNameIsNotShown() {
        try (Guard guard = page().build()) {
            attempt(guard, form("bob"), 302, "/~Bob/start");
            assertThat(seen(guard).answers().get(0).location()).isEqualTo("/*/…");
        }
    }

    /** An application that leads wherever the form asks leads wrong passwords there as well. */
    @Test
    void whereTheCallerAskedToBeLedIsNotProposed() {
        try (Guard guard = page().build()) {
            attempt(guard, form("eve"), 302, "/login?error");
            attempt(guard, form("eve"), 302, "/login?error");
            attempt(guard, form("eve").param("next", "/evil"), 302, "/evil");
            attempt(guard, form("amy").header("Referer", "https://shop.example/evil2"), 302, "/evil2");
            attempt(guard, form("joe").header("X-Forwarded-Prefix", "/evil3"), 302, "/evil3/account");
            assertThat(seen(guard).proposal()).isEmpty();
            attempt(guard, form("bob"), 302, "/account");
            assertThat(seen(guard).proposal()).hasValue("signin.main.success=location:/account*");
        }
    }

    @Test
    void otherSignalsBeginAnew() {
        try (Guard guard = page().build()) {
            attempt(guard, form("bob"), 302, "/account");
            guard.rules().override("signin.main.strictness", "strict", Duration.ofHours(1), "an attack");
            assertThat(seen(guard).attempts().all()).isEqualTo(1);
            guard.rules().override("signin.main.success", "location:/account*", Duration.ofHours(1), "as advised");
            attempt(guard, form("amy"), 302, "/account");
            assertThat(seen(guard).attempts().all()).isEqualTo(1);
            assertThat(seen(guard).attempts().proved()).isEqualTo(1);
        }
    }

    /** What is proposed can be written. */
    @Test
    void theProposedLineEndsTheTrouble() {
        try (Guard guard = page().build()) {
            attempt(guard, form("eve"), 200, "");
            attempt(guard, form("eve"), 200, "");
            attempt(guard, form("bob"), 200, "", "AUTH=secret; Secure", "OLD=; Max-Age=0");
            String line = seen(guard).proposal().orElse("");
            assertThat(line).isEqualTo("signin.main.success=set-cookie:AUTH");
            String[] parts = line.split("=", 2);
            guard.rules().override(parts[0], parts[1], Duration.ofHours(1), "as advised");
            for (int i = 0; i < 10; i++) {
                assertThat(attempt(guard, form("bob"), 200, "", "AUTH=secret")).isTrue();
            }
        }
    }
}
