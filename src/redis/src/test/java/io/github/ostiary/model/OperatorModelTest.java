package io.github.ostiary.model;

import org.junit.jupiter.api.Test;

/** All ways in which guesses meet what operators do, by whichever node. */
class OperatorModelTest extends ModelCase {

    @Test
    void whateverIsDoneByHand() {
        explore(Scenario.lockout("by hand", 2, 1)
                .guesses(3)
                .deeds(3)
                .passes(2, 0, 1)
                .with(Event.LOCK, Event.UNLOCK, Event.BLOCK, Event.OVERRIDE, Event.RELOAD, Event.LEAVE)
                .depth(7, 5));
    }

    @Test
    void whateverIsLockedWhileGuessesWait() {
        explore(Scenario.lockout("by hand at one", 1, 0)
                .guesses(4)
                .deeds(2)
                .passes(1, 0)
                .with(Event.LOCK, Event.UNLOCK, Event.OVERRIDE, Event.QUIT)
                .depth(8, 5));
    }
}
