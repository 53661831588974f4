package io.github.ostiary.store;

import java.util.List;

/**
 * The consequences of failures: the static half of a {@link Reservation}. Immutable.
 *
 * @param rule the rule's name
 * @param shadow whether the rule only reports
 * @param ladder what so many failures lead to
 * @param count which failures there are
 * @param challenge what wrong answers lead to
 * @param exemptMicros how long a network is remembered that a success came from, µs; 0 for not at all
 * @param settleMicros a reservation not settled for so long becomes a failure, µs
 */
public record LockoutPolicy(
        String rule,
        boolean shadow,
        Ladder ladder,
        FailureCount count,
        ChallengeTerms challenge,
        long exemptMicros,
        long settleMicros) {

    /**
     * The steps that so many failures lead to. Immutable.
     *
     * @param steps thresholds and windows ascend
     * @param extendOnAttempt whether an attempt while locked counts as a failure and starts the lock anew
     * @param memoryMicros how long after a lock's end it still makes the next one longer, µs
     */
    public record Ladder(List<Step> steps, boolean extendOnAttempt, long memoryMicros) {

        /** Copies the steps. */
        public Ladder {
            steps = List.copyOf(steps);
        }
    }

    /**
     * The count of failures: which there are. Immutable.
     *
     * @param consecutive whether a success clears the key's settled failures, those under its own spelling of the name
     * @param distinct whether different values are counted rather than failures
     * @param cap so many consecutive failures, whatever their pacing, block; 0 for none
     */
    public record FailureCount(boolean consecutive, boolean distinct, int cap) {}

    /**
     * The terms of challenges: what wrong answers lead to. Immutable.
     *
     * @param attempts so many lock, 1 to 1,000
     * @param lockMicros for so long, µs
     */
    public record ChallengeTerms(int attempts, long lockMicros) {}

    /**
     * The same where a key came to nothing but networks: the last alternative of {@code principal | ip}, or the address
     * that stands in for a missing parameter. Strangers share those, so that a success of one must neither clear the
     * failures of others nor exempt them, and consecutive failures are nobody's.
     *
     * @return without {@code consecutive}, cap and exemption
     */
    public LockoutPolicy ofStrangers() {
        return new LockoutPolicy(
                rule, shadow, ladder, new FailureCount(false, count.distinct(), 0), challenge, 0, settleMicros);
    }
}
