package io.github.ostiary.model;

import org.junit.jupiter.api.Test;

/** All ways in which four guesses at one key on two nodes can meet, end, wait and be left. */
class LockoutModelTest extends ModelCase {

    @Test
    void howeverGuessesEnd() {
        explore(Scenario.lockout("endings", 2, 1)
                .endings(Event.PROVED, Event.FAILED, Event.BARE, Event.ERROR, Event.THROWN, Event.NEUTRAL)
                .with(Event.SHOW, Event.COMMIT, Event.LEAVE, Event.QUIT)
                .depth(14, 6));
    }

    @Test
    void howeverLongTheyTake() {
        explore(Scenario.lockout("time", 2, 1)
                .endings(Event.PROVED, Event.FAILED, Event.ERROR)
                .with(Event.LEAVE)
                .passes(3, 0, 1, 2)
                .depth(8, 6));
    }
}
