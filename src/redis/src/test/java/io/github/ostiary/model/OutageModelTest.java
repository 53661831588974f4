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
                .depth(6, 4));
    }

    @Test
    void whoeverUnlocksMeanwhile() {
        explore(unlocking().depth(9, 6));
    }

    /** Words that are lost on their way are said again, in their order and of their time. */
    @Test
    void whateverIsLostOnItsWay() {
        explore(losing().depth(7, 5));
    }

    private static Scenario losing() {
        return Scenario.lockout("lost on its way", 3, 0)
                .guesses(2)
                .tick(10_000)
                .lossless()
                .faults(1)
                .deeds(2)
                .passes(1, 0)
                .endings(Event.PROVED, Event.FAILED)
                .with(Event.DROP, Event.UNLOCK, Event.LOCK);
    }

    /** A node delivers the failure after another has delivered a success that came later. */
    @Test
    void whatFailedBeforeASuccessIsDeliveredAfterIt() {
        replay(losing(), "arrive.0.0 arrive.1.0 drop.0.0 end.0.1 end.1.0 pass.0.0");
    }

    @Test
    void whoeverTakesTheStoresPlace() {
        explore(Scenario.lockout("failed over", 1, 0)
                .guesses(3)
                .faults(2)
                .deeds(2)
                .passes(3, 0)
                .endings(Event.PROVED, Event.FAILED)
                .with(Event.FAIL_OVER, Event.UNLOCK, Event.LOCK, Event.BLOCK)
                .depth(6, 4));
    }

    private static Scenario unlocking() {
        return Scenario.lockout("unlocked in an outage", 1, 0)
                .guesses(2)
                .faults(1)
                .deeds(1)
                .passes(1, 0)
                .endings(Event.FAILED)
                .with(Event.AWAY, Event.FLUSH, Event.UNLOCK);
    }

    /** Another node delivers the failure after the unlocking. */
    @Test
    void whatFailedBeforeAnUnlockingIsDeliveredAfterIt() {
        replay(unlocking(), "arrive.0.0 away.0.0 end.0.1 pass.0.0 unlock.1.0 back.0.0 arrive.0.0");
        replay(unlocking(), "arrive.0.0 away.0.0 end.0.1 unlock.1.0 pass.0.0 back.0.0 arrive.0.0");
        replay(unlocking(), "away.0.0 arrive.0.0 end.0.1 pass.0.0 unlock.1.0 back.0.0 arrive.0.0");
    }
}
