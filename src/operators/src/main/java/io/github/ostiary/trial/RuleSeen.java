package io.github.ostiary.trial;

import io.github.ostiary.Rate;
import io.github.ostiary.operator.Explanation.RuleType;
import java.util.Map;

/**
 * The account that one node gives of a rule on trial, of the last day.
 *
 * @param rule the rule's name
 * @param kind the rule's kind
 * @param asked how many calls it was asked about
 * @param denied how many of them it would have denied
 * @param callers those it would have denied
 * @param uses how callers use each of its rates
 */
public record RuleSeen(
        String rule, RuleType kind, long asked, long denied, DeniedCallers callers, Map<Rate, UseSample> uses) {

    /**
     * Callers and how often each would have been denied: by name on the node that has seen them, elsewhere by digests.
     *
     * @param networks by their addresses
     * @param users by their names
     */
    public record DeniedCallers(Map<String, Long> networks, Map<String, Long> users) {

        /** None. */
        static final DeniedCallers NONE = new DeniedCallers(Map.of(), Map.of());
    }

    /** The rule with its kind. */
    public String full() {
        return kind.name() + ' ' + rule;
    }
}
