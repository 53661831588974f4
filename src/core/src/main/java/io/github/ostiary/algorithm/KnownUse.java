package io.github.ostiary.algorithm;

import io.github.ostiary.CalendarWindow.Period;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Verdict;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The use of one counter that is known: a token bucket of a limit's capacity, refilled smoothly by the rate's permits per
 * window, kept as the one time at which it will be full again (the theoretical arrival time of GCRA, ITU-T I.371). All
 * roundings favour the caller, so what it calls missing is. Immutable.
 *
 * @param limit it refills by
 * @param sentMicros of the newest answer it has taken note of
 * @param fullAt when it is full
 * @param spare questions that may be asked for figures alone
 * @param askedMicros when the last was asked that was not spared
 * @param counted what a window of the calendar had used by the newest answer, all of which it has again at {@code fullAt}; 0 for what
 *     refills
 */
public record KnownUse(Limit limit, long sentMicros, long fullAt, long spare, long askedMicros, long counted) {

    /*
     * What such a bucket lacks is used in a log with the same rate: let D be the permits known to be admitted since s, at
     * most `permits` of them in any window. Short of `cost` tokens means D > permits + permits*(t-s)/window - cost for
     * some s. Split t-s into k whole windows and a rest: the k oldest admitted at most k*permits, so the last window
     * holds more than permits - cost. A sliding window is such a log whose window is shorter by one precision: all of
     * that is always counted. The double factor is wider than the error of the division it guards.
     *
     * Each permit taken with others in one call spares a question, which is a bound on how often a flood may ask the store
     * for figures that do not follow from its last answer; one per second is free.
     */
    private static final double DOWN = 1 - 1e-12;
    private static final long QUESTION_MICROS = 1_000_000;

    /**
     * One that nothing is missing from.
     *
     * @param limit it refills by
     * @param sent no answer to a question of an earlier time is of use, µs
     * @return the bucket
     */
    public static KnownUse full(Limit limit, long sent) {
        return new KnownUse(limit, sent, sent, 0, sent - QUESTION_MICROS, 0);
    }

    /**
     * The knowledge after an answer. If the store counts less than was known, or by another limit, nothing was.
     *
     * @param before what was known; null for nothing
     * @param limit by which it was asked
     * @param sent when, µs; not before an earlier answer
     * @param permits how many were taken; 0 if it was denied
     * @param remaining what the store has left
     * @return the bucket
     */
    public static KnownUse after(@Nullable KnownUse before, Limit limit, long sent, long permits, long remaining) {
        if (before != null && Objects.equals(before.limit, limit)) {
            KnownUse debited = before.debited(sent, permits);
            if (debited.missing(sent) <= limit.capacity() - remaining) {
                return debited;
            }
        }
        return full(limit, sent).debited(sent, permits);
    }

    /**
     * The same of a window of the calendar, of which each answer says all that is used.
     *
     * @param before what was known; null for nothing
     * @param limit by which it was asked
     * @param sent when, µs; not before an earlier answer
     * @param permits how many were taken; 0 if it was denied
     * @param said the answer
     * @return what is known
     */
    public static KnownUse ofWindow(@Nullable KnownUse before, Limit limit, long sent, long permits, Verdict said) {
        KnownUse known = before != null && Objects.equals(before.limit, limit) ? before : full(limit, sent);
        long capacity = limit.capacity();
        long spare = permits == 0 ? known.spare : Math.min(capacity, known.spare + permits - 1);
        return new KnownUse(
                limit,
                sent,
                sent + said.resetMicros(),
                spare,
                known.askedMicros,
                Math.max(0, capacity - said.remaining()));
    }

    private KnownUse debited(long sent, long permits) {
        if (permits == 0) {
            return new KnownUse(limit, sent, fullAt, spare, askedMicros, 0);
        }
        long capacity = limit.capacity();
        long saved = Math.min(capacity, spare + permits - 1);
        long taken = Math.max(fullAt, sent) + refill(Math.min(permits, capacity));
        return new KnownUse(limit, sent, Math.min(taken, sent + refill(capacity)), saved, askedMicros, 0);
    }

    /**
     * Takes note of a question that was asked for figures alone.
     *
     * @param sent when, µs
     * @return with one less to ask, if it was spared
     */
    public KnownUse asked(long sent) {
        long left = spare(sent);
        return left > 0
                ? new KnownUse(limit, sentMicros, fullAt, left - 1, askedMicros, counted)
                : new KnownUse(limit, sentMicros, fullAt, 0, sent, counted);
    }

    /** No more than is in use: what was spared long ago was spared of another window's bound. */
    private long spare(long now) {
        return Math.min(spare, missing(now));
    }

    /**
     * Whether the store may be asked for figures alone.
     *
     * @param now µs
     * @return true once a second, and for each question that was spared
     */
    public boolean mayAsk(long now) {
        return spare(now) > 0 || now - askedMicros >= QUESTION_MICROS;
    }

    /**
     * The tokens missing from a full bucket.
     *
     * @param now µs
     * @return 0 to the capacity
     */
    public long missing(long now) {
        if (counted > 0) {
            return now < fullAt ? counted : 0;
        }
        double missing = (fullAt - now) * (double) limit.rate().permits() / window();
        return Math.max(0, Math.min(limit.capacity(), (long) Math.ceil(missing * DOWN)));
    }

    /**
     * The permits that count as used where another limit stands in for this one, such as one node's part.
     *
     * @param part of this limit
     * @param now µs
     * @return what is missing; of a window of the calendar, the part's share of what all nodes have used of the same window
     */
    public long missing(Limit part, long now) {
        if (counted == 0) {
            return missing(now);
        }
        Period window = part.windowAt(now);
        boolean same = Math.abs(fullAt - window.endMicros()) < window.micros() / 2;
        return same ? (counted * part.capacity() + limit.capacity() - 1) / limit.capacity() : 0;
    }

    /** permits * window / the rate's permits. */
    private long refill(long permits) {
        long rate = limit.rate().permits();
        return permits * (window() / rate) + (permits * (window() % rate)) / rate;
    }

    private long window() {
        return limit.rate().windowMicros() - limit.tuning().precisionMicros();
    }
}
