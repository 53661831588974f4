package io.github.ostiary.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.store.AttemptClaim.Traits;
import org.junit.jupiter.api.Test;

/** Where somebody succeeded from, and what others can do about it: nothing. */
class KnownNetworksTest {

    private static final int MOST = 16;
    private static final long LIFE = 1_000;

    private final KnownNetworks known = new KnownNetworks();

    private static Traits at(String network, String spelling) {
        return new Traits("", network, spelling);
    }

    private int left(String network, String spelling) {
        return known.left(at(network, spelling), 0, LIFE, 5);
    }

    @Test
    void aNetworkIsKnownForItsLifeAndToTheSpellingThatSucceeded() {
        known.succeeded(at("home", ""), 0);
        assertThat(known.left(at("home", ""), LIFE - 1, LIFE, 5)).isEqualTo(5);
        assertThat(known.left(at("home", ""), LIFE, LIFE, 5)).isZero();
        assertThat(left("home", "Bob")).isZero();
        assertThat(left("away", "")).isZero();
    }

    @Test
    void failuresUseItUpAndASuccessStartsItAnew() {
        known.succeeded(at("home", ""), 0);
        known.failed(at("home", ""), 3);
        known.failed(at("away", ""), 3);
        known.failed(at("home", ""), 3);
        assertThat(known.left(at("home", ""), 0, LIFE, 3)).isEqualTo(1);
        known.succeeded(at("home", ""), 1);
        assertThat(known.left(at("home", ""), 1, LIFE, 3)).isEqualTo(3);
        for (int i = 0; i < 3; i++) {
            known.failed(at("home", ""), 3);
        }
        assertThat(known.left(at("home", ""), 1, LIFE, 3)).isZero();
        assertThat(known.newest()).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void ofTooManyOnesOwnOldestIsForgotten() {
        for (int i = 0; i <= MOST; i++) {
            known.succeeded(at("net" + i, ""), 0);
        }
        assertThat(left("net0", "")).isZero();
        assertThat(left("net1", "")).isEqualTo(5);
        assertThat(left("net" + MOST, "")).isEqualTo(5);
    }

    /** An account `Bob` with many networks costs `bob` none of the half that is his. */
    @Test
    void anotherSpellingTakesNoMoreThanItsShare() {
        for (int i = 0; i < MOST / 2; i++) {
            known.succeeded(at("home" + i, ""), 0);
        }
        for (int i = 0; i < 5 * MOST; i++) {
            known.succeeded(at("away" + i, "Bob"), 0);
        }
        for (int i = 0; i < MOST / 2; i++) {
            assertThat(left("home" + i, "")).isEqualTo(5);
        }
    }

    @Test
    void whereEachHasOneANewcomerHasNone() {
        for (int i = 0; i < MOST; i++) {
            known.succeeded(at("net", "Bob" + i), 0);
        }
        known.succeeded(at("net", "newcomer"), 0);
        assertThat(left("net", "newcomer")).isZero();
        assertThat(left("net", "Bob0")).isEqualTo(5);
    }
}
