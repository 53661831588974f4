package io.github.ostiary;

import java.util.List;

/**
 * The doorkeeper of one application. Thread-safe. Made once, by {@code GuardBuilder} or by the filter, and closed with
 * the application: it owns connections and a background thread. What operators ask of it: {@code OperatorApi.of(guard)}.
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
     * The rules in force, to be changed for a while.
     *
     * @return the same instance each time
     * @throws UnsupportedOperationException if another library implements this guard, which then has none
     */
    default Rules rules() {
        throw new UnsupportedOperationException("the rules of " + getClass().getName() + " cannot be changed");
    }

    /**
     * What a key has used of the limits that say {@code usage=true}, for the caller's own eyes. Charges nothing, raises no
     * event, and asks the store once. As {@link RateLimiter#peek} each limit counts the key by the rate that Java code meets: by
     * its plan where {@code rate.by} names a {@code PlanResolver}, else by {@code rate}. Limits that count no such keys, or
     * only report, are left out.
     *
     * @param key who
     * @return in the order of the rules' names; empty if none of them counts the key
     * @throws IllegalStateException if Redis does not answer: what this node alone knows is not what was used
     * @throws UnsupportedOperationException if another library implements this guard
     */
    default List<QuotaUse> usage(Key key) {
        throw new UnsupportedOperationException(
                "what was used is not known to " + getClass().getName());
    }

    /** Releases threads and connections; idempotent. Limiters must not be used afterwards. */
    @Override
    void close();
}
