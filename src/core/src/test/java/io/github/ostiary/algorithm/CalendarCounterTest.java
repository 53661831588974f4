package io.github.ostiary.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Rate;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Limits;
import java.time.DayOfWeek;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/** A window begins when the calendar says, and what was used counts as long as the last use is in it. */
class CalendarCounterTest extends CounterCase {

    private static final long HOUR = 3_600_000_000L;

    private final LimitCounter counter = new CalendarCounter();

    private static Limit limit(String rate, String zone) {
        return new Limit(
                new LimitId("test", "test", "0"),
                Algorithm.CALENDAR,
                Rate.parse(rate).in(ZoneId.of(zone), DayOfWeek.MONDAY),
                0,
                false,
                false);
    }

    private static long utc(String moment) {
        return LocalDateTime.parse(moment).toEpochSecond(ZoneOffset.UTC) * 1_000_000;
    }

    private Verdict hit(Limit limit, String moment, long permits) {
        return hit(counter, limit, utc(moment), permits);
    }

    @Test
    void agreesWithACountPerWindowOfTheClock() {
        agreesForAMillionSteps(Algorithm.CALENDAR, new History() {
            private long window;
            private int inside;

            @Override
            public boolean hasRoom(long now) {
                return now / 10_000 != window || inside < 7;
            }

            @Override
            public void admitted(long now) {
                if (now / 10_000 != window) {
                    window = now / 10_000;
                    inside = 0;
                }
                inside++;
            }
        });
    }

    @Test
    void aMonthEndsAtItsEnd() {
        Limit month = limit("3/month", "UTC");
        assertThat(hit(month, "2026-11-20T10:00:00", 3).passed()).isTrue();
        Verdict denied = hit(month, "2026-11-30T23:59:59", 1);
        assertThat(denied.passed()).isFalse();
        assertThat(denied.retryMicros()).isEqualTo(1_000_000);
        assertThat(denied.resetMicros()).isEqualTo(1_000_000);
        assertThat(hit(month, "2026-12-01T00:00:00", 3).remaining()).isZero();
    }

    @Test
    void aDayOfTwentyFiveHoursIsOneWindow() {
        Limit day = limit("3/day", "Europe/Berlin");
        Verdict first = hit(day, "2026-10-24T22:00:00", 1);
        assertThat(first.resetMicros()).isEqualTo(25 * HOUR);
        assertThat(first.consequence().window()).isEqualTo(25 * HOUR);
        assertThat(hit(day, "2026-10-25T22:59:59", 2).remaining()).isZero();
        assertThat(hit(day, "2026-10-25T23:00:00", 1).consequence().window()).isEqualTo(24 * HOUR);
    }

    @Test
    void anotherZoneKeepsWhatWasUsed() {
        hit(limit("3/day", "UTC"), "2026-11-25T23:50:00", 2);
        assertThat(hit(limit("3/day", "Europe/Berlin"), "2026-11-25T23:55:00", 1)
                        .remaining())
                .as("it was used in Berlin's day, which began at 23:00")
                .isZero();
        assertThat(hit(limit("3/day", "Europe/Berlin"), "2026-11-26T22:59:59", 1)
                        .passed())
                .isFalse();
        assertThat(hit(limit("3/day", "Europe/Berlin"), "2026-11-26T23:00:00", 1)
                        .remaining())
                .isEqualTo(2);
    }

    @Test
    void anotherZoneWhoseDayBeganAfterTheLastUseBeginsAfresh() {
        hit(limit("3/day", "UTC"), "2026-11-25T22:50:00", 2);
        assertThat(hit(limit("3/day", "Europe/Berlin"), "2026-11-25T23:10:00", 1)
                        .remaining())
                .isEqualTo(2);
    }

    @Test
    void anotherBillingDayKeepsWhatWasUsed() {
        hit(limit("9/month", "UTC"), "2026-11-10T00:00:00", 4);
        hit(limit("9/month", "UTC"), "2026-11-16T00:00:00", 1);
        assertThat(hit(limit("9/month@15", "UTC"), "2026-11-20T00:00:00", 1).remaining())
                .as("all that the month had used, since some of it was used since the 15th")
                .isEqualTo(3);
        assertThat(hit(limit("9/month@15", "UTC"), "2026-12-14T23:59:59", 4).passed())
                .isFalse();
        assertThat(hit(limit("9/month@15", "UTC"), "2026-12-15T00:00:00", 9).passed())
                .isTrue();
    }

    @Test
    void anotherSizeKeepsWhatWasUsed() {
        hit(limit("3/month", "UTC"), "2026-11-10T00:00:00", 3);
        assertThat(hit(limit("5/month", "UTC"), "2026-11-10T00:00:01", 1).remaining())
                .isEqualTo(1);
        assertThat(hit(limit("2/month", "UTC"), "2026-11-10T00:00:02", 1).passed())
                .isFalse();
        assertThat(hit(limit("9/year", "UTC"), "2026-11-10T00:00:03", 1).remaining())
                .isEqualTo(4);
    }

    @Test
    void itOutlivesItsWindow() {
        for (String unit : new String[] {"hour", "day", "week", "month", "year"}) {
            Limit limit = limit("5/" + unit, "Europe/Berlin");
            LimitCounter used = new CalendarCounter();
            Verdict verdict = hit(used, limit, START, 1);
            assertThat(used.idleMicros(new Charge(limit, "k", 1)))
                    .as(unit)
                    .isGreaterThan(verdict.consequence().window() * 6 / 5);
        }
    }

    @Test
    void whatTheCalendarSaysIsCountedByNothingElse() {
        assertThat(Algorithm.SLIDING_LOG.of(Rate.parse("5/month"))).isEqualTo(Algorithm.CALENDAR);
        assertThat(Algorithm.SLIDING_LOG.of(Rate.parse("5/30d"))).isEqualTo(Algorithm.SLIDING_LOG);
        assertThatThrownBy(() -> Limits.of(Algorithm.SLIDING_LOG, "5/month"))
                .hasMessage("windows of the calendar are counted by algorithm=calendar, 5/month cannot be counted by"
                        + " algorithm=sliding-log");
    }
}
