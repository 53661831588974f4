package io.github.ostiary.metrics;

import java.util.List;

/**
 * One metric. Immutable.
 *
 * @param name lower case, with dots
 * @param type how it may move
 * @param unit the base unit, such as {@code seconds}
 * @param description one sentence
 * @param tags the names of its tags beside {@code application}
 */
record Metric(String name, Type type, String unit, String description, List<String> tags) {

    /** The ways a metric may move. */
    enum Type {
        /** Whole, and never falls. */
        COUNTER,
        /** A sum that never falls and need not be whole. */
        SUM,
        /** A value as it stands now. */
        GAUGE
    }

    /** Copies the list. */
    Metric {
        tags = List.copyOf(tags);
    }

    /**
     * Whether it is in seconds, which alone those who show it make a part of the name; what is counted is in the name.
     */
    boolean isTime() {
        return unit.equals("seconds");
    }
}
