package io.github.ostiary.operator;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The file that rules come from, and what became of its last change. Immutable.
 *
 * @param file its name; empty if there is none
 * @param watched whether it is looked at again and again
 * @param reloaded when its rules were put in force last; empty for when the application started
 * @param problems what is wrong with what the file says now, so that what it said before is in force; empty if nothing is
 */
public record ReloadState(String file, boolean watched, Optional<Instant> reloaded, List<String> problems) {

    /** Copies the list. */
    public ReloadState {
        problems = List.copyOf(problems);
    }
}
