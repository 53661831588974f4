package io.github.ostiary.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Key;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.Rate;
import io.github.ostiary.operator.Explanation.RuleType;
import io.github.ostiary.operator.TrialReport.Proposal;
import io.github.ostiary.operator.TrialReport.RateUse;
import io.github.ostiary.operator.TrialReport.RuleTrial;
import io.github.ostiary.operator.TrialReport.Share;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class TrialLogTest {

    private final ManualTimeSource time = new ManualTimeSource();
    private final TrialLog log = new TrialLog(time);

    private List<RuleTrial> rules() {
        return log.seen().stream()
                .map(seen -> {
                    TrialSum sum = new TrialSum(seen);
                    sum.addOwn(seen);
                    return sum.report();
                })
                .toList();
    }

    private RuleTrial only() {
        assertThat(rules()).hasSize(1);
        return rules().get(0);
    }

    @Test
    void whoWouldBeDeniedIsTold() {
        Key key = Key.principal("bob").and(Key.ip("10.1.2.3"));
        log.seen(RuleType.LIMIT, "page", key, false);
        for (int i = 0; i < 3; i++) {
            log.seen(RuleType.LIMIT, "page", key, true);
        }
        log.seen(RuleType.LIMIT, "page", Key.ip("10.1.2.77"), true);
        log.seen(RuleType.LIMIT, "page", Key.ip("2001:db8::1"), true);

        RuleTrial told = only();
        assertThat(told.asked()).isEqualTo(6);
        assertThat(told.denied()).isEqualTo(5);
        assertThat(told.users()).containsExactly(new Share("bob", 3));
        assertThat(told.networks()).first().isEqualTo(new Share("10.1.2.0/24", 4));
        assertThat(told.networks()).hasSize(2);
    }

    @Test
    void aLongNameIsNotKept() {
        log.seen(RuleType.LIMIT, "page", Key.principal("x".repeat(100_000)), true);
        assertThat(only().users()).isEmpty();
    }

    @Test
    void nobodyIsNamedInText() {
        log.seen(RuleType.LIMIT, "page", Key.principal("bob").and(Key.ip("10.1.2.3")), true);
        assertThat(rules().toString()).contains("page").doesNotContain("bob").doesNotContain("10.1");
    }

    @Test
    void aDayLaterNothingIsTold() {
        log.seen(RuleType.LIMIT, "page", Key.ip("10.1.2.3"), true);
        time.advance(Duration.ofHours(17));
        assertThat(only().denied()).isEqualTo(1);
        assertThat(log.covered()).isEqualTo(Duration.ofHours(17));
        time.advance(Duration.ofHours(14));
        assertThat(rules()).isEmpty();
        assertThat(log.covered()).isEqualTo(Duration.ofDays(1));
    }

    /** A thousand callers; the i-th asks i times. */
    @Test
    void aRateIsProposedThatDeniesFew() {
        Rate rate = Rate.parse("500/1m");
        for (int caller = 1; caller <= 1_000; caller++) {
            log.seen(RuleType.LIMIT, "page", Key.of("user:" + caller), false);
            for (int i = 0; i < caller; i++) {
                log.used("page", rate, "caller" + caller, 1);
            }
        }
        assertThat(only().uses()).hasSize(1);
        RateUse use = only().uses().get(0);
        assertThat(use.rate()).isEqualTo(rate);
        assertThat(use.callers()).isEqualTo(1_000);
        assertThat(use.overLimit()).isEqualTo(500);
        assertThat(use.proposals())
                .containsExactly(
                        new Proposal(0.01, OptionalLong.of(990)),
                        new Proposal(0.001, OptionalLong.of(999)),
                        new Proposal(0.0001, OptionalLong.empty()));
    }

    @Test
    void rulesAndRatesAreBounded() {
        for (int i = 0; i < 1_000; i++) {
            log.seen(RuleType.LIMIT, "rule" + i, Key.of("a"), false);
            log.used("rule0", Rate.of(1 + i, Duration.ofSeconds(1)), "a", 1);
        }
        assertThat(rules()).hasSize(100);
        assertThat(rules().get(0).uses()).hasSize(4);
    }

    /** Whoever tries figures changes them. */
    @Test
    void aRateThatIsNoLongerInForceMakesRoom() {
        for (int i = 0; i < 10; i++) {
            log.seen(RuleType.LIMIT, "page", Key.of("a"), false);
            log.used("page", Rate.of(1 + i, Duration.ofMinutes(1)), "a", 1);
            time.advance(Duration.ofMinutes(11));
        }
        assertThat(only().uses()).extracting(RateUse::rate).contains(Rate.parse("10/1m"));
    }
}
