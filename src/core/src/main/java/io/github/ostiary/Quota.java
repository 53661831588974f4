package io.github.ostiary;

import java.time.Duration;
import java.util.Optional;

/**
 * A caller's standing with one limit, or with what it may have at work at a time. Immutable.
 *
 * @param rule the rule's name
 * @param policy the rule's name, with a suffix where it has several limits: {@code api-1m}
 * @param rate what is granted; of {@link QuotaUnit#CONCURRENT_REQUESTS} the permits, and how long one is held that is not renewed
 * @param limit the most permits at once: the burst of a bucket, the rate's permits of all others
 * @param remaining permits left after the decision, 0 to the limit
 * @param resetAfter until the full limit is there again; of {@link QuotaUnit#CONCURRENT_REQUESTS} the latest, if none is renewed
 * @param unit what the permits are
 * @param description what the rule's {@code description} says, for operators, not for callers. Empty if it says
 *     nothing
 */
public record Quota(
        String rule,
        String policy,
        Rate rate,
        long limit,
        long remaining,
        Duration resetAfter,
        QuotaUnit unit,
        Optional<String> description) {

    /** The thing that a permit stands for. The list may grow: give a {@code switch} a default. */
    public enum QuotaUnit {
        /** A request, or as many as its cost says. */
        REQUESTS,
        /** A byte of what callers send or are sent: {@code cost=request:bytes}, {@code cost=response:bytes}. */
        CONTENT_BYTES,
        /** A request at work: those of a {@code concurrency} rule. */
        CONCURRENT_REQUESTS
    }

    /**
     * A standing with a limit of requests that is not described.
     *
     * @param rule the rule's name
     * @param policy the name callers see
     * @param rate what is granted
     * @param limit the most permits at once
     * @param remaining permits left
     * @param resetAfter until the full limit is there again
     */
    public Quota(String rule, String policy, Rate rate, long limit, long remaining, Duration resetAfter) {
        this(rule, policy, rate, limit, remaining, resetAfter, QuotaUnit.REQUESTS, Optional.empty());
    }

    /**
     * A standing with a limit whose rate is all there is to it.
     *
     * @param rule the rule's name
     * @param policy the name callers see
     * @param rate what is granted
     * @param remaining permits left
     * @param resetAfter until the full limit is there again
     */
    public Quota(String rule, String policy, Rate rate, long remaining, Duration resetAfter) {
        this(rule, policy, rate, rate.permits(), remaining, resetAfter);
    }

    /**
     * The share that is left.
     *
     * @return 0.0 to 1.0
     */
    public double remainingShare() {
        return (double) remaining / limit;
    }
}
