package io.github.ostiary.algorithm;

import io.github.ostiary.store.Reservation.Traits;

/**
 * A reservation not settled.
 *
 * @param id what settling names
 * @param begin when it was made, µs
 * @param challenge whether it is for a challenge
 * @param traits what tells it from others
 */
record PendingAttempt(String id, long begin, boolean challenge, Traits traits) {

    String value() {
        return traits.value();
    }

    /** Whether it is an attempt from where and written as these traits say. */
    boolean isAttemptLike(Traits other) {
        return !challenge
                && traits.network().equals(other.network())
                && traits.spelling().equals(other.spelling());
    }
}
