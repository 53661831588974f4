package io.github.ostiary.local;

import io.github.ostiary.Charge;
import io.github.ostiary.Limit;

/**
 * The store's last answer about a counter that had no room for what was asked. Times are local, µs. Immutable.
 *
 * @param limit by which it was asked: callers of another plan may share the identity, and rates may change
 * @param sentMicros before the call was sent
 * @param admissible the largest charge the store would have passed
 * @param changeMicros when that may grow by itself; {@code Long.MAX_VALUE} if it is at its largest
 * @param remaining permits left
 * @param permits what was asked
 * @param waitMicros how far ahead the slot that was refused might have lain; -1 if none was refused
 * @param retryMicros when that could pass; {@code Long.MAX_VALUE} for never
 * @param resetMicros when the full limit is there again
 */
record Seen(
        Limit limit,
        long sentMicros,
        long admissible,
        long changeMicros,
        long remaining,
        long permits,
        long waitMicros,
        long retryMicros,
        long resetMicros) {

    /** Whether it proves, as far as it can be believed, that a charge would be refused. */
    boolean refuses(Charge charge) {
        boolean covered =
                charge.waitMicros() == 0 || (charge.waitMicros() <= waitMicros && charge.permits() >= permits);
        return covered && charge.permits() > admissible && limit.equals(charge.limit());
    }

    /** Until when it is proof of that. */
    long refusesUntil(Charge charge) {
        return charge.waitMicros() == 0 ? changeMicros : retryMicros;
    }

    /** When a charge it refuses could pass, or earlier. */
    long retryMicros(Charge charge) {
        if (charge.permits() > charge.limit().capacity()) {
            return Long.MAX_VALUE;
        }
        boolean same = charge.permits() == permits && (waitMicros < 0 || charge.waitMicros() == waitMicros);
        return same ? retryMicros : refusesUntil(charge);
    }
}
