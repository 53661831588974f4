package io.github.ostiary.config;

/**
 * The word of the platform's own configuration about a key: MicroProfile Config, or Spring's environment. The platform has
 * resolved it, and nothing more is expanded in it. Immutable; its text form shows no value.
 *
 * @param value as the platform gives it
 * @param origin what to call the place in a message, such as {@code ostiary.limit.api.rate in application.properties}
 * @param suggested of a key that is not ours, such as {@code quarkus.redis.hosts}: below the file, in place of above it
 */
public record PlatformValue(String value, String origin, boolean suggested) {

    @Override
    public String toString() {
        return "PlatformValue[" + origin + "]";
    }
}
