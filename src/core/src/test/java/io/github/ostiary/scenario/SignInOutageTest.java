package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.CallContext;
import io.github.ostiary.ChallengeVerifier;
import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** The database behind a sign-in is away for ten minutes: every sign-in is answered 500, and all members try again. */
class SignInOutageTest {

    private static final int MEMBERS = 200;

    private final ManualTimeSource time = new ManualTimeSource();

    /** Members pass theirs. */
    public static final class Passed implements ChallengeVerifier {
        @Override
        public boolean isAnswered(CallContext call) {
            return !call.parameters("captcha").isEmpty();
        }

        @Override
        public boolean verify(CallContext call) {
            return true;
        }
    }

    private static Decision signIn(Guard guard, int member, boolean captcha, int status) {
        TestCall call =
                new TestCall("POST", "/login").from("172.16.0." + member).param("username", "member-" + member);
        if (captcha) {
            call.param("captcha", "x");
        }
        Admission admission = Entering.of(guard).enter(call, Position.FIRST);
        if (!admission.decision().allowed()) {
            admission.end();
            return admission.decision();
        }
        if (status < 500) {
            call.as("member-" + member);
        }
        admission.end(
                new CallOutcome(OptionalInt.of(status), CallOutcome.Answer.NONE, Optional.empty(), true, false, call));
        return admission.decision();
    }

    @Test
    void nobodyIsLockedOutByIt() {
        try (Guard guard = GuardBuilder.create()
                .signIn("main", "param:username")
                .property("signin.main.path", "/login")
                .property("signin.main.captcha", Passed.class.getName())
                .timeSource(time)
                .build()) {
            int captchas = 0;
            for (int minute = 0; minute < 10; minute++) {
                for (int member = 0; member < MEMBERS; member++) {
                    if (signIn(guard, member, false, 500).reason() == Reason.CHALLENGE_REQUIRED) {
                        captchas++;
                        assertThat(signIn(guard, member, true, 500).reason())
                                .as("member %d, minute %d", member, minute)
                                .isNotIn(Reason.LOCKED, Reason.BLOCKED);
                    }
                }
                time.advance(Duration.ofMinutes(1));
            }
            for (int member = 0; member < MEMBERS; member++) {
                assertThat(signIn(guard, member, true, 200).allowed())
                        .as("member %d when it is over", member)
                        .isTrue();
            }
            assertThat(captchas).as("captchas of ten tries each").isLessThan(10 * MEMBERS);
        }
    }
}
