package io.github.ostiary.operator;

/**
 * A key of the configuration as it is in force, and where its value came from. Immutable.
 *
 * @param key in full, such as {@code limit.login.rate}
 * @param value with placeholders replaced; what may be secret is masked
 * @param origin the kind of place it was written in
 * @param source that place by its name, such as {@code OSTIARY_LIMIT_LOGIN_RATE}; empty where the kind says it all
 */
public record SettingInForce(String key, String value, Origin origin, String source) {

    /** The kinds of places a value can come from, the strongest last. */
    public enum Origin {
        /** Nowhere: it follows from another key, such as the strictness of a sign-in. */
        PRESET,
        /** The properties file. */
        FILE,
        /** The platform's own configuration: MicroProfile Config, or Spring's environment. */
        PLATFORM,
        /** An init-param of the filter. */
        INIT_PARAM,
        /** Given to the builder. */
        JAVA,
        /** An annotation that states a rule in place. */
        ANNOTATION,
        /** An environment variable. */
        ENVIRONMENT,
        /** A system property. */
        SYSTEM,
        /** Set while the application runs. */
        RUN_TIME
    }
}
