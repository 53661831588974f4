package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Key;
import io.github.ostiary.Quota;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.ConcurrencyPolicy;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.store.Verdict.Consequence;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.Rules;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One decision made of many verdicts. */
class DecisionsTest {

    private static final Limit TEN = Limits.of(Algorithm.FIXED_WINDOW, "10/1m");

    private static Ask ask(Limit limit, String name) {
        Limit named = Limits.named(limit, name);
        return new Ask(new Charge(named, "bob", 1), Rules.limit("test", List.of(named)), Key.of("bob"));
    }

    private static Ask shadow(String name) {
        return ask(Limits.with(TEN, 0, false, true), name);
    }

    private static Verdict passed(long remaining, long resetMicros) {
        return new Verdict(true, remaining, 0, resetMicros, remaining, 0);
    }

    private static Verdict denied(long retryMicros) {
        return new Verdict(false, 0, retryMicros, retryMicros, 0, retryMicros);
    }

    private static Decision decide(List<Ask> asks, Verdict... verdicts) {
        return Decisions.of(asks, TierAnswer.of(List.of(verdicts)), false);
    }

    private static List<String> policies(Decision decision) {
        return decision.quotas().stream().map(Quota::policy).toList();
    }

    @Test
    void theLimitWithTheLeastShareLeftDecidesThenTheLaterResetThenTheName() {
        List<Ask> asks = List.of(ask(TEN, "d"), ask(TEN, "c"), ask(TEN, "b"), ask(TEN, "a"));
        Decision decision = decide(asks, passed(5, 9), passed(2, 1), passed(2, 7), passed(2, 1));
        assertThat(policies(decision)).containsExactly("b", "a", "c", "d");
        assertThat(decision.allowed()).isTrue();
    }

    @Test
    void ofSeveralCountersOfOnePolicyTheOneWithLeastLeftIsToldOf() {
        Decision decision =
                decide(List.of(ask(TEN, "a"), ask(TEN, "a"), ask(TEN, "a")), passed(5, 1), passed(2, 1), passed(7, 1));
        assertThat(decision.quotas())
                .singleElement()
                .extracting(Quota::remaining)
                .isEqualTo(2L);
    }

    @Test
    void theLimitThatDeniesIsToldOfFirst() {
        Decision decision = decide(List.of(ask(TEN, "a"), ask(TEN, "b")), passed(0, 9), denied(5));
        assertThat(decision.reason()).isEqualTo(Reason.RATE_LIMITED);
        assertThat(policies(decision)).containsExactly("b", "a");
    }

    /** The least left at work says nothing of when the next call may come, unless it is what denies. */
    @Test
    void whatIsAtWorkIsToldOfLastUnlessItDenies() {
        LeaseClaim lease = new LeaseClaim(new ConcurrencyPolicy("work", "ip", 2, 30_000_000, false), "bob", "l");
        Ask work = new Ask(lease, Rules.limit("work", List.of()), Key.of("bob"));
        Verdict busy = new Verdict(true, 0, 0, 9, 0, 0, Consequence.IN_USE);
        Verdict full = new Verdict(false, 0, 9, 9, 0, 9, Consequence.IN_USE);
        Decision allowed = decide(List.of(work, ask(TEN, "a"), ask(TEN, "b")), busy, passed(9, 1), passed(3, 1));
        assertThat(policies(allowed)).containsExactly("b", "a", "work-ip");
        assertThat(allowed.remaining()).hasValue(3);
        Decision denied = decide(List.of(work, ask(TEN, "a")), full, passed(9, 1));
        assertThat(denied.reason()).isEqualTo(Reason.CONCURRENCY_LIMITED);
        assertThat(policies(denied)).containsExactly("work-ip", "a");
    }

    @Test
    void shadowsAreReportedAndNothingElse() {
        Decision decision = decide(List.of(shadow("s"), ask(TEN, "a")), denied(5), passed(9, 1));
        assertThat(decision.allowed()).isTrue();
        assertThat(decision.shadowed()).isTrue();
        assertThat(policies(decision)).containsExactly("a");
        assertThat(decide(List.of(shadow("s")), passed(9, 1)).shadowed()).isFalse();
    }

    @Test
    void aRuleThatDeniesWithoutTheStoreDeniesAll() {
        Decision decision = Decisions.of(List.of(ask(TEN, "a")), new TierAnswer(List.of(), true, "login"), false);
        assertThat(decision.reason()).isEqualTo(Reason.STORE_UNAVAILABLE);
        assertThat(decision.rule()).isEqualTo("login");
        assertThat(decision.degraded()).isTrue();
    }

    @Test
    void aloneItIsToldOfLikeAmongOthers() {
        assertThat(policies(decide(List.of(ask(TEN, "a")), passed(3, 1)))).containsExactly("a");
        Decision denied = decide(List.of(ask(TEN, "a")), denied(5));
        assertThat(denied.reason()).isEqualTo(Reason.RATE_LIMITED);
        assertThat(policies(denied)).containsExactly("a");
        assertThat(decide(List.of(shadow("s")), denied(5)).shadowed()).isTrue();
        assertThat(policies(decide(List.of(shadow("s")), denied(5)))).isEmpty();
    }

    @Test
    void whatAShadowHasDeniedBeforeIsReportedToo() {
        for (List<Ask> asks : List.of(List.of(ask(TEN, "a")), List.of(ask(TEN, "a"), ask(TEN, "b")))) {
            List<Verdict> all = List.of(passed(5, 1), passed(5, 1)).subList(0, asks.size());
            assertThat(Decisions.of(asks, TierAnswer.of(all), true).shadowed()).isTrue();
            assertThat(Decisions.of(asks, TierAnswer.of(all), false).shadowed()).isFalse();
        }
    }

    @Test
    void whatAStandInSaysIsDegraded() {
        List<Ask> one = List.of(ask(TEN, "a"));
        assertThat(Decisions.of(one, new TierAnswer(List.of(passed(5, 1)), true, null), false)
                        .degraded())
                .isTrue();
        Decision denied = Decisions.of(one, new TierAnswer(List.of(denied(5)), true, null), false);
        assertThat(denied.degraded()).isTrue();
        assertThat(denied.allowed()).isFalse();
    }

    @Test
    void whatWasNotCountedIsNotToldOf() {
        List<Ask> asks = List.of(ask(TEN, "a"), ask(TEN, "b"));
        TierAnswer butFor = TierAnswer.of(List.of(denied(5), passed(2, 1))).butFor(Reason.RATE_LIMITED);
        Decision decision = Decisions.of(asks, butFor, false);
        assertThat(decision.allowed()).isTrue();
        assertThat(policies(decision)).containsExactly("b");
    }
}
