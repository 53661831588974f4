package io.github.ostiary.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.CallContext;
import io.github.ostiary.Guard;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.Position;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.operator.TrialReport.AttemptCounts;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.LogLines;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When the log says that a success never shows, or that nothing else does; and how often. */
class SignInAdviserTest {

    private final ManualTimeSource time = new ManualTimeSource();
    private LogLines log;
    private Guard guard;
    private int callers;

    @BeforeEach
    void listen() {
        log = LogLines.of("io.github.ostiary");
    }

    @AfterEach
    void close() {
        guard.close();
        log.close();
    }

    /** A sign-in page whose success never shows but by 204; who is led to the terms has tried nothing. */
    private void page() {
        guard = GuardBuilder.create()
                .timeSource(time)
                .signIn("main", "param:u")
                .property("signin.main.path", "/login")
                .property("signin.main.limit", "off")
                .property("signin.main.success", "status:204")
                .property("signin.main.failure", "status:401")
                .property("signin.main.neutral", "location:/terms")
                .build();
    }

    private void lockout() {
        guard = GuardBuilder.create()
                .timeSource(time)
                .property("lockout.login.path", "/login")
                .property("lockout.login.key", "param:u")
                .property("lockout.login.steps", "50/1h lock 15m")
                .property("lockout.login.success", "status:204")
                .property("lockout.login.failure", "status:401, location:/login?error*")
                .property("lockout.login.neutral", "location:/terms")
                .build();
    }

    /** Each by another name from elsewhere: no step fires. */
    private void attempts(int count, int status, String location) {
        for (int i = 0; i < count; i++) {
            callers++;
            end(
                    new TestCall("POST", "/login")
                            .from("198.18." + callers + ".1")
                            .param("u", "user" + callers),
                    status,
                    location);
        }
    }

    private void end(TestCall call, int status, String location) {
        Admission admission = Entering.of(guard).enter(call, Position.FIRST);
        assertThat(admission.decision().allowed()).isTrue();
        admission.settle(outcome(call, false, status, location));
        admission.end(outcome(call, true, status, location));
    }

    private static CallOutcome outcome(CallContext call, boolean returned, int status, String location) {
        return new CallOutcome(
                OptionalInt.of(status),
                Optional.of(location).filter(text -> !text.isEmpty()),
                CallOutcome.Answer.NONE,
                Optional.empty(),
                returned,
                false,
                call);
    }

    private long lines(String words) {
        return log.lines().stream().filter(line -> line.contains(words)).count();
    }

    private long unproved() {
        return lines("attempts proved a success: ");
    }

    private AttemptCounts seen() {
        return OperatorApi.of(guard).trial().signIns().get(0).attempts();
    }

    @Test
    void tenAttemptsWithoutASuccessAreEnough() {
        page();
        attempts(5, 401, "");
        attempts(4, 302, "/home");
        assertThat(unproved()).isZero();
        attempts(1, 302, "/home");
        assertThat(unproved()).isEqualTo(1);
        assertThat(seen()).isEqualTo(new AttemptCounts(0, 5, 5, 0));
    }

    @Test
    void oneSuccessAmongThemIsAProof() {
        page();
        attempts(1, 204, "");
        attempts(20, 302, "/home");
        assertThat(unproved()).isZero();
        assertThat(lines("attempts proved a success")).isZero();
    }

    @Test
    void tenSuccessesWithoutAFailureAreNamedOnce() {
        page();
        attempts(9, 204, "");
        assertThat(lines("each of the first 10 attempts proved a success")).isZero();
        attempts(1, 204, "");
        assertThat(lines("each of the first 10 attempts proved a success")).isEqualTo(1);
        attempts(10, 204, "");
        assertThat(lines("each of the first 10 attempts proved a success")).isEqualTo(1);
    }

    @Test
    void whatWasNoAttemptIsNotCounted() {
        page();
        attempts(30, 302, "/terms");
        assertThat(OperatorApi.of(guard).trial().signIns())
                .allSatisfy(each -> assertThat(each.attempts().all()).isZero());
        assertThat(unproved()).isZero();
    }

    /** News is another form of answer, a minute after the last line; without news the line comes again each hour. */
    @Test
    void theLineComesAgainWithNewsAfterAMinuteAndElseEachHour() {
        page();
        attempts(10, 302, "/home");
        assertThat(unproved()).isEqualTo(1);
        time.advance(Duration.ofSeconds(60).minusNanos(1_000));
        attempts(1, 302, "/other");
        assertThat(unproved()).as("a minute is not over").isEqualTo(1);
        time.advance(Duration.ofNanos(1_000));
        attempts(1, 302, "/other");
        assertThat(unproved()).as("news").isEqualTo(2);
        time.advance(Duration.ofMinutes(60).minusNanos(1_000));
        attempts(1, 302, "/other");
        assertThat(unproved()).as("no news").isEqualTo(2);
        time.advance(Duration.ofNanos(1_000));
        attempts(1, 302, "/other");
        assertThat(unproved()).as("an hour").isEqualTo(3);
    }

    @Test
    void failuresThatShowAreNamedOnce() {
        page();
        attempts(10, 401, "");
        assertThat(unproved()).isEqualTo(1);
        for (int hour = 0; hour < 5; hour++) {
            time.advance(Duration.ofHours(2));
            attempts(1, 401, "");
        }
        assertThat(unproved()).isEqualTo(1);
    }

    /** The first line may come with a denial, before there were ten; the tenth attempt says it once more. */
    @Test
    void theTenthAttemptSaysItAgainAtOnce() {
        page();
        for (int i = 0; i < 3; i++) {
            end(new TestCall("POST", "/login").from("198.18.0.1").param("u", "bob"), 302, "/home");
        }
        assertThat(unproved()).isEqualTo(1);
        attempts(6, 302, "/home");
        assertThat(unproved()).isEqualTo(1);
        attempts(1, 302, "/home");
        assertThat(unproved()).isEqualTo(2);
        attempts(5, 302, "/home");
        assertThat(unproved()).isEqualTo(2);
    }

    @Test
    void aRedirectThatShowsNeitherIsNamedOnceForALockoutOfOnesOwn() {
        lockout();
        attempts(1, 302, "/login?error=1");
        attempts(1, 401, "");
        attempts(1, 204, "");
        attempts(1, 302, "/terms");
        attempts(1, 200, "");
        assertThat(lines("showed neither a failure nor a success")).isZero();
        attempts(1, 302, "/home");
        assertThat(lines("lockout.login: a redirect (302) to /home showed neither a failure nor a success"))
                .isEqualTo(1);
        attempts(1, 302, "/elsewhere");
        assertThat(lines("showed neither a failure nor a success")).isEqualTo(1);
    }

    @Test
    void ofASignInALineOfItsOwnSaysThat() {
        page();
        attempts(1, 302, "/home");
        assertThat(lines("showed neither a failure nor a success")).isZero();
    }

    /** Only a sign-in has a name for every attempt; a captcha that is answered is none. */
    @Test
    void anAttemptWithoutANameIsOneOfASignInOnly() {
        page();
        end(new TestCall("POST", "/login").from("198.18.0.1"), 401, "");
        attempts(2, 401, "");
        assertThat(OperatorApi.of(guard).trial().signIns()).singleElement().satisfies(each -> {
            assertThat(each.nameless()).isEqualTo(1);
            assertThat(each.attempts().all()).isEqualTo(3);
        });
        guard.close();
        lockout();
        attempts(2, 401, "");
        assertThat(OperatorApi.of(guard).trial().signIns())
                .allSatisfy(each -> assertThat(each.nameless()).isZero());
    }
}
