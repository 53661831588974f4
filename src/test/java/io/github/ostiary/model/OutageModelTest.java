package io.github.ostiary.model;

import org.junit.jupiter.api.Test;

/** All ways in which guesses meet a store that is cut off, loses answers or its data, and nodes that die. */
class OutageModelTest extends ModelCase {

    @Test
    void whateverTheStoreDoes() {
        explore(Scenario.lockout("outage", 1, 0)
                .guesses(3)
                .faults(2)
                .deeds(1)
                .passes(2, 0)
                .endings(Event.PROVED, Event.FAILED)
                .with(Event.AWAY, Event.FLUSH, Event.LOSE, Event.RESTART, Event.UNLOCK, Event.LOCK)
                .depth(5, 4));
    }

    @Test
    void whoeverUnlocksMeanwhile() {
        explore(Scenario.lockout("unlocked in an outage", 1, 0)
                .guesses(2)
                .faults(1)
                .deeds(1)
                .passes(1, 0)
                .endings(Event.FAILED)
                .with(Event.AWAY, Event.FLUSH, Event.UNLOCK)
                .depth(6, 6));
    }
}
