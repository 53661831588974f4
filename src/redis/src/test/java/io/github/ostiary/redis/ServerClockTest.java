package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServerClockTest {

    private final ServerClock clock = new ServerClock();

    @Test
    void whatIsNotKnownIsAskedForFirst() {
        assertThat(clock.surelyAt(5_000)).isZero();
        assertThat(clock.at(5_000)).isEqualTo(5_000);
    }

    /** Whatever an answer took, what is void by this node's clock is void by the server's. */
    @Test
    void itIsAheadAtLeast() {
        clock.heard(10_100, 0, 300);
        assertThat(clock.surelyAt(1_000)).isEqualTo(10_800);
        clock.heard(20_100, 10_000, 10_120);
        assertThat(clock.surelyAt(1_000)).as("by a faster answer").isEqualTo(10_980);
        clock.heard(30_100, 20_000, 20_900);
        assertThat(clock.surelyAt(1_000)).as("a slower one says nothing new").isEqualTo(10_980);
    }

    @Test
    void aClockThatWasSteppedIsBelieved() {
        clock.heard(10_100, 0, 200);
        clock.heard(5_100, 10_000, 10_200);
        assertThat(clock.surelyAt(20_000)).as("back").isEqualTo(14_900);
        clock.heard(90_100, 10_000, 10_200);
        assertThat(clock.surelyAt(20_000)).as("forth").isEqualTo(99_900);
    }
}
