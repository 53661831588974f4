package io.github.ostiary.operator;

import io.github.ostiary.Rate;
import io.github.ostiary.operator.Explanation.RuleType;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A report of what rules with {@code enforce=false} would have denied in the last day, on one node or on all, of how callers use
 * what they limit, and of what attempts at sign-ins were answered with: what it takes to choose figures and signals. For operators: it holds identities, which its text form does not
 * show. Immutable.
 *
 * @param covered how far back it reaches: since the first of the nodes began, at most a day, in steps of six hours
 * @param rules those that only report and were asked in that time, in the order of their names
 * @param signIns those that were tried, enforced or not, since this node began or their signals changed
 */
public record TrialReport(Duration covered, List<RuleTrial> rules, List<SignInTrial> signIns) {

    /** Copies the lists. */
    public TrialReport {
        rules = List.copyOf(rules);
        signIns = List.copyOf(signIns);
    }

    /**
     * A rule on trial. Immutable.
     *
     * @param rule the rule's name
     * @param kind the rule's kind
     * @param asked how many calls it was asked about
     * @param denied how many of them it would have denied
     * @param networks those it would have denied most, of IPv4 by their first 24 bits; the most first, at most ten. Of those
     *     that this node has met what other nodes count is added; the names of others it does not know
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

        /** Tells how many callers there were, and names none. */
        @Override
        public String toString() {
            return "Share[denied=" + denied + "]";
        }
    }

    /**
     * The use that callers make of what one rate limits.
     *
     * @param rate as it is now
     * @param callers how many there were; an estimate above 10,000, of several nodes above 400
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

    /**
     * The account of the attempts at a sign-in, or at a lockout of another kind. Without identities. Immutable.
     *
     * @param name as its keys begin, such as {@code signin.main} or {@code lockout.login}
     * @param attempts how they ended
     * @param nameless how many of them had no name where the rules read it, and were counted by address alone
     * @param answers the forms of answers, at most 24, the most frequent first
     * @param otherwise how many attempts were answered in other forms than those
     * @param advice what was seen and what to do, in a sentence; empty once a success has shown, or if there is nothing to say
     * @param proposal the line that would make a success of an answer, if an operator says that right passwords are
     *     answered so; never of what a failure showed. Empty if nothing tells answers apart
     */
    public record SignInTrial(
            String name,
            AttemptCounts attempts,
            long nameless,
            List<SeenAnswer> answers,
            long otherwise,
            Optional<String> advice,
            Optional<String> proposal) {

        /** Copies the list. */
        public SignInTrial {
            answers = List.copyOf(answers);
        }
    }

    /**
     * The numbers of attempts that ended in each way. Immutable.
     *
     * @param proved those that showed a success
     * @param failed those that showed a failure
     * @param unproved those that showed neither, and counted as failures
     * @param unclear those that ended in an error of the application, or without an answer
     */
    public record AttemptCounts(long proved, long failed, long unproved, long unclear) {

        /**
         * All of them.
         *
         * @return their sum
         */
        public long all() {
            return proved + failed + unproved + unclear;
        }
    }

    /**
     * A form of answers to attempts: of a location the first segment, of cookies the names. Immutable.
     *
     * @param text all of it, such as {@code 302 to /account with Set-Cookie: SID}
     * @param method of the request; empty if it is an unusual one, or no request
     * @param status 0 outside a request
     * @param location such as {@code /account}, {@code /users/…}, {@code /login?…} with a query; empty for no redirect
     * @param cookies the names of those that were given, at most three
     * @param signals which of {@code principal} and {@code session-renewed} showed
     * @param attempts how those ended that were answered so
     */
    public record SeenAnswer(
            String text,
            String method,
            int status,
            String location,
            List<String> cookies,
            List<String> signals,
            AttemptCounts attempts) {

        /** Copies the lists. */
        public SeenAnswer {
            cookies = List.copyOf(cookies);
            signals = List.copyOf(signals);
        }
    }
}
