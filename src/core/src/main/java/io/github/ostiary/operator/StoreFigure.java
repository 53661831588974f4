package io.github.ostiary.operator;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The figures that are counted of a store that nodes share. One that is added here is counted, shown by the console, and
 * by each way of {@code metrics}; tests name the pages that lack it, and write them.
 */
public enum StoreFigure {
    /** Calls admitted from permits that this node had taken ahead, without asking the store. */
    NEAR_ADMISSIONS(
            "ostiary.near.admissions",
            "decisions",
            "Admissions from permits taken ahead, without asking the store",
            "admitted without asking it"),
    /** Calls denied by what the store had just answered, without asking it. */
    NEAR_DENIALS(
            "ostiary.near.denials",
            "decisions",
            "Denials by the store's last answer, without asking it",
            "denied without asking it"),
    /** Decisions made by failure policies, since the store did not answer. */
    STAND_INS(
            "ostiary.store.standins",
            "decisions",
            "Decisions made by onStoreFailure because the store did not answer",
            "decided by onStoreFailure"),
    /** Decisions whose time was over before the store's answer came. */
    TIMEOUTS("ostiary.store.timeouts", "decisions", "Questions that timed out before the store answered", "timed out");

    /** All of them, without a copy for each call. */
    public static final List<StoreFigure> ALL = List.of(values());

    private static final Pattern WORD = Pattern.compile("_(.)");

    private final String metric;
    private final String unit;
    private final String description;
    private final String counted;

    StoreFigure(String metric, String unit, String description, String counted) {
        this.metric = metric;
        this.unit = unit;
        this.description = description;
        this.counted = counted;
    }

    /**
     * The name of its metric, a counter.
     *
     * @return such as {@code ostiary.store.timeouts}
     */
    public String metric() {
        return metric;
    }

    /**
     * Returns what its metric counts.
     *
     * @return such as {@code decisions}
     */
    public String unit() {
        return unit;
    }

    /**
     * One sentence about it, without a stop.
     *
     * @return for those who read metrics
     */
    public String description() {
        return description;
    }

    /**
     * The name for programs.
     *
     * @return such as {@code nearDenials}
     */
    public String member() {
        return WORD.matcher(name().toLowerCase(Locale.ROOT))
                .replaceAll(word -> word.group(1).toUpperCase(Locale.ROOT));
    }

    /**
     * The unit behind a number.
     *
     * @return such as {@code timed out}
     */
    public String counted() {
        return counted;
    }
}
