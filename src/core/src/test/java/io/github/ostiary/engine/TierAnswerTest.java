package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Key;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.LockoutPolicies;
import io.github.ostiary.testing.Rules;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One answer to several asks. */
class TierAnswerTest {

    private static final Limit LIMIT = Limits.of(Algorithm.FIXED_WINDOW, "1/1h");
    private static final Verdict PASSED = new Verdict(true, 1, 0, 0, 1, 0);
    private static final Verdict DENIED = new Verdict(false, 0, 9, 0, 0, 9);

    private final Ask charge = ask(new Charge(LIMIT, "bob", 1));
    private final Ask shadow = ask(new Charge(Limits.with(LIMIT, 0, false, true), "bob", 1));
    private final Ask attempt =
            ask(LockoutPolicies.attempt(LockoutPolicies.policy().lock(3, 60, 60).named("login"), "a", "", ""));

    private static Ask ask(Claim claim) {
        return new Ask(claim, Rules.limit("test", List.of(LIMIT)), Key.of("bob"));
    }

    @Test
    void aShadowDeniesNobody() {
        assertThat(TierAnswer.of(List.of(PASSED, DENIED)).admits(List.of(charge, shadow)))
                .isTrue();
        assertThat(TierAnswer.of(List.of(DENIED, PASSED)).admits(List.of(charge, shadow)))
                .isFalse();
    }

    @Test
    void whatWasNotCountedDeniesNobody() {
        assertThat(TierAnswer.none(List.of(charge, attempt)).admits(List.of(charge, attempt)))
                .isTrue();
    }

    @Test
    void aRuleThatDeniesWithoutTheStoreDeniesAll() {
        assertThat(new TierAnswer(List.of(), true, "test").admits(List.of(charge)))
                .isFalse();
    }

    /** A call that does not begin gives back what it was granted: no attempt, nothing that was denied, nothing the store never had. */
    @Test
    void whatStillCountsWasGrantedByTheStore() {
        List<Ask> asks = List.of(attempt, charge, shadow);
        TierAnswer answer = TierAnswer.of(List.of(PASSED, PASSED.withTaken(7), DENIED));
        assertThat(answer.stillCounting(asks, 0)).hasSize(1).allSatisfy(claim -> {
            assertThat(claim.counterId()).isEqualTo(charge.claim().counterId());
            assertThat(claim.takenMicros()).isEqualTo(7);
        });
        assertThat(new TierAnswer(answer.verdicts(), true, null).stillCounting(asks, 0))
                .as("by the stand-in")
                .isEmpty();
        assertThat(answer.stillCounting(asks, 7_200_000_000L)).as("much later").isEmpty();
    }

    @Test
    void whatWasAskedInTwoPartsIsToldInOneOrder() {
        List<Ask> asks = List.of(attempt, charge);
        assertThat(TierAnswer.split(asks, true)).containsExactly(charge);
        assertThat(TierAnswer.split(asks, false)).containsExactly(attempt);
        TierAnswer joined = TierAnswer.joined(asks, List.of(PASSED), TierAnswer.of(List.of(DENIED)));
        assertThat(joined.verdicts().stream().map(Verdict::passed)).containsExactly(true, false);
    }

    /** Whoever has a way out of one denial is shown what else there is. */
    @Test
    void theDenialsOfOneReasonCanBeLeftOut() {
        Verdict locked = Verdict.locked(9);
        TierAnswer answer = TierAnswer.of(List.of(DENIED, locked, PASSED));
        TierAnswer others = answer.butFor(Reason.LOCKED);
        assertThat(others.size()).isEqualTo(3);
        assertThat(others.said(0)).isSameAs(DENIED);
        assertThat(others.said(1)).isNull();
        assertThat(others.said(2)).isSameAs(PASSED);
        assertThat(others.butFor(Reason.RATE_LIMITED).admits(List.of(charge, attempt, charge)))
                .isTrue();
        TierAnswer unavailable = new TierAnswer(List.of(), true, "test");
        assertThat(unavailable.butFor(Reason.LOCKED)).isSameAs(unavailable);
    }
}
