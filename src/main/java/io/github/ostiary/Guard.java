package io.github.ostiary;

import java.util.Collection;

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
     * @param rule the name in {@code limit.NAME.key}, {@code concurrency.NAME.key} or {@code lockout.NAME.key}
     * @param call the call
     * @return the key of the rule's first key set
     * @throws IllegalArgumentException if there is no such rule, or the call has no identity the rule can charge
     */
    Key keyFor(String rule, CallContext call);

    /**
     * A concurrency rule's permits.
     *
     * @param rule the name in {@code concurrency.NAME.permits}
     * @return the same instance for the same name
     * @throws IllegalArgumentException if there is no such rule; the message names the nearest
     */
    Semaphores semaphores(String rule);

    /**
     * A lockout rule's attempts.
     *
     * @param rule the name in {@code lockout.NAME.steps}
     * @return the same instance for the same name
     * @throws IllegalArgumentException if there is no such rule; the message names the nearest
     */
    Lockouts lockouts(String rule);

    /**
     * Decides a request: all rules of one position whose path, methods and conditions match, together.
     *
     * @param call the request
     * @param position where in the filter chain this is
     * @return decided, perhaps held; ended by the caller. Never throws for what a caller sent
     */
    Admission enter(CallContext call, Position position);

    /**
     * Decides a call by some rules, whatever their paths and methods; a rule whose {@code when} does not hold lets pass.
     *
     * @param rules their names; rules of every kind that have one of them
     * @param call the call
     * @return decided, perhaps held; ended by the caller. Never throws for what a caller sent
     * @throws IllegalArgumentException if there is no such rule; the message names the nearest
     */
    Admission enter(Collection<String> rules, CallContext call);

    /** Releases threads and connections; idempotent. Limiters must not be used afterwards. */
    @Override
    void close();
}
