package io.github.ostiary.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.store.Reservation.Traits;
import org.junit.jupiter.api.Test;

/** Attempts that began and have not been settled. */
class InFlightTest {

    private final InFlight inFlight = new InFlight();

    private static PendingAttempt attempt(String id, long begin, String value, String network) {
        return new PendingAttempt(id, begin, false, new Traits(value, network, ""));
    }

    private static PendingAttempt challenge(String id, long begin) {
        return new PendingAttempt(id, begin, true, Traits.none());
    }

    @Test
    void nothingIsOldestAndNewestNever() {
        assertThat(inFlight.oldestAttempt(9)).isEqualTo(9);
        assertThat(inFlight.newest()).isEqualTo(Long.MIN_VALUE);
        assertThat(inFlight.removeBegunBy(Long.MAX_VALUE)).isNull();
        assertThat(inFlight.remove("a")).isNull();
    }

    @Test
    void whatIsAskedForTwiceIsHeldOnce() {
        inFlight.add(attempt("a", 1, "", ""));
        inFlight.add(attempt("a", 2, "", ""));
        assertThat(inFlight.size()).isEqualTo(1);
        assertThat(inFlight.newest()).isEqualTo(1);
    }

    @Test
    void answersToChallengesAreNoAttempts() {
        inFlight.add(challenge("c", 1));
        inFlight.add(attempt("a", 2, "secret", "home"));
        inFlight.add(attempt("b", 3, "secret", "away"));
        assertThat(inFlight.challenges()).isEqualTo(1);
        assertThat(inFlight.attempts()).isEqualTo(2);
        assertThat(inFlight.oldestAttempt(9)).isEqualTo(2);
        assertThat(inFlight.values()).containsExactly("secret");
        assertThat(inFlight.attemptsLike(new Traits("", "home", ""))).isEqualTo(1);
        assertThat(inFlight.attemptsLike(new Traits("", "home", "Bob"))).isZero();
    }

    @Test
    void theOldestLeavesWhenItsTimeHasComeAndNoOther() {
        inFlight.add(attempt("a", 1, "", ""));
        inFlight.add(attempt("b", 5, "", ""));
        assertThat(inFlight.removeBegunBy(0)).isNull();
        PendingAttempt oldest = inFlight.removeBegunBy(1);
        assertThat(oldest).isNotNull().extracting(PendingAttempt::id).isEqualTo("a");
        assertThat(inFlight.removeBegunBy(4)).isNull();
    }

    @Test
    void whatIsPutBackIsWhereItWas() {
        inFlight.add(attempt("a", 1, "", ""));
        inFlight.add(attempt("b", 2, "", ""));
        PendingAttempt taken = inFlight.take(inFlight.indexOf("a"));
        assertThat(inFlight.indexOf("a")).isNegative();
        inFlight.putBack(0, taken);
        assertThat(inFlight.indexOf("a")).isZero();
        assertThat(inFlight.newest()).isEqualTo(2);
    }
}
