package io.github.ostiary.config;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The kinds of rules and the keys each one knows; some of them only to say why they are rejected. */
enum RuleVocabulary {
    LIMIT,
    CONCURRENCY,
    LOCKOUT,
    ALLOW,
    BLOCK,
    /** Stands for several rules, see {@link SignInReader}. */
    SIGNIN;

    /** The first part of its keys. */
    String prefix() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Its keys, bar those that are named after a plan. */
    ConfigKeys keys() {
        return switch (this) {
            case LIMIT -> LimitKeys.ALL;
            case CONCURRENCY -> ConcurrencyKeys.ALL;
            case LOCKOUT -> LockoutKeys.ALL;
            case ALLOW -> AccessKeys.ALLOW;
            case BLOCK -> AccessKeys.BLOCK;
            case SIGNIN -> SignInKeys.ALL;
        };
    }

    Optional<ConfigKey<?>> find(String key) {
        return this == LIMIT && LimitKeys.isPlan(key) ? Optional.of(LimitKeys.RATE_OF_PLAN) : keys().find(key);
    }

    /** Whether it denies, so that callers get to see its rules' names. */
    boolean denies() {
        return this != ALLOW && this != SIGNIN;
    }

    static Optional<RuleVocabulary> byPrefix(String prefix) {
        return Arrays.stream(values())
                .filter(kind -> kind.prefix().equals(prefix))
                .findFirst();
    }
}
