package io.github.ostiary.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Rate;
import io.github.ostiary.testing.Limits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitTest {

    @ParameterizedTest
    @CsvSource({"100, 300, 4, 25, 75", "10, 15, 3, 4, 6", "10, 1, 10, 1, 1", "3, 1000000, 2, 2, 666666", "1, 9, 5, 1, 9"
    })
    void aNodesShareKeepsTheProportionOfBurstAndRate(long permits, long burst, int nodes, long rate, long share) {
        Limit part =
                Limits.bucket(Algorithm.LEAKY_BUCKET, permits + "/1m", burst).dividedBy(nodes);
        assertThat(part.rate().permits()).isEqualTo(rate);
        assertThat(part.capacity()).isEqualTo(share);
    }

    @Test
    void theSlowestBucketThatIsAllowedIsAllowedDividedToo() {
        Limit whole = Limits.bucket(Algorithm.TOKEN_BUCKET, "7/366d", 70);
        for (int nodes = 1; nodes < 20; nodes++) {
            assertThat(whole.dividedBy(nodes).idleMicros()).isPositive();
        }
    }

    @Test
    void aShareOfAnInitialFillIsNoMoreThanTheShareOfTheBurst() {
        Tuning tuning = Tuning.of(Algorithm.TOKEN_BUCKET, Rate.parse("10/1m")).withInitial(9);
        Limit part = Limits.of(Algorithm.TOKEN_BUCKET, "10/1m", tuning).dividedBy(4);
        assertThat(part.tuning().burst()).isEqualTo(3);
        assertThat(part.tuning().initial()).isEqualTo(2);
    }

    @Test
    void tuningOfAnotherAlgorithmIsDenied() {
        Tuning burst = Tuning.of(Algorithm.FIXED_WINDOW, Rate.parse("10/1m")).withBurst(20);
        assertThatThrownBy(() -> Limits.of(Algorithm.FIXED_WINDOW, "10/1m", burst))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a fixed-window has no burst; remove it");
    }
}
