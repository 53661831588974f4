package io.github.ostiary.rule;

import java.util.List;

/**
 * The ways in which a limit tells its callers and the application what was used. Immutable.
 *
 * @param usage whether callers may read it
 * @param percents of the longest window whose use is announced, ascending, 1 to 100; empty for none
 */
public record Notices(boolean usage, List<Integer> percents) {

    /** Tells nothing. */
    public static final Notices NONE = new Notices(false, List.of());

    /** Copies the list. */
    public Notices {
        percents = List.copyOf(percents);
    }
}
