package io.github.ostiary.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a server is no longer asked, and when again. */
class CircuitTest {

    private static final long SLOW = 1_000;
    private static final long SECOND = 1_000_000;

    private final Circuit circuit = new Circuit(SLOW);

    private boolean failed() {
        return circuit.fail(new StoreException("it does not answer"), 0);
    }

    @Test
    void fiveFailuresInARowOpenItOnce() {
        for (int i = 0; i < 4; i++) {
            assertThat(failed()).isFalse();
        }
        assertThat(failed()).isTrue();
        assertThat(circuit.isOpen()).isTrue();
        assertThat(failed()).as("it is open already").isFalse();
    }

    @Test
    void anAnswerEndsTheRowButHalfOfSixteenIsTooMany() {
        for (int i = 0; i < 15; i++) {
            boolean opened = i % 2 == 0 ? failed() : circuit.succeed(0, 1);
            assertThat(opened).as("call %d", i).isFalse();
        }
        assertThat(circuit.succeed(0, 1)).isTrue();
    }

    @Test
    void sevenOfSixteenAreNot() {
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < 16; i++) {
                assertThat(i < 14 && i % 2 == 0 ? failed() : circuit.succeed(0, 1))
                        .isFalse();
            }
        }
    }

    /** A pause makes all calls slow that are under way. */
    @Test
    void slowCallsThatOverlapCountOnce() {
        for (int i = 0; i < 100; i++) {
            assertThat(circuit.succeed(i, SLOW + 200 + i)).isFalse();
        }
        for (int i = 1; i < 8; i++) {
            circuit.succeed(i * SECOND, i * SECOND + SLOW + 1);
        }
        assertThat(circuit.isOpen()).as("eight, but of eight calls").isFalse();
        for (int i = 0; i < 7; i++) {
            circuit.succeed(9 * SECOND, 9 * SECOND + SLOW);
        }
        assertThat(circuit.isOpen()).isFalse();
        assertThat(circuit.succeed(9 * SECOND, 9 * SECOND + SLOW))
                .as("eight of sixteen")
                .isTrue();
    }

    @Test
    void aBatchThatFailsTogetherFailsOnce() {
        StoreException one = new StoreException("the whole batch");
        for (int i = 0; i < 100; i++) {
            assertThat(circuit.fail(one, 0)).isFalse();
        }
    }

    @Test
    void whatSaysNothingOfTheServerDoesNotCount() {
        for (int i = 0; i < 100; i++) {
            assertThat(circuit.fail(StoreException.withoutEvidence("too late"), 0))
                    .isFalse();
            assertThat(circuit.fail(StoreException.ofCounter("WRONGTYPE"), 0)).isFalse();
        }
    }

    @Test
    void onceRecoveredItBeginsAnew() {
        for (int i = 0; i < 5; i++) {
            failed();
        }
        circuit.recover(0);
        assertThat(circuit.isOpen()).isFalse();
        for (int i = 0; i < 4; i++) {
            assertThat(failed()).isFalse();
        }
        assertThat(failed()).isTrue();
    }

    /** One that trips again as soon as it is closed is not asked ten times a second. */
    @Test
    void whoComesAndGoesIsAskedEverLessOften() {
        List<Long> waits = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            circuit.trip(0);
            waits.add(circuit.nextProbeMillis());
            circuit.recover(0);
        }
        assertThat(waits).containsExactly(100L, 200L, 400L, 800L, 1_600L, 2_000L);
        circuit.trip(10 * SECOND);
        assertThat(circuit.nextProbeMillis()).isEqualTo(100);
    }
}
