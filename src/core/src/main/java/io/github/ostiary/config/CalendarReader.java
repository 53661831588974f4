package io.github.ostiary.config;

import io.github.ostiary.CalendarWindow;
import io.github.ostiary.CalendarWindow.Unit;
import io.github.ostiary.Rate;
import java.time.DayOfWeek;
import java.time.ZoneId;
import java.util.List;

/** Reads by which calendar a limit's windows begin. */
final class CalendarReader {

    private CalendarReader() {}

    /** Rates as they were written, in the rule's zone. */
    static List<Rate> placed(Section rule, List<Rate> rates) {
        ZoneId zone = rule.get(LimitKeys.ZONE);
        DayOfWeek week = rule.get(LimitKeys.WEEK);
        return rates.stream().map(rate -> rate.in(zone, week)).toList();
    }

    /** A calendar is for rates of the calendar; else its owner believes that something begins at midnight. */
    static void check(Section rule, List<Rate> all) {
        List<CalendarWindow> windows =
                all.stream().flatMap(rate -> rate.calendar().stream()).toList();
        if (windows.isEmpty()) {
            rule.reject(
                    LimitKeys.ZONE, "it needs a rate of the calendar; write one, such as 100000/month, or remove it");
        }
        if (windows.stream().noneMatch(window -> window.unit() == Unit.WEEK)) {
            rule.reject(LimitKeys.WEEK, "it needs a rate of the week; write one, such as 10000/week, or remove it");
        }
    }

    static boolean isOf(Rate rate) {
        return rate.calendar().isPresent();
    }
}
