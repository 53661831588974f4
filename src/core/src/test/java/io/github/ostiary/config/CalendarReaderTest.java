package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.CalendarWindow;
import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.store.Limit;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which rates the calendar counts, by whose calendar, and what a rule with one cannot have. */
class CalendarReaderTest {

    private static Given given(String... lines) {
        return Given.file("limit.api." + String.join("\nlimit.api.", lines));
    }

    private static CalendarWindow window(Limit limit) {
        return limit.rate().calendar().orElseThrow();
    }

    @Test
    void theUnitMakesTheWindow() {
        List<Limit> limits =
                Given.limits(given("rate=10/1s, 100000/month, 5000/1h").limit());
        assertThat(limits).extracting(Limit::policy).containsExactly("api-month", "api-1h", "api-1s");
        assertThat(limits)
                .extracting(Limit::algorithm)
                .containsExactly(Algorithm.CALENDAR, Algorithm.SLIDING_LOG, Algorithm.SLIDING_LOG);
        assertThat(window(limits.get(0)).zone()).isEqualTo(ZoneOffset.UTC);
    }

    @Test
    void whateverTheAlgorithm() {
        List<Limit> limits =
                Given.limits(given("rate=10/1s, 9000000/day", "algorithm=sliding-window", "precision=100ms")
                        .limit());
        assertThat(limits).extracting(Limit::algorithm).containsExactly(Algorithm.CALENDAR, Algorithm.SLIDING_WINDOW);
        assertThat(Given.limits(given("rate=10/1m", "algorithm=calendar").limit()))
                .extracting(Limit::algorithm)
                .containsExactly(Algorithm.CALENDAR);
    }

    @Test
    void theZoneIsOfAllItsRates() {
        Given given = given(
                "rate=10/month",
                "zone=Europe/Berlin",
                "rate.by=attribute:plan",
                "rate.gold=20/month@15",
                "key=header:X-Key",
                "perIp=100/day");
        assertThat(given.problems()).isEmpty();
        assertThat(given.limit().limits().ofAllPlans())
                .flatExtracting(keyed -> keyed.limits())
                .extracting(limit -> window(limit).zone())
                .containsOnly(ZoneId.of("Europe/Berlin"))
                .hasSize(4);
    }

    @Test
    void aPlanOfTheSameWindowSharesItsCounter() {
        Given given = given("rate=10/month", "rate.by=attribute:plan", "rate.gold=20/month", "rate.old=30/month@15");
        assertThat(given.limit().limits().ofAllPlans())
                .flatExtracting(keyed -> keyed.limits())
                .extracting(Limit::counter)
                .containsExactlyInAnyOrder("0", "0", "0-old");
    }

    @Test
    void theWeekBeginsOnTheDayThatIsStated() {
        Limit limit = Given.limits(given("rate=10/week", "week=Sunday").limit()).get(0);
        assertThat(window(limit).at(1_764_000_000_000_000L).startMicros())
                .isEqualTo(Instant.parse("2025-11-23T00:00:00Z").getEpochSecond() * 1_000_000);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            quoteCharacter = '"',
            value = {
                "rate=10/31d → zone=Europe/Berlin → it needs a rate of the calendar; write one, such as"
                        + " 100000/month, or remove it",
                "rate=10/month → week=sunday → it needs a rate of the week; write one, such as 10000/week, or"
                        + " remove it",
                "rate=10/month → zone=Atlantis → 'Atlantis' is not a time zone of this JVM; write one, such as"
                        + " Europe/Berlin or UTC",
                "rate=10/month → precision=1d → a window of the calendar has no precision; remove it, or write the window"
                        + " as a length of time, such as 30d",
                "rate=10/month → lease=2% → with a window of the calendar each call must be counted in the store; remove"
                        + " it, or write auto",
            })
    void problems(String rate, String line, String problem) {
        assertThat(given(rate, line).problems()).singleElement().asString().endsWith(": " + problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            quoteCharacter = '"',
            value = {
                "burst=20 → a window of the calendar has no burst; remove it, or write the window as a length of time, such"
                        + " as 30d",
                "wait=5s → a window of the calendar has no slots to wait for; write it as a length of time, such as 30d,"
                        + " for a leaky-bucket or a token-bucket, or remove it",
            })
    void problemsOfBuckets(String line, String problem) {
        assertThat(given("rate=10/month", "algorithm=leaky-bucket", line).problems())
                .singleElement()
                .asString()
                .endsWith(": " + problem);
    }

    @Test
    void besideItNoPermitsAreTakenAhead() {
        assertThat(Given.limits(given("rate=100000/1m, 1000000/month").limit()))
                .extracting(limit -> limit.tuning().ahead())
                .containsExactly(0L, 0L);
        assertThat(Given.limits(given("rate=100000/1m").limit()).get(0).tuning().ahead())
                .isPositive();
    }

    @Test
    void zoneAndDayAreReplacedWhileItIsInForce() {
        LimitRule rule = given("rate=10/week").limit();
        rule.update().accept(Map.of("rate", "20/week", "zone", "Asia/Tokyo", "week", "sunday"));
        Limit limit = Given.limits(rule).get(0);
        assertThat(limit.rate()).hasToString("20/week");
        assertThat(window(limit).zone()).isEqualTo(ZoneId.of("Asia/Tokyo"));
    }
}
