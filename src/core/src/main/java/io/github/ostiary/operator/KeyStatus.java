package io.github.ostiary.operator;

import io.github.ostiary.Key;
import io.github.ostiary.LockState;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.Rate;
import io.github.ostiary.operator.Explanation.RuleType;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * An identity and a rule: how the one stands with the other at a moment. For operators: its text form does not show the identity. Immutable.
 *
 * @param rule the rule's name
 * @param kind the rule's kind: limit, concurrency or lockout
 * @param enforced false for {@code enforce=false}: it only reports
 * @param identity the caller that the rule counts
 * @param outlook what one more call would meet
 * @param counters one for each rate of a limit, and the permits of a concurrency rule; empty for a lockout, and where
 *     nothing is counted
 * @param lock of a lockout; empty for others
 */
public record KeyStatus(
        String rule,
        RuleType kind,
        boolean enforced,
        Identity identity,
        Outlook outlook,
        List<Usage> counters,
        Optional<LockStatus> lock) {

    /** Copies the list. */
    public KeyStatus {
        counters = List.copyOf(counters);
    }

    /** The ones who may say so. */
    public enum Teller {
        /** This JVM, which is the only store there is. */
        LOCAL,
        /** The shared store. */
        SHARED,
        /** The shared store, and this node remembers its denial: calls here are denied without asking it again. */
        NEAR,
        /** This node, by its share of the limits, while the shared store does not answer. */
        STAND_IN,
        /** No store: the shared store does not answer, and the rule's {@code onStoreFailure} is {@code allow} or {@code deny}. */
        POLICY
    }

    /**
     * A caller that a rule counts. Immutable.
     *
     * @param key with its kind, such as {@code ip}; empty where identities are secret or too long to be kept
     * @param name in the store: canonical or digested, at most 64 characters
     */
    public record Identity(Optional<Key> key, String name) {

        /** The kinds only: identities do not belong in logs. */
        @Override
        public String toString() {
            return key.map(Key::toString).orElse("Key[?]");
        }
    }

    /**
     * The answer that one more call would meet. Immutable.
     *
     * @param admits whether this rule would let it in
     * @param retryAfter when it could succeed; empty if it would, or if only an operator's action helps
     * @param teller who says so
     */
    public record Outlook(boolean admits, Optional<Duration> retryAfter, Teller teller) {

        /**
         * Whether a failure policy decides in the store's place.
         *
         * @return true for {@link Teller#STAND_IN} and {@link Teller#POLICY}
         */
        public boolean degraded() {
            return teller == Teller.STAND_IN || teller == Teller.POLICY;
        }
    }

    /**
     * One counter of a limit, or the permits of a concurrency rule. Immutable.
     *
     * @param policy the name callers see: the rule's, with a suffix where it has several rates
     * @param rate what is granted; empty for a concurrency rule
     * @param limit the most permits at once: the burst of a bucket, a concurrency rule's permits
     * @param used of these, 0 to the limit
     * @param remaining permits left
     * @param resetAfter until the full limit is there again, if nothing else is asked; zero for a concurrency rule
     */
    public record Usage(
            String policy, Optional<Rate> rate, long limit, long used, long remaining, Duration resetAfter) {}

    /**
     * A lockout. Immutable.
     *
     * @param state phase, failures, what is left of it, and the reason that an operator gave for a lock
     * @param age since the lock, block or challenge began; empty if there is none, and where the store cannot say
     * @param step the step it follows from, as in configuration, or {@code 3 wrong challenges lock 5m}; empty if there is none, it is not known, or it was
     *     locked by hand
     */
    public record LockStatus(LockState state, Optional<Duration> age, Optional<String> step) {

        /**
         * Whether attempts are looked at.
         *
         * @return true if so
         */
        public boolean open() {
            return state.phase() == Phase.OPEN;
        }
    }
}
