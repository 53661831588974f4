package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.CallOutcome.Answer;
import io.github.ostiary.edge.Position;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Answered;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A sign-in said once: by path, from a bean, from Java, and changed while it runs. */
class SignInRuleTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private final ManualTimeSource time = new ManualTimeSource();

    private GuardBuilder page() {
        return GuardBuilder.create()
                .signIn("main", "param:username")
                .property("signin.main.path", "/login")
                .timeSource(time);
    }

    private static TestCall form(String name, String address) {
        return new TestCall("POST", "/login").from(address).param("username", name);
    }

    /** A sign-in of an application that defends against session fixation, and says nothing of what a failure is. */
    private static Decision signIn(Guard guard, TestCall call, boolean right) {
        Admission admission = Entering.of(guard).enter(call, Position.FIRST);
        if (admission.decision().allowed()) {
            if (right) {
                call.as("somebody");
            }
            admission.end(Answered.to(right ? "/" : "/login?error").ending(302, true, call));
        } else {
            admission.end();
        }
        return admission.decision();
    }

    @Test
    void threeWrongPasswordsLockTheNameOnThatNetwork() {
        try (Guard guard = page().build()) {
            for (int i = 0; i < 3; i++) {
                assertThat(signIn(guard, form("bob", "198.18.0.1"), false).allowed())
                        .isTrue();
            }
            Decision fourth = signIn(guard, form("bob", "198.18.0.1"), true);
            assertThat(fourth.reason()).isEqualTo(Reason.LOCKED);
            assertThat(fourth.rule()).isEqualTo("main.password");
            assertThat(signIn(guard, form("bob", "198.18.0.2"), true).allowed())
                    .as("bob at home")
                    .isTrue();
        }
    }

    @Test
    void aRightPasswordClearsTheSlipsBefore() {
        try (Guard guard = page().build()) {
            for (int day = 0; day < 20; day++) {
                time.advance(Duration.ofMinutes(1));
                signIn(guard, form("amy", "198.18.0.1"), false);
                signIn(guard, form("amy", "198.18.0.1"), false);
                assertThat(signIn(guard, form("amy", "198.18.0.1"), true).allowed())
                        .isTrue();
            }
        }
    }

    /** Frameworks sign in by other methods than POST, too. */
    @Test
    void theLimitCountsWhateverHasAName() {
        try (Guard guard = page().property("signin.main.limit.rate", "2/1m").build()) {
            assertThat(IntStream.range(0, 5)
                            .filter(i -> signIn(guard, new TestCall("GET", "/login").param("username", "n" + i), false)
                                    .allowed())
                            .count())
                    .isEqualTo(2);
            assertThat(signIn(guard, new TestCall("GET", "/login"), false).allowed())
                    .as("the form itself")
                    .isTrue();
        }
    }

    private static final class BeanCall implements CallContext {

        private final String name;

        BeanCall(String name) {
            this.name = name;
        }

        @Override
        public @Nullable Object argument(String argument) {
            return argument.equals("0") ? name : null;
        }

        @Override
        public Optional<String> peer() {
            return Optional.of("198.18.0.1");
        }
    }

    @Test
    void aBeanAsksAllRulesByTheNameOfTheSignIn() {
        try (Guard guard = GuardBuilder.create()
                .signIn("main", "arg:0")
                .property("signin.main.success", "return")
                .property("signin.main.failure", "exception:java.lang.SecurityException")
                .timeSource(time)
                .build()) {
            for (int i = 0; i < 3; i++) {
                Admission wrong = Entering.of(guard).enter(List.of("main"), new BeanCall("bob"));
                assertThat(wrong.decision().allowed()).isTrue();
                wrong.end(new CallOutcome(
                        OptionalInt.empty(),
                        Answer.NONE,
                        Optional.of(new SecurityException()),
                        false,
                        false,
                        new BeanCall("bob")));
            }
            Admission fourth = Entering.of(guard).enter(List.of("main"), new BeanCall("bob"));
            assertThat(fourth.decision().rule()).isEqualTo("main.password");
            fourth.end();
        }
    }

    @Test
    void javaAsksForOneOfItsRules() {
        try (Guard guard = page().build()) {
            Key bob = guard.keyFor("main.password", form("bob", "198.18.0.1"));
            IntStream.range(0, 3)
                    .forEach(i -> guard.lockouts("main.password").begin(bob).failed());
            assertThat(guard.lockouts("main.password").state(bob).phase().name())
                    .isEqualTo("LOCKED");
            assertThat(OperatorApi.of(guard).explain("main.password", bob)).isNotEmpty();
            assertThatThrownBy(() -> guard.lockouts("main"))
                    .hasMessage("there is no rule lockout.main; main is a sign-in, ask for one of its rules:"
                            + " main.limit, main.password, main.address, main.account");
        }
    }

    @Test
    void operatorsChangeAPartAndTheWholeByTheKeysOfTheFile() {
        try (Guard guard = page().build()) {
            guard.rules().override("signin.main.password.steps", "1/1h lock 1h", HOUR, "a list is tried");
            signIn(guard, form("bob", "198.18.0.1"), false);
            assertThat(signIn(guard, form("bob", "198.18.0.1"), true).rule()).isEqualTo("main.password");
            guard.rules().override("signin.main.enforce", "false", HOUR, "the application answers wrongly");
            assertThat(signIn(guard, form("bob", "198.18.0.1"), true).allowed()).isTrue();
            assertThat(guard.rules().removeOverride("signin.main.enforce", "mended"))
                    .isTrue();
            guard.rules().override("signin.main.strictness", "strict", HOUR, "an attack");
            assertThatThrownBy(() -> guard.rules().override("signin.main.name", "param:user", HOUR, ""))
                    .hasMessageContaining("it decides who is counted by which rules");
            assertThatThrownBy(() -> guard.rules().override("signin.other.enforce", "false", HOUR, ""))
                    .hasMessageContaining("there is no rule signin.other");
        }
    }
}
