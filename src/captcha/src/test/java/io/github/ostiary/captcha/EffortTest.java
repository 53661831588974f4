package io.github.ostiary.captcha;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How hard puzzles are. */
class EffortTest {

    private static final long NOW = 1_700_000_000_000_000L;
    private static final long SECOND = 1_000_000;

    private final Effort effort = new Effort();

    private long of(String network) {
        return effort.most(SECOND, network, false, NOW);
    }

    @Test
    void aPhoneFindsHalfWayInTheStatedTime() {
        assertThat(of("a")).isEqualTo(2 * Effort.HASHES_A_SECOND);
        assertThat(effort.most(SECOND / 100, "a", false, NOW)).isEqualTo(2 * Effort.HASHES_A_SECOND / 100);
    }

    @Test
    void itRisesWithTheAnswersOfANetworkAndFallsAgain() {
        long usual = of("a");
        for (int i = 0; i < 4; i++) {
            effort.answered("a", NOW);
        }
        assertThat(of("a")).isEqualTo(usual);
        effort.answered("a", NOW);
        assertThat(of("a")).isEqualTo(2 * usual);
        for (int i = 0; i < 10_000; i++) {
            effort.answered("a", NOW);
        }
        assertThat(of("a")).as("bounded").isEqualTo(8 * usual);
        assertThat(of("b")).as("another network").isEqualTo(usual);
        assertThat(effort.most(SECOND, "a", true, NOW)).isEqualTo(Effort.MOST_FACTOR * usual);
        assertThat(effort.most(SECOND, "a", false, NOW + 600 * SECOND)).isEqualTo(usual);
    }

    @Test
    void aSiegeDoublesIt() {
        assertThat(effort.most(SECOND, "a", true, NOW)).isEqualTo(2 * of("a"));
    }

    /** A number has at most nine digits: one block of SHA-256 holds it and the salt. */
    @Test
    void theNumberIsBounded() {
        for (int i = 0; i < 1_000; i++) {
            effort.answered("a", NOW);
        }
        assertThat(effort.most(10 * SECOND, "a", true, NOW)).isEqualTo(100_000_000);
    }
}
