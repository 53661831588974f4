package io.github.ostiary.rule;

import io.github.ostiary.CallContext;
import java.util.List;

/** Chooses the limits a call is charged. Thread-safe. */
@FunctionalInterface
public interface LimitSelection {

    /** What a call without a request tells: nothing. */
    CallContext NO_REQUEST = new CallContext() {};

    /**
     * The limits of one call; the call's plan may choose the rates.
     *
     * @param call what happened
     * @return none for a guard that is not enabled
     */
    List<KeyedLimits> of(CallContext call);

    /**
     * The limits of all plans, the default's first: whose plan a key is of cannot be told without a call.
     *
     * @return several may name the same counter
     */
    default List<KeyedLimits> ofAllPlans() {
        return of(NO_REQUEST);
    }
}
