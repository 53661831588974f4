package io.github.ostiary.algorithm;

import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Verdict;

/** The state and arithmetic of one counter of a limit. Not thread-safe. */
public interface LimitCounter extends CounterState<Charge> {

    /**
     * The permits in use at the time of the decision; changes nothing.
     *
     * @return 0 or more; above the capacity after a charge, a slot ahead or a lowered limit
     */
    long used();

    /**
     * How long from now until this equals a fresh one.
     *
     * @param charge the last that was asked
     * @return µs; 0 if nothing is left of what was asked
     */
    long idleMicros(Charge charge);

    /**
     * Commits permits whether there is room or not, as an action that took place; a counter goes at most one whole limit
     * below zero, a log to at most 1,000,000 used permits. What is beyond is forgotten.
     *
     * @param limit the rules
     * @param permits at least 1
     */
    void charge(Limit limit, long permits);

    /**
     * Gives permits back, oldest first.
     *
     * @param limit the rules
     * @param permits at least 1; what exceeds the used ones is ignored
     */
    void credit(Limit limit, long permits);

    /**
     * Says how things stand, and changes nothing at all.
     *
     * @param limit the rules
     * @param permits at least 1
     * @return passing or denying
     */
    Verdict peek(Limit limit, long permits);

    @Override
    default Verdict peek(Charge charge) {
        return peek(charge.limit(), charge.permits());
    }

    /**
     * Settles a reservation, once; nothing if there is none of that name.
     *
     * @param charge reserved
     * @param cost what its call has come to, 0 or more
     */
    void settle(Charge charge, long cost);

    /** Does an operation; the verdict is about one more permit, or, of what is settled, about as much once more. */
    @Override
    default Verdict apply(Operation operation, Charge charge) {
        if (operation == Operation.CHARGE) {
            charge(charge.limit(), charge.permits());
        } else if (operation == Operation.CREDIT) {
            credit(charge.limit(), charge.permits());
        } else if (operation.ends() && charge.isHeld()) {
            settle(charge, charge.cost(operation));
            return peek(charge.limit(), charge.permits());
        }
        return peek(charge.limit(), 1);
    }
}
