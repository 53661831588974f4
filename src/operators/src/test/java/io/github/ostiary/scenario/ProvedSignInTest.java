package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.CallOutcome.Answer;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.operator.RuleInForce;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Answered;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.LogLines;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** {@code enforce=proved}: locks are only reported until a success shows, then enforced on all nodes and after restarts. */
class ProvedSignInTest {

    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Duration HOUR = Duration.ofHours(1);

    private final String prefix = "proved-" + UUID.randomUUID();

    private static GuardBuilder signIn(String... more) {
        GuardBuilder builder = GuardBuilder.create()
                .signIn("main", "param:username")
                .property("signin.main.path", "/login")
                .property("signin.main.enforce", "proved");
        for (int i = 0; i < more.length; i += 2) {
            builder.property(more[i], more[i + 1]);
        }
        return builder;
    }

    private Guard node(String... more) {
        return signIn(more)
                .redis(RedisServer.shared().uri())
                .property("keyPrefix", prefix)
                .property("redis.timeout", "5s")
                .build();
    }

    private static Decision attempt(Guard guard, String name, String address, boolean right, String... captcha) {
        TestCall call = new TestCall("POST", "/login").from(address).param("username", name);
        if (captcha.length > 0) {
            call.param("captcha", captcha[0]);
        }
        PendingAdmission admission = Entering.of(guard).enter(call, Position.FIRST);
        try {
            admission.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        if (admission.decision().allowed()) {
            if (right) {
                call.as(name);
            }
            admission.end(Answered.to(right ? "/" : "/login?error").ending(302, true, call));
        } else {
            admission.end();
        }
        return admission.decision();
    }

    /** A name that has been tried too often on its network: denied as soon as locks are enforced. */
    private static boolean locks(Guard guard, String name) {
        for (int i = 0; i < 4; i++) {
            if (attempt(guard, name, "198.18.0.1", false).reason() == Reason.LOCKED) {
                return true;
            }
        }
        return false;
    }

    private static boolean reportsOnly(Guard guard, String rule) {
        return OperatorApi.of(guard).rules().stream()
                .filter(each -> each.full().equals(rule))
                .findFirst()
                .map(RuleInForce::untilProved)
                .orElseThrow();
    }

    @Test
    void locksAreReportedUntilASuccessIsProvedAndLimitsAreNot() {
        try (LogLines log = LogLines.of("io.github.ostiary");
                Guard guard = signIn("signin.main.limit.rate", "12/1h").build()) {
            assertThat(reportsOnly(guard, "lockout.main.password")).isTrue();
            assertThat(reportsOnly(guard, "limit.main.limit")).isFalse();
            assertThat(locks(guard, "bob")).isFalse();
            assertThat(locks(guard, "bob")).isFalse();
            assertThat(OperatorApi.of(guard).trial().rules())
                    .filteredOn(rule -> rule.rule().equals("main.password"))
                    .singleElement()
                    .satisfies(rule -> assertThat(rule.denied()).isPositive());
            assertThat(log.warnings()).anyMatch(line -> line.contains("attempts proved a success: "));
            attempt(guard, "amy", "198.18.0.2", true);
            Await.until(() -> !reportsOnly(guard, "lockout.main.password"), SOON);
            assertThat(log.lines())
                    .filteredOn(line -> line.contains("a success was proved"))
                    .containsExactly(
                            "signin.main: a success was proved; with enforce=proved its locks and challenges are"
                                    + " enforced from now on");
            assertThat(attempt(guard, "bob", "198.18.0.1", true).reason())
                    .as("bob was locked, and nobody said so")
                    .isEqualTo(Reason.LOCKED);
            for (int i = 0; i < 20; i++) {
                attempt(guard, "n" + i, "198.18.0.3", false);
            }
            assertThat(attempt(guard, "x", "198.18.0.3", false).allowed()).isFalse();
        }
    }

    @Test
    void theLimitIsEnforcedFromTheStart() {
        try (Guard guard = signIn("signin.main.limit.rate", "2/1h").build()) {
            attempt(guard, "a", "198.18.0.3", false);
            attempt(guard, "b", "198.18.0.3", false);
            assertThat(attempt(guard, "c", "198.18.0.3", false).rule()).isEqualTo("main.limit");
        }
    }

    @Test
    void allNodesFollowAndRestartsDoNotForget() {
        try (Guard here = node();
                Guard there = node()) {
            assertThat(locks(here, "bob")).isFalse();
            attempt(there, "amy", "198.18.0.2", true);
            Await.until(() -> !reportsOnly(there, "lockout.main.account"), SOON);
            Await.until(() -> !reportsOnly(here, "lockout.main.account"), SOON);
            assertThat(locks(here, "joe")).isTrue();
        }
        try (Guard later = node()) {
            assertThat(reportsOnly(later, "lockout.main.password")).isFalse();
            assertThat(locks(later, "eve")).isTrue();
        }
        try (Guard otherwise = node("signin.main.success", "location:/account*")) {
            assertThat(reportsOnly(otherwise, "lockout.main.password"))
                    .as("of other signals nothing is proved")
                    .isTrue();
        }
    }

    @Test
    void operatorsOverrideIt() {
        try (Guard guard = signIn("signin.main.limit", "off").build()) {
            guard.rules().override("signin.main.enforce", "true", HOUR, "an attack");
            assertThat(locks(guard, "bob")).isTrue();
            guard.rules().removeOverride("signin.main.enforce", "over");
            assertThat(locks(guard, "joe")).isFalse();
            attempt(guard, "amy", "198.18.0.2", true);
            Await.until(() -> !reportsOnly(guard, "lockout.main.password"), SOON);
            guard.rules().override("signin.main.enforce", "false", HOUR, "trouble");
            assertThat(locks(guard, "eve")).isFalse();
            guard.rules().override("signin.main.enforce", "proved", HOUR, "as before");
            assertThat(locks(guard, "kim")).isTrue();
        }
    }

    @Test
    void allRulesThatOnlyReportAreNotEnforcedByAProof() {
        try (Guard guard = signIn("enforce", "false").build()) {
            attempt(guard, "amy", "198.18.0.2", true);
            assertThat(locks(guard, "bob")).isFalse();
        }
    }

    /** A challenge for all, although the rule that measures the siege only reports its locks. */
    @Test
    void theSiegeIsEnforcedFromTheStart() {
        try (Guard guard = signIn(
                        "signin.main.captcha",
                        SiegedSignInTest.Captcha.class.getName(),
                        "signin.main.siege.begin",
                        "20/30m")
                .build()) {
            for (int i = 0; i < 21; i++) {
                attempt(guard, "stolen-" + i, "100.64.0." + i, false);
            }
            Decision stranger = attempt(guard, "bob", "198.18.0.1", true);
            assertThat(stranger.reason()).isEqualTo(Reason.CHALLENGE_REQUIRED);
            assertThat(stranger.rule()).isEqualTo("main.account");
            assertThat(attempt(guard, "bob", "198.18.0.1", true, "wrong").reason())
                    .isEqualTo(Reason.CHALLENGE_REQUIRED);
            for (int i = 0; i < 9; i++) {
                attempt(guard, "eve", "198.18.0.9", false, "right");
            }
            assertThat(attempt(guard, "eve", "198.18.0.9", false, "right").allowed())
                    .as("a lock is still only reported")
                    .isTrue();
            assertThat(attempt(guard, "bob", "198.18.0.1", true, "right").allowed())
                    .isTrue();
            Await.until(() -> !reportsOnly(guard, "lockout.main.account"), SOON);
            assertThat(attempt(guard, "bob", "198.18.0.1", true).allowed())
                    .as("known there")
                    .isTrue();
            assertThat(attempt(guard, "kim", "198.18.0.1", true).reason()).isEqualTo(Reason.CHALLENGE_REQUIRED);
        }
    }

    private record BeanCall(String name) implements CallContext {

        @Override
        public @Nullable Object argument(String argument) {
            return argument.equals("0") ? name : null;
        }

        @Override
        public Optional<String> peer() {
            return Optional.of("198.18.0.1");
        }
    }

    private static boolean call(Guard guard, String name, boolean right) {
        PendingAdmission admission = Entering.of(guard).enter(List.of("main"), new BeanCall(name));
        admission.end(new CallOutcome(
                OptionalInt.empty(),
                Answer.NONE,
                right ? Optional.empty() : Optional.of(new SecurityException()),
                right,
                false,
                new BeanCall(name)));
        return admission.decision().allowed();
    }

    @Test
    void itHoldsForBeans() {
        try (Guard guard = GuardBuilder.create()
                .signIn("main", "arg:0")
                .property("signin.main.limit", "off")
                .property("signin.main.success", "return")
                .property("signin.main.failure", "exception:java.lang.SecurityException")
                .property("signin.main.enforce", "proved")
                .build()) {
            for (int i = 0; i < 5; i++) {
                assertThat(call(guard, "bob", false)).isTrue();
            }
            call(guard, "amy", true);
            Await.until(() -> !reportsOnly(guard, "lockout.main.password"), SOON);
            assertThat(call(guard, "bob", false)).isFalse();
        }
    }

    /** Java says how attempts end, and the container does: both prove a success. */
    @Test
    void itHoldsForOtherLockoutsAndForJava() {
        try (Guard guard = GuardBuilder.create()
                .property("lockout.code.key", "attribute:user")
                .property("lockout.code.steps", "2/1h lock 1h")
                .property("lockout.code.success", "api")
                .property("lockout.code.enforce", "PROVED")
                .build()) {
            Key bob = Key.of("bob");
            for (int i = 0; i < 3; i++) {
                assertThat(guard.lockouts("code").begin(bob).decision().allowed())
                        .isTrue();
                guard.lockouts("code").begin(bob).failed();
            }
            guard.lockouts("code").begin(Key.of("amy")).succeeded();
            Await.until(() -> !reportsOnly(guard, "lockout.code"), SOON);
            assertThat(guard.lockouts("code").begin(bob).decision().allowed()).isFalse();
        }
    }

    @Test
    void whereThereIsNoSuccessToWaitForTheMistakeSaysSo() {
        assertThatThrownBy(() -> signIn("signin.main.limit.enforce", "proved").build())
                .hasMessageContaining(
                        "signin.main.limit.enforce=proved: must be true or false; proved is for lockouts and sign-ins"
                                + " only, which can wait for a proved success");
        assertThatThrownBy(() -> signIn("signin.main.enforce", "proven").build())
                .hasMessageContaining("signin.main.enforce=proven: must be true, false or proved");
    }
}
