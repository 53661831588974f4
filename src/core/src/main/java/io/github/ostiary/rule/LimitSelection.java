package io.github.ostiary.rule;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.store.Limit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Chooses the limits a call is charged. Thread-safe. */
@FunctionalInterface
public interface LimitSelection {

    /** A call without a request, which tells nothing. */
    CallContext NO_REQUEST = new CallContext() {};

    /**
     * The limits of one call; the call's plan may choose the rates.
     *
     * @param call what happened
     * @return none for a guard that is not enabled
     */
    List<KeyedLimits> of(CallContext call);

    /**
     * The limits there are, whatever the call.
     *
     * @return null if the call chooses
     */
    default @Nullable List<KeyedLimits> fixed() {
        return null;
    }

    /**
     * The only limit there is, whatever the call.
     *
     * @return null if there are none or several, or if the call chooses
     */
    default @Nullable Limit alone() {
        return null;
    }

    /**
     * The limits of a key made by hand, whose plan may be known by it.
     *
     * @param key who
     * @return as without a request, unless a resolver knows more
     */
    default List<KeyedLimits> of(Key key) {
        return of(NO_REQUEST);
    }

    /**
     * The limits of all plans, and those that only this key has.
     *
     * @param key who
     * @return several may name the same counter
     */
    default List<KeyedLimits> ofAllPlans(Key key) {
        return ofAllPlans();
    }

    /**
     * The limits of all plans, the default's first: without a call the plan of a key is not known.
     *
     * @return several may name the same counter
     */
    default List<KeyedLimits> ofAllPlans() {
        return of(NO_REQUEST);
    }
}
