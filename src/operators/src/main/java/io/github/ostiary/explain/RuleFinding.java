package io.github.ostiary.explain;

import io.github.ostiary.operator.Explanation.Match;
import io.github.ostiary.operator.Explanation.RuleType;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.rule.RuleBasics;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A rule, and whether it is about a request. Immutable.
 *
 * @param rule that counts; null for one that blocks or allows
 * @param basics what all rules have
 * @param kind the rule's
 * @param match whether it is about the request, or why not
 * @param by the names of those that waive it or block before it
 */
record RuleFinding(@Nullable Rule rule, RuleBasics basics, RuleType kind, Match match, List<String> by) {

    /** Copies the list. */
    RuleFinding {
        by = List.copyOf(by);
    }

    /**
     * The same where the request is denied before the rule is asked.
     *
     * @return unchanged if it would not be asked anyway
     */
    RuleFinding notReached() {
        return switch (match) {
            case COUNTS, BLOCKS, ALLOWS, WAIVED, NOBODY -> with(Match.NOT_REACHED);
            default -> this;
        };
    }

    /** The same with another answer. */
    RuleFinding with(Match other) {
        return new RuleFinding(rule, basics, kind, other, by);
    }
}
