package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Rate;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Tuning;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an algorithm can be told, and the remedy where it cannot. */
class TuningConfigTest {

    private static final Rate RATE = Rate.parse("100/1m");

    private static Limit limit(String... lines) {
        String prefixed = "limit.api.rate=100/1m\nlimit.api." + String.join("\nlimit.api.", lines);
        return Given.limits(Given.file(prefixed).limit()).get(0);
    }

    @Test
    void every_algorithm_has_defaults() {
        for (Algorithm algorithm : Algorithm.values()) {
            Limit limit = limit("algorithm=" + algorithm.configName());
            assertThat(limit.algorithm()).isEqualTo(algorithm);
            assertThat(limit.tuning()).isEqualTo(Tuning.of(algorithm, RATE));
        }
    }

    @Test
    void a_token_bucket_with_everything() {
        Limit limit = limit("algorithm=token-bucket", "burst=500", "initial=20", "refill=interval");
        assertThat(limit.tuning()).isEqualTo(new Tuning(500, 20, true, 0, 0));
    }

    @Test
    void a_sliding_window_with_its_precision() {
        Limit limit = limit("algorithm=sliding-window", "precision=5s");
        assertThat(limit.tuning().precisionMicros()).isEqualTo(5_000_000);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "fixed-window, burst=5 → a fixed-window has no burst; use a token-bucket or remove it",
                "fixed-window, wait=5s → a fixed-window has no slots to wait for; use a leaky-bucket or a token-bucket, or"
                        + " remove it",
                "sliding-window, refill=smooth → a sliding-window has no refill; use a token-bucket or remove it",
                "leaky-bucket, refill=interval → a leaky-bucket has no refill; use a token-bucket or remove it",
                "leaky-bucket, initial=1 → a leaky-bucket has no initial fill; use a token-bucket or remove it",
                "token-bucket, precision=1s → a token-bucket has no precision; use a sliding-window or remove it",
                "token-bucket, burst=0 → must be a whole number from 1 to 1000000000",
                "token-bucket, burst=1000000001 → must be a whole number from 1 to 1000000000",
                "token-bucket, initial=101 → a bucket of 100 cannot start with more; lower it or raise limit.api.burst",
                "token-bucket, refill=daily → must be smooth or interval",
                "sliding-window, precision=7s → a precision of 7s does not divide the window of 1m; use a whole"
                        + " fraction of it, such as a tenth",
                "sliding-window, precision=1m → the window must hold 2 to 1000 precisions, not 1; use a shorter"
                        + " precision or a fixed-window",
                "sliding-window, precision=10ms → the window must hold 2 to 1000 precisions, not 6000; use a longer one",
            })
    void problems(String given, String problem) {
        String[] parts = given.split(", ");
        assertThat(Given.file("limit.api.rate=100/1m", "limit.api.algorithm=" + parts[0], "limit.api." + parts[1])
                        .problems())
                .containsExactly("limit.api." + parts[1] + ": " + problem);
    }

    @Test
    void a_burst_that_takes_decades_to_fill_is_rejected() {
        assertThat(Given.file("limit.api.rate=1/366d", "limit.api.algorithm=leaky-bucket", "limit.api.burst=11")
                        .problems())
                .containsExactly("limit.api.burst=11: a burst of 11 at 1/366d takes more than ten years to fill; lower"
                        + " the burst or raise the rate");
    }

    @Test
    void a_burst_of_several_rates_is_rejected() {
        assertThat(Given.file("limit.api.rate=1/1s, 5/1m", "limit.api.algorithm=leaky-bucket", "limit.api.burst=9")
                        .problems())
                .containsExactly(
                        "limit.api.burst=9: it belongs to one rate, and the rule has several; write a rule for each");
    }

    @Test
    void a_cost_may_exceed_the_rate_where_the_burst_holds_it() {
        Given given = Given.file(
                "limit.api.rate=1/1s", "limit.api.algorithm=token-bucket", "limit.api.burst=50", "limit.api.cost=50");
        assertThat(given.problems()).isEmpty();
        assertThat(Given.file(
                                "limit.api.rate=1/1s",
                                "limit.api.algorithm=token-bucket",
                                "limit.api.burst=50",
                                "limit.api.cost=51")
                        .problems())
                .containsExactly("limit.api.cost=51: it is more than a burst of 50 ever admits; lower it or raise the"
                        + " burst");
    }

    @Test
    void a_billion_permits_a_year_are_no_problem_but_for_the_log() {
        for (Algorithm algorithm : Algorithm.values()) {
            assertThat(Given.file("limit.api.rate=1000000000/366d", "limit.api.algorithm=" + algorithm.configName())
                            .problems())
                    .hasSize(algorithm == Algorithm.SLIDING_LOG ? 1 : 0);
        }
    }
}
