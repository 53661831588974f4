package io.github.ostiary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.github.ostiary.CalendarWindow.Period;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneRules;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** All windows of all zones of the JDK in 50 years, beside what java.time says of the dates. */
@Tag("slow")
class CalendarWindowPropertyTest {

    private static final LocalDate FIRST = LocalDate.of(1999, 12, 20);
    private static final LocalDate LAST = LocalDate.of(2050, 1, 10);

    private final Random random = new Random(29);
    private final Map<String, List<LocalDate>> dates = new HashMap<>();
    private long windows;

    @Test
    void windowsOfDatesAreThoseOfJavaTime() {
        Set<ZoneRules> seen = new HashSet<>();
        ZoneId.getAvailableZoneIds().stream().sorted().map(ZoneId::of).forEach(zone -> {
            if (seen.add(zone.getRules())) {
                agree("day", zone, DayOfWeek.MONDAY, FIRST.datesUntil(LAST));
            }
            DayOfWeek weekStart = DayOfWeek.of(1 + random.nextInt(7));
            agree("week", zone, weekStart, dates("" + weekStart, date -> date.getDayOfWeek() == weekStart));
            agree("month", zone, DayOfWeek.MONDAY, dates("month", date -> date.getDayOfMonth() == 1));
            int day = 1 + random.nextInt(31);
            agree(
                    "month@" + day,
                    zone,
                    DayOfWeek.MONDAY,
                    dates("month@" + day, date -> date.getDayOfMonth() == Math.min(day, date.lengthOfMonth())));
            agree("year", zone, DayOfWeek.MONDAY, dates("year", date -> date.getDayOfYear() == 1));
        });
        assertThat(windows).isGreaterThan(5_000_000);
    }

    /** The same in each zone. */
    private Stream<LocalDate> dates(String name, Predicate<LocalDate> first) {
        return dates
                .computeIfAbsent(
                        name, any -> FIRST.datesUntil(LAST).filter(first).toList())
                .stream();
    }

    /** Dates that are left out begin when the next does, and have no window. */
    private void agree(String unit, ZoneId zone, DayOfWeek weekStart, Stream<LocalDate> firsts) {
        CalendarWindow window =
                Rate.parse("1/" + unit).in(zone, weekStart).calendar().orElseThrow();
        Iterator<Long> starts = firsts.map(date -> date.atStartOfDay(zone).toEpochSecond() * 1_000_000)
                .distinct()
                .iterator();
        long start = starts.next();
        while (starts.hasNext()) {
            Period expected = new Period(start, starts.next());
            check(window, expected, expected.startMicros());
            check(window, expected, expected.endMicros() - 1);
            check(window, expected, expected.startMicros() + random.nextLong(expected.micros()));
            start = expected.endMicros();
            windows++;
        }
    }

    private static void check(CalendarWindow window, Period expected, long micros) {
        Period found = window.at(micros);
        if (!found.equals(expected)) {
            fail(
                    "%s in %s at %s: %s, not %s",
                    window, window.zone(), Instant.ofEpochSecond(micros / 1_000_000), found, expected);
        }
    }

    /** An hour ends where the zone's clock shows another hour, or another offset that is no whole hour away. */
    @Test
    void hoursAreThoseOfTheZonesClock() {
        long hours = 0;
        for (String id : ZoneId.getAvailableZoneIds()) {
            ZoneId zone = ZoneId.of(id);
            ZoneRules rules = zone.getRules();
            CalendarWindow window =
                    Rate.parse("1/hour").in(zone, DayOfWeek.MONDAY).calendar().orElseThrow();
            Instant change = FIRST.atStartOfDay(zone).toInstant();
            while (change.isBefore(LAST.atStartOfDay(zone).toInstant())) {
                hours += agree(window, rules, change.minus(3, ChronoUnit.HOURS), 6);
                hours += agree(window, rules, change.plusSeconds(random.nextInt(80 * 86_400)), 3);
                Instant next = rules.isFixedOffset() ? change.plus(100, ChronoUnit.DAYS) : null;
                if (next == null && rules.nextTransition(change) != null) {
                    next = rules.nextTransition(change).getInstant();
                }
                change = next == null || next.isAfter(change.plus(400, ChronoUnit.DAYS))
                        ? change.plus(100, ChronoUnit.DAYS)
                        : next;
            }
        }
        assertThat(hours).isGreaterThan(300_000);
    }

    private static long agree(CalendarWindow window, ZoneRules rules, Instant from, int most) {
        Period span = window.at(from.getEpochSecond() * 1_000_000);
        for (int i = 0; i < most; i++) {
            Period next = window.at(span.endMicros());
            assertThat(next.startMicros()).isEqualTo(span.endMicros());
            Instant end = Instant.ofEpochSecond(span.endMicros() / 1_000_000);
            LocalDateTime after = LocalDateTime.ofInstant(end, window.zone());
            boolean onTheHour = after.getMinute() == 0 && after.getSecond() == 0;
            boolean changed = !rules.getOffset(end).equals(rules.getOffset(end.minusSeconds(1)));
            assertThat(onTheHour || changed).as("%s %s", window.zone(), end).isTrue();
            assertThat(span.micros()).isBetween(1L, 3_600_000_000L);
            assertThat(window.at(span.endMicros() - 1)).isEqualTo(span);
            span = next;
        }
        return most;
    }
}
