package io.github.ostiary.algorithm;

import io.github.ostiary.CalendarWindow.Period;
import io.github.ostiary.algorithm.OpenReservations.Taken;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;

/**
 * A counter that admits at most {@code limit} permits in each window that the calendar says, or the clock. Not
 * thread-safe.
 */
final class CalendarCounter extends WindowCount {

    /*
     * Naive: the window's start and a count. Flaw: with another zone, day or size the start of now is another, and all that
     * was used is forgotten, or nothing is; and it is a figure more.
     *
     * Model: a count, and when something was last used, which is there anyway. What is counted was used in one window. It
     * counts as long as the last use lies in the window of now, by whatever calendar. So what was used in the window that was
     * open when the rule changed moves as a whole into the one that is open then, if some of it was used there: never too
     * little.
     *
     * Worked: 3 per day in UTC, two used at 23:50: one is left until midnight. Changed to Berlin in winter, where the day began at
     * 23:00 UTC, the two count until 23:00 of the next day. Used at 22:50 they would count no more.
     *
     * Cost: O(1), 24 bytes.
     */

    private Period window = new Period(0, 1);

    @Override
    void derive(Limit limit) {
        window = limit.windowAt(now);
        open = known() && newest() >= window.startMicros() ? count : 0;
    }

    @Override
    long windowMicros() {
        return window.micros();
    }

    @Override
    long until(Limit limit, long permits) {
        return window.endMicros() - now;
    }

    /**
     * Whether a reservation was made in this window: what is settled in another one belongs to that one, which is over.
     */
    @Override
    boolean belongs(Taken reserved) {
        return reserved.atMicros() >= window.startMicros();
    }

    @Override
    long counting(Charge charge, Taken reserved, OpenReservations all) {
        return belongs(reserved) ? charge.permits() : 0;
    }
}
