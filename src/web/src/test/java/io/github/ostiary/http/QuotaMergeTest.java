package io.github.ostiary.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision;
import io.github.ostiary.Quota;
import io.github.ostiary.Rate;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One account of a caller whom both positions and beans have counted. */
class QuotaMergeTest {

    private static Quota quota(String policy, long remaining, long resetSeconds) {
        return new Quota(policy, policy, Rate.parse("10/1m"), remaining, Duration.ofSeconds(resetSeconds));
    }

    @Test
    void withoutEarlierOnesTheDecisionIsTheSame() {
        Decision allowed = Decision.allow(List.of(quota("a", 1, 1)), false, false);
        assertThat(QuotaMerge.merged(List.of(), allowed)).isSameAs(allowed);
    }

    @Test
    void theNewestFiguresOfAPolicyCountAndTheOneWithLeastLeftIsToldFirst() {
        Decision allowed = Decision.allow(List.of(quota("b", 7, 1), quota("a", 3, 1)), true, true);
        Decision all = QuotaMerge.merged(List.of(quota("a", 9, 1), quota("c", 2, 1)), allowed);
        assertThat(all.quotas()).containsExactly(quota("c", 2, 1), quota("a", 3, 1), quota("b", 7, 1));
        assertThat(all.degraded()).isTrue();
        assertThat(all.shadowed()).isTrue();
    }

    @Test
    void ofEqualSharesTheLaterResetThenTheNameComesFirst() {
        Decision allowed = Decision.allow(List.of(quota("b", 2, 5), quota("c", 2, 9)), false, false);
        assertThat(QuotaMerge.merged(List.of(quota("a", 2, 5)), allowed).quotas())
                .extracting(Quota::policy)
                .containsExactly("c", "a", "b");
    }
}
