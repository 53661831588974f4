package io.github.ostiary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.CalendarWindow.Period;
import io.github.ostiary.CalendarWindow.Unit;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/** What windows of the calendar are, by examples; {@link CalendarWindowPropertyTest} has all zones. */
class CalendarWindowTest {

    private static CalendarWindow window(String text, String zone) {
        return Rate.parse("1/" + text)
                .in(ZoneId.of(zone), DayOfWeek.MONDAY)
                .calendar()
                .orElseThrow();
    }

    private static Period at(CalendarWindow window, String moment) {
        Instant instant = LocalDateTime.parse(moment).atZone(window.zone()).toInstant();
        return window.at(instant.getEpochSecond() * 1_000_000 + 999_999);
    }

    private static String shown(CalendarWindow window, Period span) {
        return local(window, span.startMicros()) + " to " + local(window, span.endMicros());
    }

    private static LocalDateTime local(CalendarWindow window, long micros) {
        return LocalDateTime.ofInstant(Instant.ofEpochSecond(micros / 1_000_000), window.zone());
    }

    private static void check(String text, String zone, String moment, String expected) {
        CalendarWindow window = window(text, zone);
        assertThat(shown(window, at(window, moment))).isEqualTo(expected);
    }

    @Test
    void unitsBeginWithTheCalendar() {
        check("hour", "UTC", "2026-11-25T22:48:28", "2026-11-25T22:00 to 2026-11-25T23:00");
        check("day", "UTC", "2026-11-25T22:48:28", "2026-11-25T00:00 to 2026-11-26T00:00");
        check("week", "UTC", "2026-11-25T22:48:28", "2026-11-23T00:00 to 2026-11-30T00:00");
        check("month", "UTC", "2026-11-25T22:48:28", "2026-11-01T00:00 to 2026-12-01T00:00");
        check("year", "UTC", "2026-11-25T22:48:28", "2026-01-01T00:00 to 2027-01-01T00:00");
    }

    @Test
    void aWindowBeginsWithItsFirstMoment() {
        check("month", "UTC", "2026-12-01T00:00:00", "2026-12-01T00:00 to 2027-01-01T00:00");
        check("month", "UTC", "2026-11-30T23:59:59", "2026-11-01T00:00 to 2026-12-01T00:00");
    }

    @Test
    void aMonthMayBeginOnABillingDay() {
        check("month@15", "UTC", "2026-11-14T23:59:59", "2026-10-15T00:00 to 2026-11-15T00:00");
        check("month@15", "UTC", "2026-11-15T00:00:00", "2026-11-15T00:00 to 2026-12-15T00:00");
    }

    @Test
    void aBillingDayThatAMonthLacksIsItsLast() {
        check("month@31", "UTC", "2026-02-28T12:00:00", "2026-02-28T00:00 to 2026-03-31T00:00");
        check("month@31", "UTC", "2026-02-27T12:00:00", "2026-01-31T00:00 to 2026-02-28T00:00");
        check("month@30", "UTC", "2028-02-29T12:00:00", "2028-02-29T00:00 to 2028-03-30T00:00");
        check("month@31", "UTC", "2026-12-31T12:00:00", "2026-12-31T00:00 to 2027-01-31T00:00");
    }

    @Test
    void aWeekMayBeginOnAnotherDay() {
        CalendarWindow window = Rate.parse("1/week")
                .in(ZoneOffset.UTC, DayOfWeek.SUNDAY)
                .calendar()
                .orElseThrow();
        assertThat(shown(window, at(window, "2026-11-25T22:48:28"))).isEqualTo("2026-11-22T00:00 to 2026-11-29T00:00");
    }

    @Test
    void aDayLastsAsLongAsTheZoneSays() {
        CalendarWindow berlin = window("day", "Europe/Berlin");
        assertThat(Duration.ofNanos(1000 * at(berlin, "2026-03-29T12:00:00").micros()))
                .hasHours(23);
        assertThat(Duration.ofNanos(1000 * at(berlin, "2026-10-25T12:00:00").micros()))
                .hasHours(25);
        assertThat(Duration.ofNanos(1000 * at(berlin, "2026-10-26T12:00:00").micros()))
                .hasHours(24);
    }

