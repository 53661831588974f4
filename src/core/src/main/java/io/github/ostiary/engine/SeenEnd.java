package io.github.ostiary.engine;

import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.rule.Rule;
import java.util.function.Predicate;

/**
 * The end of an attempt, as far as it was seen.
 *
 * @param outcome the last that was seen of it
 * @param failed whether a rule has seen a failure before that
 */
public record SeenEnd(CallOutcome outcome, Predicate<Rule> failed) {

    /** Whether a rule could not tell a failure or a success by it. */
    public boolean showsNothing(Rule rule) {
        return !failed.test(rule) && rule.shown(outcome) == null;
    }
}
