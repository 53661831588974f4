package io.github.ostiary.algorithm;

import io.github.ostiary.Algorithm;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Verdict;

/**
 * One counter's state and arithmetic. Not thread-safe: call {@link #advance} first, then ask {@link #passes}, then one of
 * the others, all under one lock.
 */
public interface LimitCounter extends CounterState<Charge> {

    /**
     * A counter never used.
     *
     * @param algorithm how it counts
     * @return it
     */
    static LimitCounter of(Algorithm algorithm) {
        return switch (algorithm) {
            case SLIDING_LOG -> new SlidingLog();
            case FIXED_WINDOW -> new FixedWindow();
            case SLIDING_WINDOW -> new SlidingWindow();
            case TOKEN_BUCKET -> new TokenBucket();
            case LEAKY_BUCKET -> new LeakyBucket();
        };
    }

    /**
     * Moves to the time of a decision.
     *
     * @param limit the rules
     * @param micros the clock, µs
     */
    default void advance(Limit limit, long micros) {
        advance(limit, micros, 0);
    }

    /**
     * Moves to the time of a decision whose slot may lie ahead.
     *
     * @param limit the rules
     * @param micros the clock, µs
     * @param waitMicros how far ahead; more than 0 for buckets only
     */
    void advance(Limit limit, long micros, long waitMicros);

    /**
     * The permits in use at the time of the decision; changes nothing.
     *
     * @return 0 or more; above the capacity after a charge, a slot ahead or a lowered limit
     */
    long used();

    /**
     * Whether so many permits may pass now.
     *
     * @param limit the rules
     * @param permits at least 1
     * @return true if there is room, now or within the wait, and the interval has passed
     */
    boolean passes(Limit limit, long permits);

    /**
     * Commits permits that pass.
     *
     * @param limit the rules
     * @param permits at least 1
     * @return the passing verdict
     */
    Verdict take(Limit limit, long permits);

    /**
     * Ends a decision that commits nothing here.
     *
     * @param limit the rules
     * @param permits at least 1
     * @return passing or denying
     */
    Verdict leave(Limit limit, long permits);

    /**
     * Says how things stand, and changes nothing at all.
     *
     * @param limit the rules
     * @param permits at least 1
     * @return passing or denying
     */
    Verdict peek(Limit limit, long permits);

    /**
     * Counts an attempt that was denied; never to more than the full limit, since that changes no decision.
     *
     * @param limit the rules
     * @param permits at least 1
     * @param passed whether this counter itself had room
     * @return the verdict after counting
     */
    Verdict note(Limit limit, long permits, boolean passed);

    /**
     * Commits permits whether there is room or not, as an action that took place; a counter goes at most one whole limit
     * below zero, a log to at most 1,000,000 used permits. What is beyond is forgotten.
     *
     * @param limit the rules
     * @param permits at least 1
     * @return what {@link #peek} says of one more permit
     */
    Verdict charge(Limit limit, long permits);

    /**
     * Gives permits back, oldest first.
     *
     * @param limit the rules
     * @param permits at least 1; what exceeds the used ones is ignored
     */
    void credit(Limit limit, long permits);

    @Override
    default void advance(Charge charge, long micros) {
        advance(charge.limit(), micros, charge.waitMicros());
    }

    @Override
    default boolean passes(Charge charge, long askedBefore) {
        return passes(charge.limit(), charge.permits() + askedBefore);
    }

    @Override
    default Verdict take(Charge charge) {
        return take(charge.limit(), charge.permits());
    }

    @Override
    default Verdict leave(Charge charge, boolean passed) {
        return charge.limit().countDenied()
                ? note(charge.limit(), charge.permits(), passed)
                : leave(charge.limit(), charge.permits());
    }

    @Override
    default Verdict peek(Charge charge) {
        return peek(charge.limit(), charge.permits());
    }

    @Override
    default Verdict apply(Operation operation, Charge charge) {
        if (operation == Operation.CHARGE) {
            return charge(charge.limit(), charge.permits());
        }
        if (operation == Operation.CREDIT) {
            credit(charge.limit(), charge.permits());
        }
        return peek(charge.limit(), 1);
    }
}
