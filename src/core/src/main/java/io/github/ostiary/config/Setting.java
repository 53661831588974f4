package io.github.ostiary.config;

import io.github.ostiary.operator.SettingInForce.Origin;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The word of one source about a key. Immutable; its text form shows no value.
 *
 * @param value as written there
 * @param origin what to call the place in a message; empty for the file and for init-params, where the key is the name
 * @param place what kind of place that is
 */
record Setting(String value, String origin, Origin place) {

    static final String SYSTEM_PREFIX = "ostiary.";
    static final String ENVIRONMENT_PREFIX = "OSTIARY_";

    /** A setting that the platform has resolved: nothing more is looked for in it. */
    static Setting platform(PlatformValue given) {
        return new Setting(literal(given.value()), given.origin(), Origin.PLATFORM);
    }

    /** An operator's word, in which nothing is looked for: it must not tell what the environment holds. */
    static Setting runTime(String value) {
        return new Setting(literal(value), "set at run time", Origin.RUN_TIME);
    }

    private static String literal(String value) {
        return value.replace("${", "$${");
    }

    /** The variable that overrides a key: {@code limit.api-v2.rate} is {@code OSTIARY_LIMIT_API_V2_RATE}. */
    static String environmentName(String key) {
        return ENVIRONMENT_PREFIX
                + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    /** The setting that a source has under a name; empty if it has none. */
    static Optional<Setting> of(Map<String, String> source, String name, String origin, Origin place) {
        @Nullable String value = source.get(name);
        return value == null ? Optional.empty() : Optional.of(new Setting(value, origin, place));
    }

    @Override
    public String toString() {
        return "Setting[" + origin + "]";
    }
}
