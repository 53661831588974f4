package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.store.Limit;
import io.github.ostiary.testing.Limits;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Which two windows travel with a claim, and in how few characters. */
class WindowWordsTest {

    private final Limit month = Limits.of(Algorithm.CALENDAR, "7/month");
    private final WindowWords words = new WindowWords(month, "D 7 0", " -");

    private String about(String moment) {
        return words.about(Instant.parse(moment).getEpochSecond() * 1_000_000);
    }

    @Test
    void theWindowBeforeTravelsInTheFirstHalf() {
        String half = "D 7 0 17592768e8 26784e8 2592e9 -";
        assertThat(about("2025-11-01T00:00:00Z")).isEqualTo(half);
        assertThat(about("2025-11-15T23:59:59Z")).isEqualTo(half);
    }

    @Test
    void theWindowAfterTravelsInTheSecondHalf() {
        String half = "D 7 0 17619552e8 2592e9 26784e8 -";
        assertThat(about("2025-11-16T00:00:00Z")).isEqualTo(half);
        assertThat(about("2025-11-30T23:59:59Z")).isEqualTo(half);
        assertThat(about("2025-12-01T00:00:00Z")).as("the same two windows").isEqualTo(half);
        assertThat(about("2025-11-01T00:00:00Z")).as("a clock that is set back").startsWith("D 7 0 17592768e8 ");
    }

    @Test
    void figuresAreWrittenShort() {
        assertThat(WindowWords.figure(0)).isEqualTo("0");
        assertThat(WindowWords.figure(1_700)).isEqualTo("1700");
        assertThat(WindowWords.figure(86_400_000_000L)).isEqualTo("864e8");
        assertThat(WindowWords.figure(-3_600_000_000L)).isEqualTo("-36e8");
        assertThat(Double.parseDouble(WindowWords.figure(1_761_955_200_000_000L)))
                .isEqualTo(1_761_955_200_000_000d);
    }
}
