package io.github.ostiary;

import java.time.Duration;
import java.util.Optional;

/**
 * A listener to what a guard does. Named in {@code listener}, or given to the builder; beans observe {@link Event}. Called by
 * one thread of the guard's, off the path of requests; whatever it throws is logged. Events that come faster than it takes
 * them are dropped and counted.
 */
public interface GuardListener {

    /** The kinds of events. The list may grow: give a {@code switch} a default. */
    enum Kind {
        /** A limit or concurrency rule denied. */
        LIMITED,
        /** A challenge is required from now on. */
        CHALLENGED,
        /** A lock or delay began. */
        LOCKED,
        /** An operator unlocked a key. */
        UNLOCKED,
        /** A block began. */
        BLOCKED,
        /** The store does not answer; failure policies decide. */
        STORE_DEGRADED,
        /** The store answers again. */
        STORE_RECOVERED,
        /** A value was put in force in place of the configured one, for a while; without a duration, it has ended. */
        OVERRIDDEN,
        /** Rules were read again from their file and are in force. */
        RELOADED,
        /** A siege of a lockout began: unknown callers must pass a challenge first. */
        SIEGE_BEGAN,
        /** The siege is over. */
        SIEGE_ENDED,
        /** A caller has used as much of a window as {@code notify} says; one node of the fleet reports it, once. */
        NEAR_LIMIT,
        /**
         * An attempt of a lockout with {@code consecutive} (the default where the key has a name) succeeded after failures, or from
         * a network that is new to the key. One rule tells its own: a sign-in that several rules count is told by each of them.
         */
        SIGNED_IN
    }

    /** The networks from which attempts at a key come, as far as the rule remembers successes ({@code exempt}). */
    enum Network {
        /** The key succeeded from there, under this spelling, and not too much has failed from there since. */
        KNOWN,
        /** The key succeeded from others only. */
        NEW,
        /** No success of the key is remembered: it is the first, the last is too long ago, or the rule remembers none. */
        UNKNOWN
    }

    /**
     * The attempts at a key before an event. Immutable.
     *
     * @param failures of {@code LOCKED} and {@code BLOCKED} with the one that began it, of {@code SIGNED_IN} before the success, from
     *     whatever networks: those within the windows of the rule's steps, at most as many as the highest of them names; with
     *     {@code cap} at least those in a row
     * @param network of {@code LOCKED} and {@code BLOCKED} that of the last failure, of {@code SIGNED_IN} that of the success; how it
     *     stood before
     */
    record Prior(int failures, Network network) {}

    /**
     * A part of a limit that was used up, as {@code limit.NAME.notify} names it.
     *
     * @param percent of the limit, 1 to 100
     * @param quota what was used when it was reached
     */
    record NearLimit(int percent, QuotaUse quota) {}

    /**
     * Something that happened.
     *
     * @param kind what
     * @param rule which rule; empty for the store
     * @param key whose; empty for the store, and where only an identity is known. Not for logs and metrics
     * @param duration of a lock or delay; of {@code NEAR_LIMIT} until the window ends
     * @param description what the rule's {@code description} says; empty if it says nothing, and for the store
     * @param change who did it by hand and why; empty for what the guard did by itself
     * @param near what was used up; of {@code NEAR_LIMIT} only
     * @param prior what led there; of {@code SIGNED_IN}, and of {@code LOCKED} and {@code BLOCKED} where failures did
     */
    record Event(
            Kind kind,
            String rule,
            Optional<Key> key,
            Optional<Duration> duration,
            Optional<String> description,
            Optional<Change> change,
            Optional<NearLimit> near,
            Optional<Prior> prior) {

        /**
         * An event that no attempts led to.
         *
         * @param kind what
         * @param rule which rule; empty for the store
         * @param key the caller
         * @param duration of a lock or delay
         * @param description what the rule's {@code description} says
         * @param change who did it by hand and why
         * @param near what was used up
         */
        public Event(
                Kind kind,
                String rule,
                Optional<Key> key,
                Optional<Duration> duration,
                Optional<String> description,
                Optional<Change> change,
                Optional<NearLimit> near) {
            this(kind, rule, key, duration, description, change, near, Optional.empty());
        }

        /**
         * An event that is about no part of a limit.
         *
         * @param kind what
         * @param rule which rule; empty for the store
         * @param key the caller
         * @param duration of a lock or delay
         * @param description what the rule's {@code description} says
         * @param change who did it by hand and why
         */
        public Event(
                Kind kind,
                String rule,
                Optional<Key> key,
                Optional<Duration> duration,
                Optional<String> description,
                Optional<Change> change) {
            this(kind, rule, key, duration, description, change, Optional.empty());
        }

        /**
         * An event that no operator caused.
         *
         * @param kind what
         * @param rule which rule; empty for the store
         * @param key the caller
         * @param duration of a lock or delay
         * @param description what the rule's {@code description} says
         */
        public Event(
                Kind kind, String rule, Optional<Key> key, Optional<Duration> duration, Optional<String> description) {
            this(kind, rule, key, duration, description, Optional.empty());
        }

        /**
         * An event of a rule that is not described, or of the store.
         *
         * @param kind what
         * @param rule which rule; empty for the store
         * @param key the caller
         * @param duration of a lock or delay
         */
        public Event(Kind kind, String rule, Optional<Key> key, Optional<Duration> duration) {
            this(kind, rule, key, duration, Optional.empty());
        }

        /** The kind and rule only: identities do not belong in logs. */
        @Override
        public String toString() {
            return kind + (rule.isEmpty() ? "" : " " + rule);
        }
    }

    /**
     * Something happened.
     *
     * @param event what
     */
    void on(Event event);
}
