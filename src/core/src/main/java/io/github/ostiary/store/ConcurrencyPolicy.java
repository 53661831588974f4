package io.github.ostiary.store;

/**
 * The number of one caller's calls that may be at work at a time: the static half of an {@link LeaseClaim}. Immutable.
 *
 * @param rule the rule's name
 * @param counter which of the rule's counters this is; distinct ones of one rule and identity never share state
 * @param permits at most so many at a time, 1 to 100,000
 * @param leaseMicros after so long without a renewal a permit returns by itself, µs
 * @param shadow whether the rule only reports
 */
public record ConcurrencyPolicy(String rule, String counter, int permits, long leaseMicros, boolean shadow) {

    /**
     * The name callers see.
     *
     * @return the rule's, with a suffix where it is of the address alone
     */
    String policy() {
        return counter.isEmpty() ? rule : rule + "-" + counter;
    }

    /**
     * The same for one of several nodes.
     *
     * @param nodes at least 1
     * @return its permits divided and rounded up
     */
    public ConcurrencyPolicy dividedBy(int nodes) {
        return new ConcurrencyPolicy(rule, counter, (permits + nodes - 1) / nodes, leaseMicros, shadow);
    }
}
