package io.github.ostiary.rule;

import io.github.ostiary.Rate;
import java.util.List;

/**
 * The word of a resolver on one caller. Immutable.
 *
 * @param plan its name; empty for none
 * @param rates of a contract of the caller's own; empty for none
 */
record Contract(String plan, List<Rate> rates) {

    /** Neither: the rule's standard rates. */
    static final Contract NONE = new Contract("", List.of());

    Contract {
        rates = List.copyOf(rates);
    }
}
