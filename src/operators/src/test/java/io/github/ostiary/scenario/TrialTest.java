package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.Position;
import io.github.ostiary.operator.Explanation.RuleType;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.operator.TrialReport.Proposal;
import io.github.ostiary.operator.TrialReport.RateUse;
import io.github.ostiary.operator.TrialReport.RuleTrial;
import io.github.ostiary.operator.TrialReport.Share;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.LogLines;
import io.github.ostiary.testing.Nodes;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Holds what operators are told of rules that only report, before they enforce them. */
class TrialTest {

    private final ManualTimeSource time = new ManualTimeSource();

    private GuardBuilder builder() {
        return GuardBuilder.create().timeSource(time);
    }

    private static RuleTrial only(Guard guard) {
        assertThat(OperatorApi.of(guard).trial().rules()).hasSize(1);
        return OperatorApi.of(guard).trial().rules().get(0);
    }

    private static void enter(Guard guard, String address) {
        TestCall call = new TestCall("GET", "/page").from(address);
        Entering.of(guard).enter(call, Position.FIRST).end();
    }

    @Test
    void aRequestThatWouldBeDeniedIsToldOf() {
        try (Guard guard = builder()
                .limit("page", "3/1m")
                .property("limit.page.path", "/page")
                .property("limit.page.key", "ip")
                .property("limit.page.enforce", "false")
                .build()) {
            for (int i = 0; i < 5; i++) {
                enter(guard, "10.1.2.3");
            }
            enter(guard, "10.1.3.3");

            RuleTrial told = only(guard);
            assertThat(told.rule()).isEqualTo("page");
            assertThat(told.kind()).isEqualTo(RuleType.LIMIT);
            assertThat(told.asked()).isEqualTo(6);
            assertThat(told.denied()).isEqualTo(2);
            assertThat(told.networks()).containsExactly(new Share("10.1.2.0/24", 2));
            RateUse use = told.uses().get(0);
            assertThat(use.callers()).isEqualTo(2);
            assertThat(use.overLimit()).isEqualTo(1);
            assertThat(use.proposals()).contains(new Proposal(0.01, OptionalLong.empty()));
        }
    }

    /** What callers use of it is answers, and not calls. */
    @Test
    void aLimitThatCountsAnswersIsToldOfByThose() {
        try (Guard guard = builder()
                .limit("page", "3/1m")
                .property("limit.page.path", "/page")
                .property("limit.page.key", "ip")
                .property("limit.page.counts", "status:404")
                .property("limit.page.enforce", "false")
                .build()) {
            for (int i = 0; i < 25; i++) {
                TestCall call = new TestCall("GET", "/page").from(i < 5 || i > 9 ? "10.1.2.3" : "10.1.3.3");
                int status = i < 10 ? 200 : i < 15 ? 404 : 304;
                Entering.of(guard)
                        .enter(call, Position.FIRST)
                        .end(new CallOutcome(
                                OptionalInt.of(status), CallOutcome.Answer.NONE, Optional.empty(), true, false, call));
            }
            RuleTrial told = only(guard);
            assertThat(told.asked()).isEqualTo(25);
            assertThat(told.denied()).as("the fourth 404 and all after it").isEqualTo(12);
            RateUse use = told.uses().get(0);
            assertThat(use.callers()).isEqualTo(1);
            assertThat(use.overLimit()).isEqualTo(1);
        }
    }

    @Test
    void aCallOfSeveralRatesAndRulesIsToldOfOncePerRule() {
        try (Guard guard = builder()
                .property("enforce", "false")
                .limit("page", "3/1m, 4/1h")
                .property("limit.page.path", "/page")
                .limit("other", "1/1m")
                .property("limit.other.path", "/page")
                .build()) {
            for (int i = 0; i < 5; i++) {
                enter(guard, "10.1.2.3");
            }

            assertThat(OperatorApi.of(guard).trial().rules())
                    .extracting(RuleTrial::rule)
                    .containsExactly("other", "page");
            assertThat(OperatorApi.of(guard).trial().rules())
                    .extracting(RuleTrial::asked)
                    .containsExactly(5L, 5L);
            assertThat(OperatorApi.of(guard).trial().rules())
                    .extracting(RuleTrial::denied)
                    .containsExactly(4L, 2L);
            assertThat(OperatorApi.of(guard).trial().rules().get(1).uses()).hasSize(2);
        }
    }

    @Test
    void aLockoutOnTrialSaysWhomItWouldHaveLocked() {
        Key bob = Key.principal("bob");
        try (Guard guard = builder()
                .property("lockout.login.key", "principal+ip")
                .property("lockout.login.steps", "2/1m lock 5m")
                .property("lockout.login.enforce", "false")
                .build()) {
            for (int i = 0; i < 5; i++) {
                try (var attempt = guard.lockouts("login").begin(bob.and(Key.ip("10.1.2.3")))) {
                    attempt.failed();
                }
            }
            assertThat(only(guard).kind()).isEqualTo(RuleType.LOCKOUT);
            assertThat(only(guard).asked()).isEqualTo(5);
            assertThat(only(guard).denied()).isEqualTo(3);
            assertThat(only(guard).users()).containsExactly(new Share("bob", 3));
            assertThat(only(guard).uses()).isEmpty();
        }
    }

    @Test
    void javaCodeIsOnTrialToo() {
        try (Guard guard = builder()
                .limit("reply", "1/1m")
                .property("limit.reply.enforce", "false")
                .build()) {
            for (int i = 0; i < 3; i++) {
                guard.limiter("reply").tryAcquire(Key.principal("bob"));
            }
            assertThat(only(guard).asked()).isEqualTo(3);
            assertThat(only(guard).denied()).isEqualTo(2);
        }
    }

    @Test
    void whatIsEnforcedIsNotOnTrial() {
        try (Guard guard = builder().limit("reply", "1/1m").build()) {
            guard.limiter("reply").tryAcquire(Key.principal("bob"));
            guard.limiter("reply").tryAcquire(Key.principal("bob"));
            assertThat(OperatorApi.of(guard).trial().rules()).isEmpty();
        }
    }

    @Test
    void aRuleThatIsPutOnTrialWhileRunningIsToldOf() {
        try (Guard guard = builder()
                .limit("page", "1/1m")
                .property("limit.page.path", "/page")
                .property("limit.page.key", "ip")
                .build()) {
            enter(guard, "10.1.2.3");
            guard.rules().override("limit.page.enforce", "false", Duration.ofHours(1), "a new office");
            enter(guard, "10.1.2.3");
            assertThat(only(guard).denied()).isEqualTo(1);
        }
    }

    /** Whoever asks, an edge or Java. */
    @Test
    void theLogSaysWhatJavasLimitersWouldHaveDenied() {
        try (LogLines lines = LogLines.of("io.github.ostiary.watch.StatisticsReporter")) {
            try (Guard guard = Nodes.builder(
                            "limit.api.rate=1/1h",
                            "limit.api.enforce=false",
                            "limit.two.rate=1/1h, 2/1d",
                            "limit.two.enforce=false")
                    .build()) {
                for (int i = 0; i < 5; i++) {
                    guard.limiter("api").tryAcquire(Key.of("k"));
                    guard.limiter("two").tryAcquire(Key.of("k"));
                }
            }
            assertThat(lines.lines())
                    .anyMatch(line -> line.startsWith("limit.api would have denied (not enforced) 4 calls"))
                    .anyMatch(line -> line.startsWith("limit.two would have denied (not enforced) 4 calls"));
        }
    }
}
