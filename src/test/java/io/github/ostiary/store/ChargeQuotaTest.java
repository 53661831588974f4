package io.github.ostiary.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Quota;
import io.github.ostiary.SoleQuota;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.text.Durations;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A list of one quota that is made when it is read. */
class ChargeQuotaTest {

    private static final Charge CHARGE = new Charge(Limits.of(Algorithm.TOKEN_BUCKET, "10/1500ms"), "bob", 2);

    private static SoleQuota quotas(long remaining, long resetMicros) {
        return (SoleQuota) CHARGE.quotas(new Verdict(true, remaining, 0, resetMicros, remaining, Verdict.NEVER));
    }

    @Test
    void isTheListOfItsQuota() {
        SoleQuota quotas = quotas(7, 41_001);
        Quota quota = CHARGE.quota(new Verdict(true, 7, 0, 41_001, 7, Verdict.NEVER));
        assertThat(quotas).isEqualTo(List.of(quota)).containsExactly(quota).hasToString("[" + quota + "]");
        assertThat(List.copyOf(quotas)).isEqualTo(quotas).hasSameHashCodeAs(quotas);
        assertThat(quotas.get(0)).isEqualTo(quota);
        assertThat(quotas.stream()).containsExactly(quota);
    }

    @Test
    void hasNoOtherAndCannotBeChanged() {
        SoleQuota quotas = quotas(7, 0);
        assertThatThrownBy(() -> quotas.get(1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> quotas.get(-1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(quotas::clear).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> quotas.add(quotas.quota())).isInstanceOf(UnsupportedOperationException.class);
    }

    /** Seeded. */
    @Test
    void tellsTheFiguresOfItsQuota() {
        Random random = new Random(110);
        for (int i = 0; i < 10_000; i++) {
            SoleQuota quotas = quotas(random.nextInt(20), random.nextLong(1L << random.nextInt(1, 50)));
            Quota quota = quotas.get(0);
            List<Object> told = new ArrayList<>();
            quotas.tell(
                    (to, policy, limit, windowMicros, remaining, resetMicros) ->
                            to.addAll(List.of(policy, limit, windowMicros, remaining, resetMicros)),
                    told);
            assertThat(told)
                    .containsExactly(
                            quota.policy(),
                            quota.limit(),
                            quota.rate().windowMicros(),
                            quota.remaining(),
                            Durations.toMicros(quota.resetAfter()));
            assertThat(quota.remaining()).isLessThanOrEqualTo(10);
        }
    }

    @Test
    void namesThePolicyOfItsOwnRule() {
        SoleQuota quotas = quotas(7, 0);
        Quota quota = quotas.get(0);
        assertThat(quotas.policyOf(quota.rule())).isEqualTo(quota.policy());
        assertThat(quotas.policyOf("another")).isEqualTo("another");
    }
}
