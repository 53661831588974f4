package io.github.ostiary.setup;

import io.github.ostiary.config.PlatformValue;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The words of the platform's own configuration about our keys. Its values are literal: the platform has resolved what it
 * expands. They rank above the file and below init-params, environment variables and system properties, which are not
 * among them. Not thread-safe.
 *
 * @hidden
 */
public final class PlatformProperties {

    private final Map<String, PlatformValue> values = new LinkedHashMap<>();

    private boolean needed;

    private String application = "";

    /** No properties. */
    public PlatformProperties() {}

    /** The value of a key of any name, and where it stands. */
    record PlatformAnswer(String value, String origin) {

        @Override
        public String toString() {
            return "PlatformAnswer[" + origin + "]";
        }
    }

    /**
     * Adds what is said of a key.
     *
     * @param key ours, without a prefix, such as {@code limit.api.rate}
     * @param value resolved
     * @param origin what to call the place in a message, such as {@code ostiary.limit.api.rate in application.properties}
     */
    public void put(String key, String value, String origin) {
        values.put(key, new PlatformValue(value, origin, false));
    }

    /**
     * Adds what a key of another name says, for where neither the file nor the platform says ours.
     *
     * @param key ours
     * @param value resolved
     * @param origin such as {@code quarkus.redis.hosts in application.properties}
     */
    public void suggest(String key, String value, String origin) {
        values.putIfAbsent(key, new PlatformValue(value, origin, true));
    }

    /**
     * Says what the platform calls the application, which tells it apart from others better than its path.
     *
     * @param name blank if it has none
     */
    public void name(String name) {
        application = name.strip();
    }

    /** Empty if its path has to do. */
    String application() {
        return application;
    }

    /** Says that a guard is needed though no key is said, since beans state their rules in place. */
    public void need() {
        needed = true;
    }

    /**
     * Whether the platform says any of our keys, or needs a guard without.
     *
     * @return false if there are suggestions at most
     */
    public boolean areSaid() {
        return needed || values.values().stream().anyMatch(value -> !value.suggested());
    }

    Map<String, PlatformValue> values() {
        return values;
    }
}
