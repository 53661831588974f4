package io.github.ostiary.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How durations are written, and counted. */
class DurationsTest {

    @ParameterizedTest
    @CsvSource({
        "500ms, PT0.5S",
        "0s, PT0S",
        "10s, PT10S",
        "1m, PT1M",
        "2h, PT2H",
        "1d, PT24H",
        "PT1M, PT1M",
        "' 3s ', PT3S",
        "007s, PT7S",
        "999999999999ms, PT999999999.999S",
        "P2DT3H, PT51H",
        "pt1.5s, PT1.5S"
    })
    void readsBothForms(String text, Duration duration) {
        assertThat(Durations.parse(text)).isEqualTo(duration);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "10",
                "1.0001s",
                "0.5ms",
                "-1s",
                "PT-1S",
                "-PT1S",
                "1h30m",
                "1000000000000s",
                "P1Y",
                "٣s",
                "PT9999999999999999999S",
                "P106751991167301D"
            })
    void whatIsNoDurationIsQuotedWithTheRemedy(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Durations.parse(text))
                .withMessage("'" + text + "' is not a duration; write 500ms, 10s, 1m, 2h, 1d or ISO-8601 such as PT1M");
    }

    @ParameterizedTest
    @CsvSource({
        "s, 1s",
        "10 s, 10s",
        "10S, 10s",
        "1.5s, 1500ms",
        "0.25h, 15m",
        "1.5d, 36h",
        "10sec, 10s",
        "2 minutes, 2m",
        "1w, 7d",
        "2weeks, 14d",
        "99999w, 699993d"
    })
    void theSpellingThatWouldDoIsNamed(String text, String meant) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Durations.parse(text))
                .withMessage("'" + text + "' is not a duration; write " + meant);
        assertThat(Durations.parse(meant)).isPositive();
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1 second",
        "119, 119 seconds",
        "120, 2 minutes",
        "121, 3 minutes",
        "7199, 120 minutes",
        "7200, 2 hours",
        "172799, 48 hours",
        "243238, 3 days"
    })
    void waitsAreWrittenAsPeopleSayThem(long seconds, String words) {
        assertThat(Durations.inWords(seconds)).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource({
        "PT0S, 0ms",
        "PT0.001S, 1ms",
        "PT1.5S, 1500ms",
        "PT1S, 1s",
        "PT90S, 90s",
        "PT60S, 1m",
        "PT90M, 90m",
        "PT1H, 1h",
        "PT24H, 1d",
        "PT36H, 36h",
        "PT0.0000005S, PT0.0000005S",
        "PT1234567890.123S, PT342935H31M30.123S",
        "PT999999999999S, 999999999999s",
        "PT2562047788015215H, PT2562047788015215H"
    })
    void writesTheLargestUnitThatDivides(Duration duration, String text) {
        assertThat(Durations.format(duration)).isEqualTo(text);
    }

    @Test
    void microsecondsAreRoundedDownAndBack() {
        Random random = new Random(2);
        for (int i = 0; i < 10_000; i++) {
            Duration duration = Duration.ofSeconds(random.nextLong() >> 22, random.nextInt(1_000_000_000));
            BigDecimal seconds =
                    BigDecimal.valueOf(duration.getSeconds()).add(BigDecimal.valueOf(duration.getNano(), 9));
            long micros =
                    seconds.movePointRight(6).setScale(0, RoundingMode.FLOOR).longValueExact();
            assertThat(Durations.toMicros(duration)).isEqualTo(micros);
            assertThat(Durations.ofMicros(micros)).isEqualTo(duration.withNanos(duration.getNano() / 1_000 * 1_000));
        }
        assertThat(Durations.toMicros(Durations.ofMicros(Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
        assertThatThrownBy(() -> Durations.toMicros(Duration.ofSeconds(Long.MAX_VALUE / 1_000_000 + 1)))
                .isInstanceOf(ArithmeticException.class);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1", "999999, 1", "1000000, 1", "1000001, 2", "9223372036854775807, 9223372036855"})
    void secondsAreRoundedUp(long micros, long seconds) {
        assertThat(Durations.ceilSeconds(micros)).isEqualTo(seconds);
        assertThat(Durations.ceilSeconds(Durations.ofMicros(micros))).isEqualTo(seconds);
    }

    @Test
    void aNanosecondIsASecondToo() {
        assertThat(Durations.ceilSeconds(Duration.ofNanos(1))).isEqualTo(1);
    }
}
