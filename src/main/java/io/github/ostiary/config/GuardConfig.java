package io.github.ostiary.config;

import java.util.List;

/**
 * A whole configuration. Immutable.
 *
 * @param global what is configured outside rules
 * @param limits in the order they were declared, which means nothing
 * @param concurrency likewise
 * @param lockouts likewise
 * @param access allow and block rules, likewise
 * @param unmatched names of system properties and environment variables that looked like overrides and reached nothing
 */
public record GuardConfig(
        GlobalConfig global,
        List<LimitConfig> limits,
        List<ConcurrencyConfig> concurrency,
        List<LockoutConfig> lockouts,
        List<AccessConfig> access,
        List<String> unmatched) {

    /** Copies the lists. */
    public GuardConfig {
        limits = List.copyOf(limits);
        concurrency = List.copyOf(concurrency);
        lockouts = List.copyOf(lockouts);
        access = List.copyOf(access);
        unmatched = List.copyOf(unmatched);
    }
}
