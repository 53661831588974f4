package io.github.ostiary.config;

import io.github.ostiary.Rate;
import io.github.ostiary.rule.Notices;
import java.util.List;

/** Reads what a limit tells of what was used. */
final class NoticesReader {

    private NoticesReader() {}

    /** Reads it, after the rates: only a window can be nearly used up. */
    static Notices read(Section rule, LimitFigures figures) {
        List<Integer> percents = rule.find(LimitKeys.NOTIFY).orElse(List.of());
        check(rule, figures);
        return new Notices(rule.get(LimitKeys.USAGE), percents);
    }

    private static void check(Section rule, LimitFigures figures) {
        Rates rates = figures.rates();
        boolean bucket = isBucket(figures, rates.standard())
                || rates.plans().values().stream().anyMatch(planned -> isBucket(figures, planned));
        if (bucket) {
            rule.reject(
                    LimitKeys.NOTIFY,
                    "a " + figures.algorithm().configName() + " has no window that could be used up; write"
                            + " algorithm=fixed-window, sliding-window or sliding-log, or a longest rate of the calendar, such as"
                            + " 100000/month, or remove it");
        }
    }

    private static boolean isBucket(LimitFigures figures, List<Rate> rates) {
        return figures.algorithm().of(rates.get(0)).isBucket();
    }
}
