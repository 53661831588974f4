package io.github.ostiary.rule;

import io.github.ostiary.CallContext;
import io.github.ostiary.ChallengeVerifier;
import io.github.ostiary.Key;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.store.Operation;
import java.util.Optional;

/** Something callers are counted by. Immutable and thread-safe. */
public sealed interface Rule permits LimitRule, ConcurrencyRule, LockoutRule {

    /** The part that all rules have. */
    RuleBasics basics();

    /** On which terms it takes calls. */
    CallTerms terms();

    /**
     * Its name.
     *
     * @return {@code [a-z][a-z0-9-]{0,39}}
     */
    default String name() {
        return basics().name();
    }

    /**
     * The first part of its keys in configuration.
     *
     * @return such as {@code limit.api}
     */
    default String full() {
        return kind().prefix() + "." + name();
    }

    /**
     * Whether it only reports.
     *
     * @return true for {@code enforce=false}
     */
    default boolean shadow() {
        return basics().shadow();
    }

    /**
     * What becomes of its claims when the store fails.
     *
     * @return the policy
     */
    default FailurePolicy onStoreFailure() {
        return terms().onStoreFailure();
    }

    /**
     * How long its callers may be held.
     *
     * @return µs, 0 for not at all
     */
    default long waitMicros() {
        return terms().waitMicros();
    }

    /** Brings a key made by hand to the networks the rule counts. */
    default Key adopt(Key key) {
        return terms().adopt().apply(key);
    }

    /** Its kind. */
    RuleKind kind();

    /** Adds what it asks of a call; false if it must count the call and finds nobody to count. */
    boolean claim(CallContext call, Claims claims);

    /**
     * How an attempt ended that it counts.
     *
     * @param outcome what was seen of it
     * @return {@code FAIL}, {@code SUCCEED} or {@code ABANDON}
     */
    default Operation judge(CallOutcome outcome) {
        return Operation.ABANDON;
    }

    /**
     * Who checks answers to its challenges.
     *
     * @return empty if nobody here does
     */
    default Optional<ChallengeVerifier> verifier() {
        return Optional.empty();
    }

    /**
     * Adds all that it counts of a key made by hand: of all plans, and of an address what it may do with all keys it
     * chooses.
     *
     * @throws IllegalArgumentException if no call has such a key
     */
    void look(Key key, Claims claims);

    /** Who would be counted first. */
    Key keyOf(CallContext call);
}
