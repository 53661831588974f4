package io.github.ostiary.setup;

import io.github.ostiary.Guard;
import io.github.ostiary.GuardListener;
import io.github.ostiary.TimeSource;
import io.github.ostiary.config.ConfigSources;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes a guard for plain Java: no servlet on the class path is needed. Not thread-safe; may be used again after {@link
 * #build}.
 *
 * <pre>{@code
 * Guard guard = GuardBuilder.create().redis("redis://localhost").limit("reply", "5/1m").build();
 * boolean may = guard.limiter("reply").tryAcquire(Key.of("user:110")).allowed();
 * }</pre>
 *
 * <p>What is said here ranks above the file and below environment variables and system properties.
 */
public final class GuardBuilder {

    private final Map<String, String> properties = new LinkedHashMap<>();
    private final List<GuardListener> listeners = new ArrayList<>();
    private Optional<TimeSource> time = Optional.empty();

    private GuardBuilder() {}

    /**
     * Starts from nothing.
     *
     * @return a builder
     */
    public static GuardBuilder create() {
        return new GuardBuilder();
    }

    /**
     * Starts from a file.
     *
     * @param path a properties file in UTF-8, read by {@link #build}
     * @return a builder
     */
    public static GuardBuilder fromProperties(Path path) {
        return new GuardBuilder().property("config", path.toString());
    }

    /**
     * Declares a rule.
     *
     * @param name {@code [a-z][a-z0-9-]{0,39}}
     * @param rate such as {@code 5/1m}, or several: {@code 10/1s, 100/1m}
     * @return this
     */
    public GuardBuilder limit(String name, String rate) {
        return property("limit." + name + ".rate", rate);
    }

    /**
     * Declares a sign-in: the recommended rules for one, {@code limit.NAME.limit}, {@code lockout.NAME.password}, {@code
     * lockout.NAME.address} and {@code lockout.NAME.account}, that {@code signin.NAME.*} changes.
     *
     * @param name {@code [a-z][a-z0-9-]{0,39}}
     * @param typed where the name is that a caller types, such as {@code param:username}, {@code arg:0} or {@code attribute:user}
     * @return this
     */
    public GuardBuilder signIn(String name, String typed) {
        return property("signin." + name + ".name", typed);
    }

    /**
     * Shares counters through Redis.
     *
     * @param uri {@code redis://}, {@code rediss://}, {@code redis+sentinel://} or {@code redis+cluster://}
     * @return this
     */
    public GuardBuilder redis(String uri) {
        return property("redis.uri", uri);
    }

    /**
     * Sets any key of the configuration.
     *
     * @param key such as {@code limit.reply.key}
     * @param value as in the file
     * @return this
     */
    public GuardBuilder property(String key, String value) {
        properties.put(key, value);
        return this;
    }

    /**
     * Adds a listener, besides the configured {@code listener}.
     *
     * @param listener called by a thread of the guard's
     * @return this
     */
    public GuardBuilder listener(GuardListener listener) {
        listeners.add(listener);
        return this;
    }

    /**
     * Replaces the clock, for tests.
     *
     * @param source with Redis it is denied, since the server's clock decides there
     * @return this
     */
    public GuardBuilder timeSource(TimeSource source) {
        this.time = Optional.of(source);
        return this;
    }

    /**
     * Makes the guard. Succeeds when Redis is absent: {@code onStoreFailure} decides until it is there.
     *
     * @return a running guard; closed by the caller
     * @throws io.github.ostiary.ConfigurationException with everything that is wrong
     */
    public Guard build() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        ClassLoader loader = context == null ? GuardBuilder.class.getClassLoader() : context;
        ConfigSources inputs =
                ConfigSources.of(properties, System.getenv(), ConfigSources.systemProperties(System.getProperties()));
        return AtStart.get(() ->
                Composition.of(inputs, loader, time, List.copyOf(listeners)).guard());
    }
}