    /** Havana's clocks go from 00:59:59 to 00:00:00. */
    @Test
    void aDateThatHasTwoMidnightsBeginsWithTheFirst() {
        CalendarWindow havana = window("day", "America/Havana");
        Period day = at(havana, "2026-11-01T12:00:00");
        assertThat(Duration.ofNanos(1000 * day.micros())).hasHours(25);
        assertThat(havana.at(day.startMicros() + 5_400_000_000L)).isEqualTo(day);
    }

    /** Samoa left out 30 December 2011. */
    @Test
    void aDateThatIsLeftOutHasNoWindow() {
        CalendarWindow apia = window("day", "Pacific/Apia");
        Period before = at(apia, "2011-12-29T12:00:00");
        assertThat(local(apia, before.endMicros())).isEqualTo("2011-12-31T00:00");
        assertThat(shown(apia, apia.at(before.endMicros()))).isEqualTo("2011-12-31T00:00 to 2012-01-01T00:00");
    }

    /** Its clocks go from 02:00 to 01:30: what is left of the hour is another hour. */
    @Test
    void anHourIsCutWhereHalfAnHourIsRepeated() {
        CalendarWindow howe = window("hour", "Australia/Lord_Howe");
        Period before = at(howe, "2026-04-05T01:10:00");
        Period repeated = howe.at(before.endMicros());
        assertThat(Duration.ofNanos(1000 * before.micros())).hasHours(1);
        assertThat(Duration.ofNanos(1000 * repeated.micros())).hasMinutes(30);
        assertThat(shown(howe, repeated)).isEqualTo("2026-04-05T01:30 to 2026-04-05T02:00");
    }

    @Test
    void whatIsWrittenIsShown() {
        for (String rate : new String[] {"5/hour", "5/day", "5/week", "5/month", "5/month@15", "5/year"}) {
            assertThat(Rate.parse(rate)).hasToString(rate);
        }
        assertThat(Rate.parse("5/ Month@1")).hasToString("5/month");
        assertThat(Rate.parse("5/month").calendar().orElseThrow().unit()).isEqualTo(Unit.MONTH);
        assertThat(Rate.parse("5/1h").calendar()).isEmpty();
    }

    @Test
    void windowsOfTheCalendarAndOfTimeStandSideBySide() {
        assertThat(Rate.parseAll("10/1s, 100000/month, 50/1d, 70/day").toString())
                .isEqualTo("[100000/month, 50/1d, 70/day, 10/1s]");
        assertThatThrownBy(() -> Rate.parseAll("10/month, 20/month@15"))
                .hasMessage("'10/month, 20/month@15' names the window month twice; keep the smaller of the two rates");
    }

    @Test
    void otherUnitsHaveNoBillingDay() {
        assertThatThrownBy(() -> Rate.parse("10/day@3"))
                .hasMessage("'day@3': only a month can begin on another day; write day, or month@3");
        assertThatThrownBy(() -> Rate.parse("10/month@32"))
                .hasMessage(
                        "'month@32': a month begins on day 1 to 31, of which 31 is the last day of any month; write month@15");
        assertThatThrownBy(() -> Rate.parse("10/month@0")).hasMessageContaining("day 1 to 31");
        assertThatThrownBy(() -> Rate.parse("10/fortnight")).hasMessageContaining("is not a rate");
    }

    @Test
    void theSameCalendarIsTheSameRate() {
        Rate utc = Rate.parse("10/month");
        assertThat(utc.in(ZoneId.of("Europe/Berlin"), DayOfWeek.MONDAY)).isNotEqualTo(utc);
        assertThat(utc.in(ZoneOffset.UTC, DayOfWeek.MONDAY)).isEqualTo(utc).hasSameHashCodeAs(utc);
        assertThat(Rate.parse("10/month@2")).isNotEqualTo(utc);
        assertThat(utc.dividedBy(3)).isEqualTo(Rate.parse("4/month"));
    }
}
