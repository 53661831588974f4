package io.github.ostiary.config;

import java.util.EnumSet;
import java.util.Set;

/**
 * The ways by which figures leave the guard. Immutable.
 *
 * @param auto whether each way is taken whose library is there; then none is named
 * @param named ways that must be there
 */
public record MetricsConfig(boolean auto, Set<MetricsKind> named) {

    /** Copies the set. */
    public MetricsConfig {
        named = Set.copyOf(named);
    }

    /** Whether anything is to be counted for them. */
    public boolean wanted() {
        return auto || !named.isEmpty();
    }

    static MetricsConfig parse(String text) {
        Set<MetricsKind> named = EnumSet.noneOf(MetricsKind.class);
        if (!text.equalsIgnoreCase("none") && !text.equalsIgnoreCase("auto")) {
            try {
                Values.list(text).forEach(word -> named.add(Values.choice(word, MetricsKind.class)));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "must be none, auto, or a list of jmx, micrometer,"
                                + " microprofile and opentelemetry, such as metrics=micrometer",
                        e);
            }
        }
        return new MetricsConfig(text.equalsIgnoreCase("auto"), named);
    }
}
