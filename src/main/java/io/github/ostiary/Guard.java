package io.github.ostiary;

import java.util.List;
import java.util.Optional;

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
     * The rules in force, to be changed for a while.
     *
     * @return the same instance each time
     * @throws UnsupportedOperationException if another library implements this guard, which then has none
     */
    default Rules rules() {
        throw new UnsupportedOperationException("the rules of " + getClass().getName() + " cannot be changed");
    }

    /**
     * The status of a key with a rule at this moment. Spends nothing and raises no event; for operators.
     *
     * @param rule the name of a rule that counts; all kinds of rules that have it are included
     * @param key who; of a rule that counts names as they are typed in, a principal's key is that of his name
     * @return one for each kind of rule of that name
     * @throws IllegalArgumentException if there is no such rule, the message names the nearest; or if no call could have
     *     such a key
     */
    List<KeyStatus> explain(String rule, Key key);

    /**
     * The status of a key with every rule that counts such keys. Spends nothing and raises no event; for operators.
     *
     * @param key who. A rule that counts it only together with something else, such as {@code principal+ip}, is left out
     * @return in the order of the rules' names; empty if no rule counts such keys
     */
    List<KeyStatus> explain(Key key);

    /**
     * What would be decided of a request at this moment, at both places in the filter chain, and why. Spends nothing and
     * raises no event; for operators.
     *
     * @param call the request, or what is known of it: rules ask it what they ask of a true one
     * @return with every rule of the guard
     */
    Explanation explain(CallContext call);

    /**
     * A denial that was answered with a reference, as it is kept for {@code explain.keep}: by this node, or by another one
     * of the same Redis. For operators.
     *
     * @param reference as the caller was given it, in any case; with spaces or hyphens, and the letters O, I and L for 0
     *     and 1
     * @return empty if it is no reference, or no longer kept
     * @throws IllegalStateException if this node has not given it out, and the store that would know does not answer
     */
    Optional<DenialRecord> explained(String reference);

    /**
     * What rules with {@code enforce=false} would have denied on this node in the last day, and how callers use what they
     * limit.
     *
     * @return empty of rules if none is on trial
     */
    TrialReport trial();

    /** Releases threads and connections; idempotent. Limiters must not be used afterwards. */
    @Override
    void close();
}
