package io.github.ostiary.local;

import io.github.ostiary.Algorithm.Release;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Verdict;

/**
 * The store's last answer about a counter that had too little room, or was asked together with one that had.
 * Immutable.
 *
 * @param limit by which it was asked: callers of another plan may share the identity, and rates may change
 * @param permits what was asked
 * @param waitMicros how far ahead the slot that was denied might have lain; -1 if none was denied
 * @param said the answer
 * @param sentMicros the local time before the call was sent: proofs count from here, µs
 * @param heardMicros the local time after the answer came: promises count from here, µs
 */
record CachedDenial(Limit limit, long permits, long waitMicros, Verdict said, long sentMicros, long heardMicros) {

    /** It does not follow from the answers of the store. */
    private static final long UNKNOWN = Long.MIN_VALUE;

    /*
     * Between sending and hearing the store has answered. What it denies until a time, counted from the sending, it
     * does deny; when it promises room, counted from the hearing, there is room, if no other caller took it meanwhile.
     *
     * Until the next release nothing comes back, and where nothing is left no caller can take: then the figures stand as
     * they were heard, for a charge as large as the one asked about, and for one permit more than there are. For others
     * the figures follow where the algorithm is a straight line; of a log only the store knows which entries must leave,
     * and all that is certain is that all have left when the full limit is there again.
     */

    static CachedDenial of(Charge charge, Verdict said, long sentMicros, long heardMicros) {
        long wait = said.passed() ? -1 : charge.waitMicros();
        return new CachedDenial(charge.limit(), charge.permits(), wait, said, sentMicros, heardMicros);
    }

    /** Whether it proves, as far as it can be believed, that a charge would be denied. */
    boolean denies(Charge charge) {
        boolean covered =
                charge.waitMicros() == 0 || (charge.waitMicros() <= waitMicros && charge.permits() >= permits);
        return covered && charge.permits() > said.admissible() && limit.equals(charge.limit());
    }

    /** Until when it is proof of that. */
    long deniesUntil(Charge charge) {
        return after(sentMicros, charge.waitMicros() == 0 ? said.changeMicros() : said.retryMicros());
    }

    /** Whether the figures of a charge it denies are the store's own, and stay so until something is released. */
    boolean isExact(Charge charge) {
        boolean closed = said.admissible() == 0 && charge.waitMicros() == 0;
        return charge.permits() > limit.capacity() || (closed && known(charge) != UNKNOWN);
    }

    /** The verdict on a denied charge: the store's own, or one with a later time than the store would name. */
    Verdict verdict(Charge charge, long now) {
        return new Verdict(
                false,
                said.remaining(),
                until(retryMicros(charge), now, 1),
                until(said.resetMicros(), now, 0),
                said.admissible(),
                until(said.changeMicros(), now, 1),
                said.consequence().nothingTaken());
    }

    /** The same of a charge that it does not deny. */
    Verdict figures(long now) {
        return new Verdict(
                true,
                said.remaining(),
                0,
                until(said.resetMicros(), now, 0),
                said.admissible(),
                until(said.changeMicros(), now, 1),
                said.consequence().nothingTaken());
    }

    private long retryMicros(Charge charge) {
        if (charge.permits() > limit.capacity()) {
            return Verdict.NEVER;
        }
        long known = known(charge);
        return known != UNKNOWN ? known : Math.max(said.changeMicros(), said.resetMicros());
    }

    /** The wait from the answer on, if the answer tells it. */
    private long known(Charge charge) {
        long paced = limit.minIntervalMicros();
        if (waitMicros >= 0 && charge.permits() == permits && charge.waitMicros() == waitMicros) {
            return said.retryMicros();
        }
        if (charge.waitMicros() > 0) {
            return said.retryMicros() + waitMicros - charge.waitMicros() + refill(charge.permits() - permits);
        }
        if (paced > 0) {
            return charge.permits() <= said.remaining() ? said.changeMicros() : UNKNOWN;
        }
        boolean next = charge.permits() == said.admissible() + 1;
        Release release = limit.algorithm().release();
        if (next || release == Release.TOGETHER) {
            return said.changeMicros();
        }
        return release == Release.EVENLY && !limit.tuning().byInterval()
                ? said.changeMicros() + refill(charge.permits() - said.admissible() - 1)
                : UNKNOWN;
    }

    /** How long a bucket takes for so many permits, rounded up. */
    private long refill(long more) {
        long rate = limit.rate().permits();
        long window = limit.rate().windowMicros();
        return more * (window / rate) + (more * (window % rate) + rate - 1) / rate;
    }

    private long until(long micros, long now, long least) {
        return micros == Verdict.NEVER ? micros : Math.max(least, after(heardMicros, micros) - now);
    }

    private static long after(long from, long micros) {
        return micros == Verdict.NEVER ? Verdict.NEVER : from + micros;
    }
}
