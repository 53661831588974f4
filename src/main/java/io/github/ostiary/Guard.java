package io.github.ostiary;

/**
 * The doorkeeper of one application. Thread-safe. Made once, by {@code GuardBuilder} or by the filter, and closed with
 * the application: it owns connections and a background thread.
 */
public interface Guard extends AutoCloseable {

    /**
     * A rule's limiter.
     *
     * @param rule the name in {@code limit.NAME.rate}
     * @return the same instance for the same name
     * @throws IllegalArgumentException if there is no such rule; the message names the nearest
     */
    RateLimiter limiter(String rule);

    /**
     * Who a call would be charged to by a rule: reaches the same counters as the filter.
     *
     * @param rule the name in {@code limit.NAME.key}
     * @param call the call
     * @return the key of the rule's first key set
     * @throws IllegalArgumentException if there is no such rule, or the call has no identity the rule can charge
     */
    Key keyFor(String rule, CallContext call);

    /**
     * Decides a request: all rules of one position whose path, methods and conditions match, together.
     *
     * @param call the request
     * @param position where in the filter chain this is
     * @return the decision; never throws for what a caller sent
     */
    Decision check(CallContext call, Position position);

    /**
     * Decides a call by one rule, whatever its path and methods; allowed where the rule's {@code when} does not hold.
     *
     * @param rule the rule's name
     * @param call the call
     * @return the decision; never throws for what a caller sent
     * @throws IllegalArgumentException if there is no such rule; the message names the nearest
     */
    Decision check(String rule, CallContext call);

    /** Releases threads and connections; idempotent. Limiters must not be used afterwards. */
    @Override
    void close();
}
