package io.github.ostiary;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.TemporalAdjusters;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The windows of a rate such as {@code 100000/month}: they begin when the calendar says, in a time zone. A day lasts 23 or 25
 * hours where the zone's clocks are changed. Immutable and thread-safe.
 */
public final class CalendarWindow {

    /** The kind of window. */
    public enum Unit {
        /** An hour of the zone's clock, from full hour to full hour. */
        HOUR(3_600),
        /** A date, from its first moment to that of the next. */
        DAY(86_400),
        /** Seven days, from Monday or another day. */
        WEEK(7 * 86_400),
        /** A month, from its first or another day. */
        MONTH(31 * 86_400),
        /** A year, from the first of January. */
        YEAR(366 * 86_400);

        private final long seconds;

        Unit(long seconds) {
            this.seconds = seconds;
        }

        /**
         * The name used in configuration.
         *
         * @return such as {@code month}
         */
        public String configName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * One window, half-open. Immutable.
     *
     * @param startMicros its first moment, µs since the Unix epoch
     * @param endMicros the first moment after it
     */
    public record Period(long startMicros, long endMicros) {

        /**
         * Whether a moment is in it.
         *
         * @param micros since the Unix epoch
         * @return true from its start, and before its end
         */
        public boolean contains(long micros) {
            return startMicros <= micros && micros < endMicros;
        }

        /**
         * Returns how long it lasts.
         *
         * @return µs, more than 0
         */
        public long micros() {
            return endMicros - startMicros;
        }
    }

    private static final Pattern WRITTEN = Pattern.compile("(hour|day|week|month|year)(?:@([0-9]{1,9}))?");
    private static final int LAST_DAY = 31;
    private static final long HOUR = 3_600;
    private static final long MICROS = 1_000_000;

    private final Unit unit;
    private final int day;
    private final ZoneId zone;
    private final DayOfWeek weekStart;

    /** The last that was asked for; the next question is nearly always about the same. */
    private volatile @Nullable Period last;

    private CalendarWindow(Unit unit, int day, ZoneId zone, DayOfWeek weekStart) {
        this.unit = unit;
        this.day = day;
        this.zone = zone;
        this.weekStart = weekStart;
    }

    /** Reads the text behind the slash of a rate; null if it is not about the calendar. In UTC, weeks from Monday. */
    static @Nullable CalendarWindow parse(String text) {
        Matcher written = WRITTEN.matcher(text);
        if (!written.matches()) {
            return null;
        }
        Unit unit = Unit.valueOf(written.group(1).toUpperCase(Locale.ROOT));
        int day = written.group(2) == null ? 1 : Integer.parseInt(written.group(2));
        if (written.group(2) != null && unit != Unit.MONTH) {
            throw new IllegalArgumentException("'" + text + "': only a month can begin on another day; write "
                    + unit.configName() + ", or month@" + written.group(2));
        }
        if (day < 1 || day > LAST_DAY) {
            throw new IllegalArgumentException("'" + text
                    + "': a month begins on day 1 to 31, of which 31 is the last day of any month; write month@15");
        }
        return new CalendarWindow(unit, day, ZoneOffset.UTC, DayOfWeek.MONDAY);
    }

    /**
     * Returns the same windows by another clock.
     *
     * @param zone where dates begin
     * @param weekStart the day on which a week begins
     * @return this, in that zone
     */
    public CalendarWindow in(ZoneId zone, DayOfWeek weekStart) {
        return new CalendarWindow(unit, day, zone, weekStart);
    }

    /**
     * Returns the kind of window.
     *
     * @return never null
     */
    public Unit unit() {
        return unit;
    }

    /**
     * The time zone.
     *
     * @return UTC unless the rule says another
     */
    public ZoneId zone() {
        return zone;
    }

    /** The longest that a window lasts where no clock is changed, µs. */
    long nominalMicros() {
        return unit.seconds * MICROS;
    }

    /**
     * The window that a moment is in.
     *
     * @param micros since the Unix epoch
     * @return which contains it
     * @throws DateTimeException if it is beyond the calendar
     */
    public Period at(long micros) {
        Period known = last;
        if (known == null || !known.contains(micros)) {
            long second = Math.floorDiv(micros, MICROS);
            known = unit == Unit.HOUR ? hour(second) : dates(second);
            last = known;
        }
        return known;
    }

    /** A clock that is changed by less than an hour begins another hour there and then. */
    private Period hour(long second) {
        ZoneRules rules = zone.getRules();
        Instant now = Instant.ofEpochSecond(second);
        long offset = rules.getOffset(now).getTotalSeconds();
        long start = Math.floorDiv(second + offset, HOUR) * HOUR - offset;
        long end = start + HOUR;
        ZoneOffsetTransition before = rules.previousTransition(now.plusNanos(1));
        if (breaksHours(before)) {
            start = Math.max(start, before.toEpochSecond());
        }
        ZoneOffsetTransition next = rules.nextTransition(now);
        if (breaksHours(next)) {
            end = Math.min(end, next.toEpochSecond());
        }
        return span(start, end);
    }

    private static boolean breaksHours(@Nullable ZoneOffsetTransition change) {
        return change != null && change.getDuration().toSeconds() % HOUR != 0;
    }

    /**
     * Dates begin where {@link LocalDate#atStartOfDay(ZoneId)} says. Just before midnight a clock may be set back to a date that has
     * ended; and a zone may leave out a date.
     */
    private Period dates(long second) {
        LocalDate first = firstOf(LocalDate.ofInstant(Instant.ofEpochSecond(second), zone));
        LocalDate next = next(first);
        while (start(next) <= second) {
            first = next;
            next = next(first);
        }
        return span(start(first), start(next));
    }

    private LocalDate firstOf(LocalDate date) {
        switch (unit) {
            case WEEK:
                return date.with(TemporalAdjusters.previousOrSame(weekStart));
            case MONTH:
                LocalDate first = of(YearMonth.from(date));
                return first.isAfter(date) ? of(YearMonth.from(date).minusMonths(1)) : first;
            case YEAR:
                return date.withDayOfYear(1);
            default:
                return date;
        }
    }

    private LocalDate next(LocalDate first) {
        return switch (unit) {
            case WEEK -> first.plusWeeks(1);
            case MONTH -> of(YearMonth.from(first).plusMonths(1));
            case YEAR -> first.plusYears(1);
            default -> first.plusDays(1);
        };
    }

    private LocalDate of(YearMonth month) {
        return month.atDay(Math.min(day, month.lengthOfMonth()));
    }

    private long start(LocalDate date) {
        return date.atStartOfDay(zone).toEpochSecond();
    }

    private static Period span(long start, long end) {
        return new Period(start * MICROS, end * MICROS);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CalendarWindow window
                && unit == window.unit
                && day == window.day
                && zone.equals(window.zone)
                && weekStart == window.weekStart;
    }

    @Override
    public int hashCode() {
        return Objects.hash(unit, day, zone, weekStart);
    }

    /** The text that a rate has for it: {@code month@15}. */
    @Override
    public String toString() {
        return unit.configName() + (day == 1 ? "" : "@" + day);
    }
}
