package io.github.ostiary.model;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** All ways in which guesses meet whose first failure brings a challenge: each password needs an answer that is verified right. */
@Tag("slow")
class ChallengeModelTest extends ModelCase {

    @Test
    void whateverIsAnswered() {
        explore(Scenario.challenge("answers", 3).guesses(4).with(Event.QUIT).depth(6, 4));
    }

    @Test
    void whereOneWrongAnswerLocks() {
        explore(Scenario.challenge("a lock for one answer", 1)
                .arrivals(0, Event.RIGHT, Event.WRONG)
                .passes(1, 1)
                .with(Event.QUIT)
                .depth(6, 5));
    }

    /** Captchas while operators lock, unlock and read rules again. */
    @Test
    void whateverIsDoneByHandMeanwhile() {
        explore(Scenario.challenge("answers and operators", 3)
                .arrivals(0, Event.RIGHT, Event.WRONG, Event.SLOW_RIGHT)
                .passes(1, 0)
                .deeds(2)
                .with(Event.LOCK, Event.UNLOCK, Event.RELOAD)
                .depth(5, 4));
    }

    /** Captchas while the store or a node fails. */
    @Test
    void whateverTheStoreDoesMeanwhile() {
        explore(Scenario.challenge("answers in an outage", 3)
                .guesses(3)
                .arrivals(0, Event.RIGHT, Event.WRONG, Event.SLOW_RIGHT)
                .passes(1, 0)
                .faults(1)
                .deeds(1)
                .with(Event.AWAY, Event.FLUSH, Event.LOSE, Event.RESTART, Event.UNLOCK)
                .depth(5, 4));
    }

    /** The others wait while one is verified. */
    @Test
    void whereAnswersWait() {
        explore(Scenario.challenge("one answer at a time", 1)
                .arrivals(0, Event.WRONG, Event.SLOW_RIGHT, Event.SLOW_THROWS)
                .endings(Event.FAILED)
                .depth(8, 7));
    }
}
