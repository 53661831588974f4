package io.github.ostiary.operator;

import io.github.ostiary.Decision;
import java.time.Duration;
import java.util.List;

/**
 * The decision that a call would meet at this moment, and why: every rule of the guard, whether it is about the call, and how
 * its caller stands with it. Asking spends nothing and raises no event. For operators: it holds identities, which its
 * text form does not show. Immutable.
 *
 * @param decision what the call would be answered; a challenge that it answers is not verified, and what other calls of the
 *     same request hold already is not known
 * @param heldFor how long the call would be held before it goes on, or is denied; zero for not at all
 * @param rules all rules of the guard: those that block and allow, then those that count, each in the order of their names
 */
public record Explanation(Decision decision, Duration heldFor, List<RuleMatch> rules) {

    /** Copies the list. */
    public Explanation {
        rules = List.copyOf(rules);
    }

    /** The kinds of rules, by the first part of their keys in configuration. The list may grow. */
    public enum RuleType {
        /** {@code lockout.NAME}: failures. */
        LOCKOUT,
        /** {@code limit.NAME}: actions in a time. */
        LIMIT,
        /** {@code concurrency.NAME}: actions at a time. */
        CONCURRENCY,
        /** {@code allow.NAME}: waives others. */
        ALLOW,
        /** {@code block.NAME}: denies at once. */
        BLOCK
    }

    /** The ways in which a rule is about a call, or is not. The list may grow: give a {@code switch} a default. */
    public enum Match {
        /** It counts the call. */
        COUNTS,
        /** It blocks the call; without {@code enforce} it only says so. */
        BLOCKS,
        /** It waives others. */
        ALLOWS,
        /** It would count the call, but an allow rule waives it. */
        WAIVED,
        /** It is not asked, since the call is denied before: by a block, or in front of the application's own filters. */
        NOT_REACHED,
        /** It is about the call and finds no caller to count, and says {@code onMissingKey=allow}. */
        NOBODY,
        /** The rule cannot read its key or its condition from the call, which is answered 400 if the rule is enforced. */
        UNREADABLE,
        /** It has no path: for beans and Java code only. */
        NO_PATH,
        /** The rule is not on the call's path. */
        OTHER_PATH,
        /** The rule excludes the call's path. */
        EXCLUDED_PATH,
        /** The rule does not have the call's method. */
        OTHER_METHOD,
        /** Its {@code when}, {@code ip} or {@code principal} does not hold for the call. */
        OTHER_CALLER
    }

    /**
     * A rule and the call. Immutable.
     *
     * @param rule the rule's name
     * @param kind the rule's kind
     * @param enforced false for {@code enforce=false}: it only reports
     * @param match whether it is about the call, and why not
     * @param by the names of the rules that waive it or block before it; empty if none does
     * @param standings how the caller stands, one for each identity it counts; empty if it counts none
     */
    public record RuleMatch(
            String rule, RuleType kind, boolean enforced, Match match, List<String> by, List<KeyStatus> standings) {

        /** Copies the lists. */
        public RuleMatch {
            by = List.copyOf(by);
            standings = List.copyOf(standings);
        }
    }
}
