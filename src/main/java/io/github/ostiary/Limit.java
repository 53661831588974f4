package io.github.ostiary;

/**
 * One counter's rules: the static half of a {@link Charge}. A rule with two rates has two limits. Immutable.
 *
 * @param rule the rule's name, {@code [a-z][a-z0-9-]{0,39}}
 * @param policy the name callers see in headers: the rule's, with a suffix where a rule has several limits
 * @param counter which of the rule's counters this is; distinct counters of one rule and identity never share state
 * @param algorithm how it counts
 * @param rate how many in how much time
 * @param minIntervalMicros between two admitted (with {@code countDenied}: attempted) actions, in µs; 0 for none
 * @param countDenied whether refused attempts count too
 * @param shadow whether this limit only reports and never refuses
 */
public record Limit(
        String rule,
        String policy,
        String counter,
        Algorithm algorithm,
        Rate rate,
        long minIntervalMicros,
        boolean countDenied,
        boolean shadow) {

    /** The most permits a sliding log keeps: its entries carry their weights modulo this figure. */
    public static final long MAX_LOG_PERMITS = 1_000_000;

    /**
     * Checks what the algorithm can hold.
     *
     * @throws IllegalArgumentException if a sliding log is asked for more than 1,000,000 permits
     */
    public Limit {
        if (algorithm == Algorithm.SLIDING_LOG && rate.permits() > MAX_LOG_PERMITS) {
            throw new IllegalArgumentException("a sliding-log holds at most " + MAX_LOG_PERMITS + " permits, not "
                    + rate.permits() + "; lower the rate or shorten its window");
        }
    }

    /**
     * The same limit for one of several nodes.
     *
     * @param nodes at least 1
     * @return this limit with its rate divided and rounded up; intervals are not divided
     */
    public Limit dividedBy(int nodes) {
        return nodes == 1
                ? this
                : new Limit(
                        rule,
                        policy,
                        counter,
                        algorithm,
                        rate.dividedBy(nodes),
                        minIntervalMicros,
                        countDenied,
                        shadow);
    }

    /**
     * How long after its last use a counter equals a fresh one.
     *
     * @return microseconds
     */
    public long idleMicros() {
        return Math.max(rate.windowMicros(), minIntervalMicros);
    }
}
