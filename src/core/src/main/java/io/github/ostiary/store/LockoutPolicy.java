package io.github.ostiary.store;

import java.util.List;

/**
 * The consequences of failures: the static half of an {@link AttemptClaim}. Immutable.
 *
 * @param rule the rule's name
 * @param shadow whether the rule only reports
 * @param steps what so many failures lead to; thresholds and windows ascend. None: failures lead to nothing
 * @param distinct whether different values are counted rather than failures
 * @param cap so many consecutive failures, whatever their pacing, block; 0 for none
 * @param aftermath what locks, challenges, successes and unclear ends leave behind
 * @param settleMicros a reservation not settled for so long becomes a failure, µs
 */
public record LockoutPolicy(
        String rule,
        boolean shadow,
        List<Step> steps,
        boolean distinct,
        int cap,
        Aftermath aftermath,
        long settleMicros) {

    /** Copies the steps. */
    public LockoutPolicy {
        steps = List.copyOf(steps);
    }

    /**
     * The aftermath of locks, challenges, successes and unclear ends: a key that has met none of them yet is not concerned.
     * Immutable.
     *
     * @param extendOnAttempt whether an attempt while locked counts as a failure and starts the lock anew
     * @param memoryMicros how long after a lock's end it still makes the next one longer, µs
     * @param challenge what wrong answers lead to
     * @param consecutive whether a success clears the key's settled failures, those under its own spelling of the name
     * @param exemptMicros how long a network is remembered that a success came from, µs; 0 for not at all
     * @param exempts whether such a network passes locks and challenges; else it is only known in a siege
     * @param unclear how many attempts whose end is unclear are given back within the first step's window, 0 to 1,000
     */
    public record Aftermath(
            boolean extendOnAttempt,
            long memoryMicros,
            ChallengeTerms challenge,
            boolean consecutive,
            long exemptMicros,
            boolean exempts,
            int unclear) {}

    /**
     * The terms of challenges: what wrong answers lead to. Immutable.
     *
     * @param attempts so many lock, 1 to 1,000
     * @param lockMicros for so long, µs; 0 if they never lock
     */
    public record ChallengeTerms(int attempts, long lockMicros) {

        /**
         * The number of answers that may be verified at once where wrong ones never lock: attempts find room beside
         * them.
         */
        private static final int UNLOCKED = 500;

        /**
         * Whether wrong answers lock.
         *
         * @return false if they are only counted
         */
        public boolean lock() {
            return lockMicros > 0;
        }

        /**
         * How many answers may be verified at once, if none was wrong yet.
         *
         * @return at least 1
         */
        public int room() {
            return lock() ? attempts : UNLOCKED;
        }
    }

    /**
     * How long a challenge stays pending that is not answered; also for ladders without memory long enough to be met.
     *
     * @return µs
     */
    public long pendingMicros() {
        long pending = Math.min(aftermath.memoryMicros, Step.MAX_MICROS);
        for (int i = 0; i < steps.size(); i++) {
            pending = Math.max(pending, steps.get(i).windowMicros());
        }
        return pending;
    }

    /**
     * The same where a key does not say where its caller is: wrong answers to its challenges may come from any caller, so that they must
     * not lock it.
     *
     * @return without {@code challenge.lock}
     */
    public LockoutPolicy withoutChallengeLock() {
        Aftermath open = new Aftermath(
                aftermath.extendOnAttempt,
                aftermath.memoryMicros,
                new ChallengeTerms(aftermath.challenge.attempts, 0),
                aftermath.consecutive,
                aftermath.exemptMicros,
                aftermath.exempts,
                aftermath.unclear);
        return new LockoutPolicy(rule, shadow, steps, distinct, cap, open, settleMicros);
    }

    /**
     * The same where a key came to nothing but networks: the last alternative of {@code principal | ip}, or the address
     * that stands in for a missing parameter. Strangers share those, so that a success of one must neither clear the
     * failures of others nor exempt them, and a success clears no consecutive failures.
     *
     * @return without {@code consecutive}, cap and exemption
     */
    public LockoutPolicy ofStrangers() {
        Aftermath nobodys = new Aftermath(
                aftermath.extendOnAttempt,
                aftermath.memoryMicros,
                aftermath.challenge,
                false,
                0,
                false,
                aftermath.unclear);
        return new LockoutPolicy(rule, shadow, steps, distinct, 0, nobodys, settleMicros);
    }
}
