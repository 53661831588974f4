package io.github.ostiary.store;

import java.util.List;

/**
 * What failures lead to: the static half of a {@link Reservation}. Immutable.
 *
 * @param rule the rule's name
 * @param steps thresholds and windows ascend
 * @param consecutive whether a success clears the key's settled failures, those under its own spelling of the name
 * @param distinct whether different values are counted rather than failures
 * @param extendOnAttempt whether an attempt while locked counts as a failure and starts the lock anew
 * @param memoryMicros how long after a lock's end it still makes the next one longer, µs
 * @param cap so many consecutive failures, whatever their pacing, block; 0 for none
 * @param exemptMicros how long a network is remembered that a success came from, µs; 0 for not at all
 * @param settleMicros a reservation not settled for so long becomes a failure, µs
 * @param challengeAttempts so many wrong challenges lock, 1 to 1,000
 * @param challengeLockMicros for so long, µs
 * @param shadow whether the rule only reports
 */
public record LockoutPolicy(
        String rule,
        List<Step> steps,
        boolean consecutive,
        boolean distinct,
        boolean extendOnAttempt,
        long memoryMicros,
        int cap,
        long exemptMicros,
        long settleMicros,
        int challengeAttempts,
        long challengeLockMicros,
        boolean shadow) {

    /** Copies the steps. */
    public LockoutPolicy {
        steps = List.copyOf(steps);
    }
}
