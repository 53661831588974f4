package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Who may call a server while others do. */
class LanesTest {

    private final Lanes lanes = new Lanes(2, 3);

    private void waiting(int decisions) {
        for (int i = 0; i < decisions; i++) {
            lanes.decisionWaits();
        }
    }

    @Test
    void theFirstIsForWhoeverComes() {
        waiting(1);
        assertThat(lanes.tryEnter()).isTrue();
    }

    @Test
    void theSecondIsForManyOnly() {
        waiting(1);
        lanes.tryEnter();
        lanes.decisionWaitsNoMore();
        waiting(2);
        assertThat(lanes.open()).isFalse();
        assertThat(lanes.tryEnter()).isFalse();
        waiting(1);
        assertThat(lanes.open()).isTrue();
        assertThat(lanes.tryEnter()).isTrue();
    }

    @Test
    void thereIsNoThird() {
        waiting(20);
        assertThat(lanes.tryEnter()).isTrue();
        assertThat(lanes.tryEnter()).isTrue();
        assertThat(lanes.tryEnter()).isFalse();
        lanes.leave();
        assertThat(lanes.tryEnter()).isTrue();
    }

    @Test
    void fewWaitUntilAllHaveLeft() {
        waiting(6);
        lanes.tryEnter();
        lanes.tryEnter();
        for (int i = 0; i < 4; i++) {
            lanes.decisionWaitsNoMore();
        }
        lanes.leave();
        assertThat(lanes.open()).isFalse();
        lanes.leave();
        assertThat(lanes.open()).isTrue();
    }
}
