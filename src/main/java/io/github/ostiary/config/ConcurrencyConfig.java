package io.github.ostiary.config;

import io.github.ostiary.rule.FailurePolicy;
import io.github.ostiary.store.ConcurrencyPolicy;
import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A {@code concurrency.NAME} rule. Immutable.
 *
 * @param name the rule's
 * @param match which requests it is about
 * @param key who is counted; of sound grammar, its resolvers not looked up
 * @param perIp permits of an address besides, 1 to 100,000; empty for none
 * @param enforce false for a shadow rule; already false if the whole configuration does not enforce
 * @param onStoreFailure the rule's own or the global one
 * @param status of a denial, 400 to 599, if the rule states it
 * @param permits how many of one caller may be at work at a time, 1 to 100,000
 * @param lease after which a permit returns by itself, 1 s to 24 h
 * @param maxWait how long a call may be held until a permit returns; zero to deny it instead
 * @param onMissingKey of bean calls without anybody to count
 */
public record ConcurrencyConfig(
        String name,
        Match match,
        String key,
        OptionalInt perIp,
        boolean enforce,
        FailurePolicy onStoreFailure,
        OptionalInt status,
        int permits,
        Duration lease,
        Duration maxWait,
        MissingKey onMissingKey) {

    /** What a store is told of each of the key's sets. */
    ConcurrencyPolicy concurrency() {
        return concurrency("", permits);
    }

    /** What a store is told of the address, where that is counted besides. */
    Optional<ConcurrencyPolicy> perAddress() {
        return perIp.isPresent() ? Optional.of(concurrency("ip", perIp.getAsInt())) : Optional.empty();
    }

    private ConcurrencyPolicy concurrency(String counter, int most) {
        return new ConcurrencyPolicy(name, counter, most, Durations.toMicros(lease), !enforce);
    }
}
