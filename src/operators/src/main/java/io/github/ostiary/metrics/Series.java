package io.github.ostiary.metrics;

import java.util.List;

/**
 * A metric of one combination of its tags' values. Immutable.
 *
 * @param metric which
 * @param values of its tags, in their order
 */
record Series(Metric metric, List<String> values) {

    /** Copies the list. */
    Series {
        values = List.copyOf(values);
    }

    /** The value of a tag; empty if the metric has none of that name. */
    String value(String tag) {
        int at = metric.tags().indexOf(tag);
        return at < 0 ? "" : values.get(at);
    }
}
