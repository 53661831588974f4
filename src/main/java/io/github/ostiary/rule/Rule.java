package io.github.ostiary.rule;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;

/** Something callers are counted by. Immutable and thread-safe. */
public sealed interface Rule permits LimitRule, ConcurrencyRule, LockoutRule {

    /**
     * Its name.
     *
     * @return {@code [a-z][a-z0-9-]{0,39}}
     */
    String name();

    /**
     * Which calls.
     *
     * @return paths, methods, conditions
     */
    RequestMatcher scope();

    /**
     * Whether it only reports.
     *
     * @return true for {@code enforce=false}
     */
    boolean shadow();

    /**
     * What becomes of its claims when the store fails.
     *
     * @return the policy
     */
    FailurePolicy onStoreFailure();

    /**
     * How long its callers may be held.
     *
     * @return µs, 0 for not at all
     */
    long waitMicros();

    /** Its kind. */
    RuleKind family();

    /** Adds what it asks of a call; false if it must count the call and finds nobody to count. */
    boolean claim(CallContext call, Claims claims);

    /** Who would be counted first. */
    Key keyOf(CallContext call);
}
