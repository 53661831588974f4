package io.github.ostiary.watch;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.operator.Figures;
import io.github.ostiary.operator.LockoutEvent;
import io.github.ostiary.rule.RuleCounts;
import io.github.ostiary.store.Operation;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;

/** The counts of what one rule did lately, and of what was logged. One thread advances them, any thread reads them. */
final class RuleStatistics {

    static final int TICK_SECONDS = 5;
    static final int TICKS_A_MINUTE = 60 / TICK_SECONDS;

    private static final Duration SHORT = Duration.ofSeconds(TICK_SECONDS);
    private static final int MINUTES = 60;

    private final RuleCounts counts;
    private final RecentCounts minute;
    private final RecentCounts hour;

    /** The numbers that the log has, by event. */
    private final Map<LockoutEvent, Long> logged = new EnumMap<>(LockoutEvent.class);

    private long loggedDenied;
    private long loggedShadowed;

    RuleStatistics(RuleCounts counts) {
        this.counts = counts;
        this.minute = new RecentCounts(TICKS_A_MINUTE, SHORT);
        this.hour = new RecentCounts(MINUTES, Duration.ofMinutes(1));
    }

    /** Some seconds have passed. */
    void tick() {
        minute.next(counts.allowed(), counts.denied());
    }

    /** A minute has passed. */
    void minute() {
        hour.next(counts.allowed(), counts.denied());
    }

    /** The news since this was last asked, for the log; empty if nothing is worth it. */
    String news() {
        StringJoiner news = new StringJoiner(", ");
        for (LockoutEvent event : LockoutEvent.ALL) {
            long count = counts.counted(event);
            long before = logged.getOrDefault(event, 0L);
            logged.put(event, count);
            add(news, event.word(), count - before, "caller");
        }
        long denied = counts.denied();
        add(news, "denied", denied - loggedDenied, "call");
        loggedDenied = denied;
        long shadowed = counts.shadowed();
        add(news, "would have denied (not enforced)", shadowed - loggedShadowed, "call");
        loggedShadowed = shadowed;
        return news.toString();
    }

    private static void add(StringJoiner news, String what, long count, String of) {
        if (count > 0) {
            news.add(String.format(Locale.ROOT, count == 1 ? "%s %,d %s" : "%s %,d %ss", what, count, of));
        }
    }

    Figures.RuleFigures figures() {
        long allowed = counts.allowed();
        long denied = counts.denied();
        Map<Reason, Long> reasons = new EnumMap<>(Reason.class);
        for (Reason reason : Reason.values()) {
            long each = counts.denied(reason);
            if (each > 0) {
                reasons.put(reason, each);
            }
        }
        return new Figures.RuleFigures(
                counts.rule(),
                allowed,
                reasons,
                counts.shadowed(),
                lockout(),
                minute.figures(allowed, denied),
                hour.figures(allowed, denied));
    }

    private Optional<Figures.LockoutFigures> lockout() {
        if (!counts.rule().startsWith("lockout.")) {
            return Optional.empty();
        }
        Map<LockoutEvent, Long> events = new EnumMap<>(LockoutEvent.class);
        for (LockoutEvent event : LockoutEvent.ALL) {
            events.put(event, counts.counted(event));
        }
        return Optional.of(new Figures.LockoutFigures(
                new Figures.Attempts(
                        counts.attempts(Operation.FAIL),
                        counts.attempts(Operation.SUCCEED),
                        counts.attempts(Operation.ABANDON)),
                new Figures.Attempts(
                        counts.answers(Operation.FAIL),
                        counts.answers(Operation.SUCCEED),
                        counts.answers(Operation.ABANDON)),
                events,
                counts.siege()));
    }
}
