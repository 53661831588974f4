package io.github.ostiary;

import io.github.ostiary.Explanation.RuleType;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/**
 * A report of what rules with {@code enforce=false} would have denied on this node in the last day, and of how callers use
 * what they limit: what it takes to choose figures before enforcing them. For operators: it holds identities, which its text form does not
 * show. Immutable.
 *
 * @param covered how far back it reaches: since the node began, at most a day, in steps of six hours
 * @param rules those that only report and were asked in that time, in the order of their names
 */
public record TrialReport(Duration covered, List<RuleTrial> rules) {

    /** Copies the list. */
    public TrialReport {
        rules = List.copyOf(rules);
    }

    /**
     * A rule on trial. Immutable.
     *
     * @param rule the rule's name
     * @param kind the rule's kind
     * @param asked how many calls it was asked about
     * @param denied how many of them it would have denied
     * @param networks those it would have denied most, of IPv4 by their first 24 bits; the most first, at most ten
     * @param users likewise, by the name of the signed-in caller
     * @param uses how callers use each of its rates; empty unless it is a limit
     */
    public record RuleTrial(
            String rule,
            RuleType kind,
            long asked,
            long denied,
            List<Share> networks,
            List<Share> users,
            List<RateUse> uses) {

        /** Copies the lists. */
        public RuleTrial {
            networks = List.copyOf(networks);
            users = List.copyOf(users);
            uses = List.copyOf(uses);
        }
    }

    /**
     * One caller's share of what would have been denied.
     *
     * @param who a network, or a name: the caller's identity
     * @param denied how many calls, or up to one in 64 of all that were denied more
     */
    public record Share(String who, long denied) {

        /** How many, not who. */
        @Override
        public String toString() {
            return "Share[denied=" + denied + "]";
        }
    }

    /**
     * The use that callers make of what one rate limits.
     *
     * @param rate as it is now
     * @param callers how many there were; an estimate above 10,000
     * @param overLimit how many of them used more than the rate grants, in any window; an estimate likewise
     * @param proposals what the rate would have to be to deny few of them, the largest share first
     */
    public record RateUse(Rate rate, long callers, long overLimit, List<Proposal> proposals) {

        /** Copies the list. */
        public RateUse {
            proposals = List.copyOf(proposals);
        }
    }

    /**
     * The lowest number of permits in the same window that would deny no more than a share of callers.
     *
     * @param share of all callers, such as 0.01
     * @param permits empty while too few callers were seen to tell
     */
    public record Proposal(double share, OptionalLong permits) {}
}
