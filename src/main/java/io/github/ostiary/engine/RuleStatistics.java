package io.github.ostiary.engine;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.edge.Figures;
import io.github.ostiary.rule.RuleCounts;
import io.github.ostiary.store.Operation;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;

/** The account of what one rule has done lately, and of what the log was told. Turned by one thread, read by any. */
final class RuleStatistics {

    private static final Duration SHORT = Duration.ofSeconds(StatisticsReporter.TICK_SECONDS);
    private static final int MINUTES = 60;

    private final RuleCounts counts;
    private final RecentCounts minute;
    private final RecentCounts hour;

    private long toldDenied;
    private long toldChallenged;
    private long toldLocked;
    private long toldBlocked;

    /** Begins now; what was counted before was told before. */
    RuleStatistics(RuleCounts counts) {
        this.counts = counts;
        this.minute = new RecentCounts(StatisticsReporter.TICKS_A_MINUTE, SHORT, 0, 0);
        this.hour = new RecentCounts(MINUTES, Duration.ofMinutes(1), 0, 0);
    }

    /** Some seconds have passed. */
    void tick() {
        minute.next(counts.allowed(), counts.denied());
    }

    /** A minute has passed. */
    void minute() {
        hour.next(counts.allowed(), counts.denied());
    }

    /** What it has done since this was last asked, for the log; empty if nothing worth it. */
    String news() {
        StringJoiner news = new StringJoiner(", ");
        long locked = counts.locked();
        add(news, locked - toldLocked, "locked %,d caller", "locked %,d callers");
        toldLocked = locked;
        long blocked = counts.blocked();
        add(news, blocked - toldBlocked, "blocked %,d caller", "blocked %,d callers");
        toldBlocked = blocked;
        long challenged = counts.challenged();
        add(news, challenged - toldChallenged, "challenged %,d caller", "challenged %,d callers");
        toldChallenged = challenged;
        long denied = counts.denied();
        add(news, denied - toldDenied, "denied %,d call", "denied %,d calls");
        toldDenied = denied;
        return news.toString();
    }

    private static void add(StringJoiner news, long count, String one, String many) {
        if (count > 0) {
            news.add(String.format(Locale.ROOT, count == 1 ? one : many, count));
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
        return Optional.of(new Figures.LockoutFigures(
                new Figures.Attempts(
                        counts.attempts(Operation.FAIL),
                        counts.attempts(Operation.SUCCEED),
                        counts.attempts(Operation.ABANDON)),
                new Figures.Attempts(
                        counts.answers(Operation.FAIL),
                        counts.answers(Operation.SUCCEED),
                        counts.answers(Operation.ABANDON)),
                counts.challenged(),
                counts.locked(),
                counts.blocked(),
                counts.unlocked()));
    }
}
