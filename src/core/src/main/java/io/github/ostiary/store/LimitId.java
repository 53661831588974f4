package io.github.ostiary.store;

import io.github.ostiary.Quota;
import java.util.Optional;

/**
 * The names of one limit. Immutable.
 *
 * @param rule the rule's name, {@code [a-z][a-z0-9-]{0,39}}
 * @param policy the name callers see in headers: the rule's, with a suffix where a rule has several limits
 * @param counter which of the rule's counters this is; distinct counters of one rule and identity never share state
 * @param unit what its permits are
 * @param description what operators read about the rule, if it states it
 */
public record LimitId(String rule, String policy, String counter, Quota.QuotaUnit unit, Optional<String> description) {

    private static final String LONGEST = "0";
    private static final String LONGEST_OF_PLAN = LONGEST + "-";

    /**
     * The names of a limit of requests that is not described.
     *
     * @param rule the rule's name
     * @param policy the name callers see
     * @param counter which of the rule's counters this is
     */
    public LimitId(String rule, String policy, String counter) {
        this(rule, policy, counter, Quota.QuotaUnit.REQUESTS, Optional.empty());
    }

    /**
     * Whether it is of the rule's longest window: that of its first rate, or of a plan's.
     *
     * @return false for a shorter one beside it, and for what an address may do
     */
    public boolean isLongest() {
        return counter.equals(LONGEST) || counter.startsWith(LONGEST_OF_PLAN);
    }
}
