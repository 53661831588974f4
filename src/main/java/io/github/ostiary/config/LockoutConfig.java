package io.github.ostiary.config;

import io.github.ostiary.rule.FailurePolicy;
import io.github.ostiary.rule.Signals;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.LockoutPolicy.ChallengeTerms;
import io.github.ostiary.store.LockoutPolicy.FailureCount;
import io.github.ostiary.store.LockoutPolicy.Ladder;
import io.github.ostiary.store.Step;
import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A {@code lockout.NAME} rule. Immutable.
 *
 * @param name the rule's
 * @param match which requests it is about
 * @param key who is tried; of sound grammar, its resolvers not looked up
 * @param enforce false for a shadow rule; already false if the whole configuration does not enforce
 * @param onStoreFailure the rule's own or the global one
 * @param status of a denial, 400 to 599, if the rule states it
 * @param onMissingKey of bean calls without anybody to count
 * @param signals what shows a failure, and what a success; failures may be empty without a path
 * @param steps what failures lead to, at least one
 * @param consecutive whether a success clears the key's failures
 * @param distinct the one source whose different values are counted in place of failures, of sound grammar
 * @param extendOnAttempt whether an attempt while locked starts the lock anew
 * @param memory how long after a lock's end it still makes the next one longer, 1 min to 366 days
 * @param cap so many consecutive failures block, 1 to 1,000; 0 for none
 * @param exempt how long a network is remembered that a success came from, 1 min to 366 days; empty for not at all
 * @param settle after which an attempt that nobody settled is a failure, 1 s to 10 min
 * @param maxWait how long an attempt may be held that only attempts in flight stand in the way of
 * @param challenge what a challenge step needs
 */
public record LockoutConfig(
        String name,
        Match match,
        String key,
        boolean enforce,
        FailurePolicy onStoreFailure,
        OptionalInt status,
        MissingKey onMissingKey,
        Signals signals,
        List<Step> steps,
        boolean consecutive,
        Optional<String> distinct,
        boolean extendOnAttempt,
        Duration memory,
        int cap,
        Optional<Duration> exempt,
        Duration settle,
        Duration maxWait,
        ChallengeConfig challenge) {

    /** Copies the list. */
    public LockoutConfig {
        steps = List.copyOf(steps);
    }

    /** What a store is told where somebody is counted. */
    LockoutPolicy policy() {
        return policy(consecutive, cap, exempt);
    }

    /**
     * What a store is told where the key came to nothing but networks, for this call: the last alternative of {@code
     * principal | ip}, or the address that stands in for a missing parameter. Strangers share those, so that a success
     * of one must neither clear the failures of others nor exempt them, and consecutive failures are nobody's.
     */
    LockoutPolicy networkPolicy() {
        return policy(false, 0, Optional.empty());
    }

    private LockoutPolicy policy(boolean cleared, int most, Optional<Duration> remembered) {
        return new LockoutPolicy(
                name,
                !enforce,
                new Ladder(steps, extendOnAttempt, Durations.toMicros(memory)),
                new FailureCount(cleared, distinct.isPresent(), most),
                new ChallengeTerms(challenge.attempts(), Durations.toMicros(challenge.lock())),
                remembered.map(Durations::toMicros).orElse(0L),
                Durations.toMicros(settle));
    }

    /**
     * What a challenge step needs. Immutable.
     *
     * @param verifier class name of a {@code ChallengeVerifier}, not loaded; present if the rule has a path and a
     *     challenge step
     * @param attempts so many wrong answers lock, 1 to 100
     * @param lock for so long, 1 s to 36,500 days
     */
    record ChallengeConfig(Optional<String> verifier, int attempts, Duration lock) {}
}
