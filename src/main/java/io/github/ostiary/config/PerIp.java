package io.github.ostiary.config;

import io.github.ostiary.Rate;
import java.util.List;

/**
 * The limit on the address that goes along with a key callers choose freely: unstated, {@code none}, or rates.
 * Immutable.
 *
 * @param stated whether the rule says anything, be it {@code none}
 * @param rates longest window first; empty if unstated or {@code none}
 */
record PerIp(boolean stated, List<Rate> rates) {

    static final PerIp UNSTATED = new PerIp(false, List.of());
    static final PerIp NONE = new PerIp(true, List.of());

    /** Copies the list. */
    PerIp {
        rates = List.copyOf(rates);
    }

    static PerIp parse(String text) {
        return text.equals("none") ? NONE : new PerIp(true, Rate.parseAll(text));
    }
}
