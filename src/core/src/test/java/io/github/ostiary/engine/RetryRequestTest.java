package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Key;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.LockoutPolicies;
import io.github.ostiary.testing.Rules;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A call that is asked for more than once is one attempt all the same. */
class RetryRequestTest {

    private static final Limit PLAIN = Limits.of(Algorithm.FIXED_WINDOW, "5/1m");
    private static final Limit COUNTING = Limits.named(Limits.with(PLAIN, 0, true, false), "counting");

    private static Ask ask(Limit limit) {
        return new Ask(new Charge(limit, "bob", 1), Rules.limit("test", List.of(limit)), Key.of("bob"));
    }

    @Test
    void whereNothingCountsDeniedAttemptsTheListIsTheSame() {
        List<Ask> asks = List.of(ask(PLAIN), ask(PLAIN));
        assertThat(RetryRequest.asks(asks)).isSameAs(asks);
    }

    @Test
    void whileACallIsRepeatedItsDenialsDoNotCount() {
        List<Ask> asks = List.of(ask(PLAIN), ask(COUNTING));
        List<Ask> repeated = RetryRequest.asks(asks);
        assertThat(repeated.get(0)).isSameAs(asks.get(0));
        assertThat(repeated.get(1).claim().countsDenied()).isFalse();
        assertThat(repeated.get(1).claim().counterId())
                .isEqualTo(asks.get(1).claim().counterId());
        assertThat(asks.get(1).claim().countsDenied()).as("the call's own").isTrue();
    }

    @Test
    void deniedForGoodItCountsOnceAndOnlyWhereSuchCount() {
        List<Ask> asks = List.of(ask(PLAIN), ask(COUNTING));
        try (Tiers tiers = new LocalTier(new LocalStore(100, new ManualTimeSource()), new ManualTimeSource())) {
            RetryRequest.deny(tiers, List.of(), asks);
            List<Long> left = tiers.ask(Operation.PEEK, asks).verdicts().stream()
                    .map(Verdict::remaining)
                    .toList();
            assertThat(left).containsExactly(5L, 4L);
        }
    }

    @Test
    void onlyWhoeverMayBeHeldIsAskedForAgain() {
        assertThat(RetryRequest.mayBe(List.of(ask(COUNTING)))).isFalse();
        Ask attempt = new Ask(
                LockoutPolicies.attempt(LockoutPolicies.policy().lock(3, 60, 60).named("login"), "a", "", ""),
                Rules.limit("test", List.of()),
                Key.of("bob"));
        assertThat(RetryRequest.mayBe(List.of(attempt)))
                .as("neither waits nor is challenged")
                .isFalse();
    }

    @Test
    void whatNeverCountsIsNotCountedWhenItIsDenied() {
        List<Ask> asks = List.of(ask(PLAIN));
        try (Tiers tiers = new LocalTier(new LocalStore(100, new ManualTimeSource()), new ManualTimeSource())) {
            RetryRequest.deny(tiers, List.of(), asks);
            assertThat(tiers.ask(Operation.PEEK, asks).verdicts().get(0).remaining())
                    .isEqualTo(5);
        }
    }
}
