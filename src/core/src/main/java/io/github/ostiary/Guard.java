package io.github.ostiary;

import io.github.ostiary.text.ClassPath;
import java.nio.file.Path;
import java.util.List;

/**
 * The doorkeeper of one application. Thread-safe. Made once, by {@link #builder()} or by the filter, and closed with
 * the application: it owns connections and a background thread. What operators ask of it: {@code OperatorApi.of(guard)}.
 */
public interface Guard extends AutoCloseable {

    /**
     * Begins a guard for plain Java: no servlet on the class path is needed.
     *
     * <pre>{@code
     * Guard guard = Guard.builder().redis("redis://localhost").limit("reply", "5/1m").build();
     * boolean may = guard.limiter("reply").tryAcquire(Key.of("user:110")).allowed();
     * }</pre>
     *
     * @return a builder that knows nothing yet
     */
    static Builder builder() {
        String implementation = "io.github.ostiary.setup.GuardBuilder"; // by its name: this package knows no other
        try {
            return (Builder) Class.forName(implementation).getMethod("create").invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(ClassPath.missing(implementation), e);
        }
    }

    /**
     * A rule's limiter.
     *
     * @param rule the name in {@code limit.NAME.rate}
     * @return the same instance for the same name
     * @throws IllegalArgumentException if there is no such rule; the message names the nearest
     */
    RateLimiter limiter(String rule);

    /**
     * Returns the key that a rule would charge for a call: it reaches the same counters as the filter.
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
     * The use that a key has made of the limits that say {@code usage=true}, for the caller's own eyes. Charges
     * nothing, raises no event, and asks the store once. As {@link RateLimiter#peek} each limit counts the key by the
     * rate that Java code meets: by its plan where {@code rate.by} names a {@code PlanResolver}, else by {@code rate}.
     * Limits that count no such keys, or only report, are left out.
     *
     * @param key the caller
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

    /**
     * Makes guards. Not thread-safe; may be used again after {@link #build}. What is said here ranks above the file and below
     * environment variables and system properties.
     */
    interface Builder {

        /**
         * Reads a file.
         *
         * @param path a properties file in UTF-8, read by {@link #build}
         * @return this
         */
        Builder config(Path path);

        /**
         * Declares a rule.
         *
         * @param name {@code [a-z][a-z0-9-]{0,39}}
         * @param rate such as {@code 5/1m}, or several: {@code 10/1s, 100/1m}
         * @return this
         */
        Builder limit(String name, String rate);

        /**
         * Declares a sign-in: the recommended rules for one, {@code limit.NAME.limit}, {@code lockout.NAME.password}, {@code
         * lockout.NAME.address} and {@code lockout.NAME.account}, that {@code signin.NAME.*} changes.
         *
         * @param name {@code [a-z][a-z0-9-]{0,39}}
         * @param typed where the name is that a caller types, such as {@code param:username}, {@code arg:0} or {@code attribute:user}
         * @return this
         */
        Builder signIn(String name, String typed);

        /**
         * Shares counters through Redis.
         *
         * @param uri {@code redis://}, {@code rediss://}, {@code redis+sentinel://} or {@code redis+cluster://}
         * @return this
         */
        Builder redis(String uri);

        /**
         * Sets any key of the configuration.
         *
         * @param key such as {@code limit.reply.key}
         * @param value as in the file
         * @return this
         */
        Builder property(String key, String value);

        /**
         * Adds a listener, besides the configured {@code listener}.
         *
         * @param listener called by a thread of the guard's
         * @return this
         */
        Builder listener(GuardListener listener);

        /**
         * Replaces the clock, for tests.
         *
         * @param source with Redis it is denied, since the server's clock decides there
         * @return this
         */
        Builder timeSource(TimeSource source);

        /**
         * Makes the guard. Succeeds when Redis is absent: {@code onStoreFailure} decides until it is there.
         *
         * @return a running guard; closed by the caller
         * @throws ConfigurationException with everything that is wrong
         */
        Guard build();
    }
}
