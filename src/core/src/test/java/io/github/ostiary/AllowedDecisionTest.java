package io.github.ostiary;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** An {@link AllowedDecision} works its figures out when they are read; a {@link MarkedDecision} says more. */
class AllowedDecisionTest {

    private static final Quota QUOTA = new Quota("api", "api", Rate.parse("10/1m"), 9, Duration.ofMinutes(1));

    @Test
    void figuresAreWorkedOutWhenTheyAreRead() {
        AtomicInteger asked = new AtomicInteger();
        Decision decision = Decision.allow(
                (one, other) -> {
                    asked.incrementAndGet();
                    return List.of(QUOTA);
                },
                "asked",
                "said",
                false,
                false);
        assertThat(decision).isInstanceOf(AllowedDecision.class).isNotInstanceOf(MarkedDecision.class);
        assertThat(decision.allowed()).isTrue();
        assertThat(asked).hasValue(0);
        assertThat(decision.rule()).isEqualTo("api");
        assertThat(decision.remaining()).hasValue(9);
        assertThat(asked.get()).isPositive();
    }

    @Test
    void whatIsSaidOfADecisionIsKept() {
        for (boolean degraded : new boolean[] {false, true}) {
            for (boolean shadowed : new boolean[] {false, true}) {
                Decision decision = Decision.allow(List.of(QUOTA), degraded, shadowed);
                assertThat(decision.degraded()).isEqualTo(degraded);
                assertThat(decision.shadowed()).isEqualTo(shadowed);
                assertThat(decision)
                        .hasToString("Allowed[quotas=[" + QUOTA + "], degraded=" + degraded + ", shadowed=" + shadowed
                                + "]");
            }
        }
    }

    @Test
    void decisionsThatSayTheSameAreEqual() {
        Decision worked = Decision.allow((one, other) -> List.of(QUOTA), 1, 2, false, false);
        assertThat(worked)
                .isEqualTo(Decision.allow(List.of(QUOTA), false, false))
                .hasSameHashCodeAs(Decision.allow(List.of(QUOTA), false, false))
                .isNotEqualTo(Decision.allow(List.of(QUOTA), false, true))
                .isNotEqualTo(Decision.allow(List.of(), false, false));
    }
}
