package io.github.ostiary.model;

import org.junit.jupiter.api.Test;

/** All ways in which calls share permits, alone and beside attempts, and in which permits of a rate are used and given back. */
class PermitModelTest extends ModelCase {

    @Test
    void howeverPermitsAreHeld() {
        explore(Scenario.permits("permits", 2)
                .endings(Event.PROVED, Event.THROWN)
                .passes(2, 0, 1)
                .with(Event.LEAVE, Event.QUIT)
                .depth(8, 5));
    }

    /** The store goes, comes back for a few questions, and goes. */
    @Test
    void whateverTheStoreDoes() {
        Scenario outage = Scenario.permits("permits in an outage", 1);
        outage.nodes = 1;
        outage.waitMicros = 0;
        explore(outage.guesses(2)
                .faults(1)
                .endings(Event.PROVED)
                .passes(3, 1)
                .back(300_000, 0, 2)
                .with(Event.AWAY, Event.LEAVE)
                .depth(9, 6));
    }

    @Test
    void besideAttempts() {
        Scenario both = Scenario.lockout("permits and attempts", 2, 1);
        both.permits = 1;
        both.counted = true;
        explore(both.endings(Event.PROVED, Event.FAILED)
                .passes(1, 0)
                .with(Event.COMMIT, Event.LEAVE, Event.QUIT)
                .depth(9, 5));
    }

    @Test
    void whateverIsChargedAndCredited() {
        explore(Scenario.limit("charges and credits", 3)
                .deeds(6)
                .passes(2, 1, 2)
                .with(Event.TAKE, Event.CHARGE, Event.CREDIT)
                .depth(7, 5));
    }
}
