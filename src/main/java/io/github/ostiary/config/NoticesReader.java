package io.github.ostiary.config;

import io.github.ostiary.Rate;
import io.github.ostiary.rule.Notices;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Reads what a limit tells of what was used. */
final class NoticesReader {

    private static final Pattern PERCENT = Pattern.compile("(\\d{1,3}) ?%");
    private static final int MOST = 5;
    private static final int WHOLE = 100;

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

    /** Reads {@code 80%, 100%}. */
    static List<Integer> percents(String text) {
        TreeSet<Integer> percents = new TreeSet<>();
        for (String part : Values.list(text)) {
            var written = PERCENT.matcher(part);
            int percent = written.matches() ? Integer.parseInt(written.group(1)) : 0;
            if (percent < 1 || percent > WHOLE) {
                throw new IllegalArgumentException(
                        "'" + part + "' is no part of a limit; write 1% to 100%, such as 80%, 100%");
            }
            if (!percents.add(percent)) {
                throw new IllegalArgumentException("'" + part + "' is named twice; remove one");
            }
        }
        if (percents.size() > MOST) {
            throw new IllegalArgumentException("has " + percents.size() + " parts; write " + MOST + " at most");
        }
        return List.copyOf(percents);
    }
}
