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

    /** The others wait while one is verified. */
    @Test
    void whereAnswersWait() {
        explore(Scenario.challenge("one answer at a time", 1)
                .arrivals(0, Event.WRONG, Event.SLOW_RIGHT, Event.SLOW_THROWS)
                .endings(Event.FAILED)
                .depth(8, 7));
    }
}
