package io.github.ostiary.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.testing.LockoutPolicies;
import org.junit.jupiter.api.Test;

/** Attempts that began and have not been settled. */
class InFlightTest {

    private static final LockoutPolicy POLICY =
            LockoutPolicies.policy().lock(3, 60, 60).named("login");

    private final InFlight inFlight = new InFlight();

    private void attempt(String id, long begin, String value, String network) {
        inFlight.add(LockoutPolicies.attempt(POLICY, id, value, network), begin);
    }

    @Test
    void nothingIsHeldNorOldest() {
        assertThat(inFlight.oldestAttempt(9)).isEqualTo(9);
        assertThat(inFlight.size()).isZero();
        assertThat(inFlight.indexOf("a")).isNegative();
    }

    @Test
    void whatIsAskedForTwiceIsHeldOnce() {
        attempt("a", 1, "", "");
        attempt("a", 2, "", "");
        assertThat(inFlight.size()).isEqualTo(1);
        assertThat(inFlight.begin(0)).isEqualTo(1);
    }

    @Test
    void answersToChallengesAreNoAttempts() {
        inFlight.add(LockoutPolicies.answer(POLICY, "c"), 1);
        attempt("a", 2, "secret", "home");
        attempt("b", 3, "secret", "away");
        assertThat(inFlight.challenges()).isEqualTo(1);
        assertThat(inFlight.attempts()).isEqualTo(2);
        assertThat(inFlight.oldestAttempt(9)).isEqualTo(2);
        assertThat(inFlight.values()).containsExactly("secret");
        assertThat(inFlight.attemptsLike(LockoutPolicies.written(POLICY, "d", "home", "")))
                .isEqualTo(1);
        assertThat(inFlight.attemptsLike(LockoutPolicies.written(POLICY, "d", "home", "Bob")))
                .isZero();
    }

    @Test
    void eachKeepsItsBeginHoweverManyLeave() {
        for (int i = 0; i < 20; i++) {
            attempt("a" + i, 10 * i, "", "");
        }
        for (int i = 1; i < 20; i += 2) {
            assertThat(inFlight.remove(inFlight.indexOf("a" + i)).made().id()).isEqualTo("a" + i);
        }
        for (int i = 0; i < 10; i++) {
            assertThat(inFlight.begin(i)).isEqualTo(20L * i);
            assertThat(inFlight.indexOf("a" + 2 * i)).isEqualTo(i);
        }
        inFlight.clear();
        assertThat(inFlight.size()).isZero();
    }

    @Test
    void whatIsPutBackIsWhereItWas() {
        attempt("a", 1, "", "");
        attempt("b", 2, "", "");
        InFlight.Unsettled taken = inFlight.remove(inFlight.indexOf("a"));
        assertThat(inFlight.indexOf("a")).isNegative();
        assertThat(inFlight.begin(0)).isEqualTo(2);
        inFlight.insert(0, taken);
        assertThat(inFlight.indexOf("a")).isZero();
        assertThat(inFlight.begin(0)).isEqualTo(1);
        assertThat(inFlight.begin(1)).isEqualTo(2);
    }

    @Test
    void whatASuccessClearsIsOfItsSpellingAndNotOlderThanTheLast() {
        attempt("a", 1, "", "");
        inFlight.add(LockoutPolicies.written(POLICY, "b", "home", "Bob"), 2);
        inFlight.add(LockoutPolicies.answer(POLICY, "c"), 3);
        inFlight.succeeded("", 5);
        inFlight.succeeded("", 4);
        assertThat(inFlight.remove(0).cleared()).isEqualTo(5);
        assertThat(inFlight.remove(0).cleared()).isEqualTo(Long.MIN_VALUE);
        assertThat(inFlight.remove(0).cleared()).isEqualTo(Long.MIN_VALUE);
    }
}
