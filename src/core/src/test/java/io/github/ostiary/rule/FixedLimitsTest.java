package io.github.ostiary.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Key;
import io.github.ostiary.store.Limit;
import io.github.ostiary.testing.Limits;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which rules have one limit only. */
class FixedLimitsTest {

    private static final Limit MINUTE = Limits.of(Algorithm.FIXED_WINDOW, "10/1m");
    private static final Limit HOUR = Limits.named(Limits.of(Algorithm.FIXED_WINDOW, "100/1h"), "hour");

    private static KeyedLimits keyed(boolean optional, Limit... limits) {
        return new KeyedLimits(call -> Optional.of(Key.of("bob")), List.of(limits), optional);
    }

    private static FixedLimits of(KeyedLimits... keyed) {
        return new FixedLimits(List.of(keyed));
    }

    @Test
    void oneRateOnOneKeyStandsAlone() {
        assertThat(of(keyed(false, MINUTE)).alone()).isSameAs(MINUTE);
        ReplaceableLimits replaceable = new ReplaceableLimits(of(keyed(false, MINUTE)));
        assertThat(replaceable.alone()).isSameAs(MINUTE);
        replaceable.replace(of(keyed(false, HOUR)));
        assertThat(replaceable.alone()).isSameAs(HOUR);
    }

    @Test
    void noneOrSeveralOrWhatACallMayLackDoNot() {
        assertThat(of().alone()).isNull();
        assertThat(of(keyed(false, MINUTE, HOUR)).alone()).isNull();
        assertThat(of(keyed(false, MINUTE), keyed(true, HOUR)).alone()).isNull();
        assertThat(of(keyed(true, MINUTE)).alone()).isNull();
    }

    /** Whose plan it is only a call tells. */
    @Test
    void ratesByPlanDoNot() {
        LimitsByPlan plans = new LimitsByPlan(
                call -> Optional.empty(), List.of(keyed(false, MINUTE)), Map.of("gold", List.of(keyed(false, HOUR))));
        assertThat(plans.alone()).isNull();
    }
}
