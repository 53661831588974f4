package io.github.ostiary.model;

import org.junit.jupiter.api.Test;

/** The same for attempts that begin from Java, which keep no thread waiting here. */
class LibraryModelTest extends ModelCase {

    @Test
    void howeverAttemptsFromJavaEnd() {
        Scenario library = Scenario.lockout("from Java", 2, 1);
        library.waitMicros = 0;
        explore(library.arrivals(Event.FROM_JAVA, 0)
                .endings(Event.PROVED, Event.FAILED, Event.NEUTRAL)
                .passes(2, 0, 1)
                .deeds(1)
                .with(Event.UNLOCK)
                .depth(7, 5));
    }
}
