package io.github.ostiary.engine;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Quota;
import io.github.ostiary.QuotaUse;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.text.Durations;

/** The way from a store's verdict on a charge to a caller's use. */
public final class QuotaUses {

    private QuotaUses() {}

    /**
     * The use that a verdict shows.
     *
     * @param now by the clock of this node, µs; the store's may be another
     */
    public static QuotaUse of(Charge charge, Verdict said, long now) {
        Quota quota = charge.quota(said);
        return new QuotaUse(
                quota.rule(),
                quota.policy(),
                quota.rate(),
                quota.limit(),
                quota.limit() - quota.remaining(),
                quota.remaining(),
                Durations.instant(end(charge.limit(), said, now)));
    }

    /**
     * The time at which what was used comes back, µs. Of the calendar the very boundary: clocks that are less than half a window
     * apart agree on which it is.
     */
    public static long end(Limit limit, Verdict said, long now) {
        long reset = said.resetMicros();
        if (limit.algorithm() != Algorithm.CALENDAR) {
            return now + reset;
        }
        long within = reset == 0 ? now : now + reset - said.consequence().window() / 2;
        return limit.windowAt(within).endMicros();
    }
}
