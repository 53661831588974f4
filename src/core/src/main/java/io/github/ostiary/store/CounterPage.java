package io.github.ostiary.store;

import io.github.ostiary.CalendarWindow.Period;
import java.util.List;
import java.util.Optional;

/**
 * Some of the counters that a store keeps for a rule, of all callers. Immutable.
 *
 * @param lines none twice
 * @param next where to go on; empty at the end
 */
public record CounterPage(List<CounterLine> lines, Optional<String> next) {

    /** Copies the list. */
    public CounterPage {
        lines = List.copyOf(lines);
    }

    /**
     * A counter.
     *
     * @param identity the caller it counts
     * @param letter of its algorithm
     * @param counter which of the rule's
     * @param newest when its caller used it last, µs since the Unix epoch; of windows of the calendar only, else 0
     * @param used in the window it was used in last; of windows of the calendar only, else 0
     * @param earlier when it was used last in a window before that, as {@code newest}
     * @param usedEarlier in that window
     */
    public record CounterLine(
            String identity, char letter, String counter, long newest, long used, long earlier, long usedEarlier) {

        /**
         * The use in a window.
         *
         * @param window of the calendar
         * @return 0 if it has none of it
         */
        public long usedIn(Period window) {
            return window.contains(newest) ? used : window.contains(earlier) ? usedEarlier : 0;
        }
    }
}
