package io.github.ostiary.config;

import io.github.ostiary.CalendarWindow;
import io.github.ostiary.CalendarWindow.Unit;
import io.github.ostiary.Rate;
import java.time.DayOfWeek;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads by which calendar a limit's windows begin. */
final class CalendarReader {

    private CalendarReader() {}

    /** Rates as they were written, in the rule's zone. */
    static List<Rate> placed(Section rule, List<Rate> rates) {
        ZoneId zone = rule.get(LimitKeys.ZONE);
        DayOfWeek week = rule.get(LimitKeys.WEEK);
        List<Rate> placed = new ArrayList<>();
        for (Rate rate : rates) {
            placed.add(rate.in(zone, week));
        }
        return List.copyOf(placed);
    }

    /** A calendar is for rates of the calendar; else its owner believes that something begins at midnight. */
    static void check(Section rule, List<Rate> all) {
        boolean none = true;
        boolean weeks = false;
        for (Rate rate : all) {
            Optional<CalendarWindow> window = rate.calendar();
            none &= window.isEmpty();
            weeks |= window.isPresent() && window.get().unit() == Unit.WEEK;
        }
        if (none) {
            rule.reject(
                    LimitKeys.ZONE, "it needs a rate of the calendar; write one, such as 100000/month, or remove it");
        }
        if (!weeks) {
            rule.reject(LimitKeys.WEEK, "it needs a rate of the week; write one, such as 10000/week, or remove it");
        }
    }

    static boolean isOf(Rate rate) {
        return rate.calendar().isPresent();
    }
}
