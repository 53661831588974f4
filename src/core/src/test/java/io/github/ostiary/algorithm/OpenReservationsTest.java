package io.github.ostiary.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.algorithm.OpenReservations.Taken;
import io.github.ostiary.store.Charge;
import org.junit.jupiter.api.Test;

/** What the contract does not say: how many there may be, and what is left of one in a bucket. */
class OpenReservationsTest {

    private final OpenReservations open = new OpenReservations();

    private long left(String id, long permits, long leaked) {
        Taken taken = open.find(id, 0);
        assertThat(taken).isNotNull();
        return open.left(taken, permits, leaked);
    }

    @Test
    void whatWasInUseBeforeLeaksFirst() {
        open.begin("a", 0, 21);
        assertThat(left("a", 10, 20)).isEqualTo(10);
        assertThat(left("a", 10, 24)).isEqualTo(6);
        assertThat(left("a", 10, 99)).isZero();
    }

    @Test
    void whatOthersGiveBackIsNotThereToLeak() {
        open.begin("a", 0, 0);
        open.lowered(15);
        open.begin("b", 0, 21);
        open.lowered(10);
        assertThat(left("b", 10, 15)).isEqualTo(5);
        open.lowered(100);
        assertThat(left("b", 10, 4))
                .as("of itself no more than has leaked is gone")
                .isEqualTo(6);
        open.close("a");
        open.close("b");
        open.begin("c", 0, 21);
        assertThat(left("c", 10, 20)).isEqualTo(10);
    }

    @Test
    void eachEndsAfterADayAndOfTooManyTheOlderHalf() {
        for (int i = 0; i < 10_001; i++) {
            open.begin("r" + i, i, 0);
        }
        assertThat(open.find("r4999", 10_001)).isNull();
        assertThat(open.find("r5000", 10_001)).isNotNull();
        assertThat(open.find("r10000", 10_000 + Charge.OPEN_MICROS - 1)).isNotNull();
        assertThat(open.find("r10000", 10_000 + Charge.OPEN_MICROS)).isNull();
    }
}
