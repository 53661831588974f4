package io.github.ostiary.engine;

import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.GuardListener.Kind;
import io.github.ostiary.operator.LockoutEvent;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.LockoutRule;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.rule.RuleBasics;
import io.github.ostiary.rule.RuleCounts;
import io.github.ostiary.rule.RuleLedger;
import io.github.ostiary.rule.Siege;
import io.github.ostiary.store.Histogram;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.StoreCounts;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.trial.TrialLog;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The counts of decisions, each counted once, when it is its call's last: allowed at every rule that was asked, denied at the
 * one that the caller sees. Thread-safe.
 *
 * @param rules what each has done
 * @param waits how long calls were held, µs; null if only denials, locks and unlocks are counted, which are rare
 * @param store what a shared store was asked; null if there is none, or no trace is wanted
 * @param trial what rules that only report were asked
 */
public record Counting(RuleLedger rules, @Nullable Histogram waits, @Nullable StoreCounts store, TrialLog trial) {

    /**
     * Only what is rare, for the log.
     *
     * @param rules what each has done
     * @param trial what rules that only report were asked
     */
    public static Counting ofDenials(RuleLedger rules, TrialLog trial) {
        return new Counting(rules, null, null, trial);
    }

    /**
     * All of it.
     *
     * @param rules what each has done
     * @param trial what rules that only report were asked
     */
    public static Counting ofAll(RuleLedger rules, TrialLog trial) {
        return new Counting(rules, Histogram.ofTimes(), new StoreCounts(), trial);
    }

    /** Whether what is allowed is counted too. */
    boolean all() {
        return waits != null;
    }

    void allowed(@Nullable Rule rule) {
        if (all() && rule != null) {
            rule.basics().counts().allow();
        }
    }

    /** A rule denies a call before anything is counted. */
    static DecidedCall denied(Reason reason, RuleBasics rule) {
        rule.counts().deny(reason);
        return DecidedCall.denied(reason, rule.name());
    }

    /** A rule cannot decide whether it matches a call. */
    DecidedCall malformed(String rule) {
        @Nullable RuleCounts counts = rules.named(rule);
        if (counts != null) {
            counts.deny(Reason.MALFORMED);
        }
        return DecidedCall.denied(Reason.MALFORMED, rule);
    }

    /** A call was decided, perhaps otherwise than when it was last asked for. */
    void ended(DecidedCall asked, Decision decision) {
        if (!asked.asks().isEmpty()) {
            ended(asked.asks(), asked.answer(), decision);
        }
    }

    void ended(List<Ask> asks, TierAnswer answer, Decision decision) {
        if (!decision.allowed()) {
            denied(asks, answer, decision);
        } else if (all() || decision.shadowed()) {
            allowed(asks, answer);
        }
    }

    /** A rule that asks for several things counts once. */
    private void allowed(List<Ask> asks, TierAnswer answer) {
        @Nullable RuleCounts current = null;
        boolean passes = true;
        for (int i = 0; i < asks.size(); i++) {
            RuleCounts counts = asks.get(i).rule().basics().counts();
            if (current != null && counts != current) {
                allowed(current, passes);
                passes = true;
            }
            current = counts;
            @Nullable Verdict said = i < answer.size() ? answer.said(i) : null;
            passes &= said == null || said.passed() || !asks.get(i).claim().shadow();
        }
        if (current != null) {
            allowed(current, passes);
        }
    }

    private void allowed(RuleCounts counts, boolean passes) {
        if (!passes) {
            counts.shadow();
        } else if (all()) {
            counts.allow();
        }
    }

    /** Rules of several kinds may have the name that the caller sees: it means the rule that denied, if one did. */
    private void denied(List<Ask> asks, TierAnswer answer, Decision decision) {
        @Nullable RuleCounts denied = null;
        for (int i = 0; i < asks.size(); i++) {
            Rule rule = asks.get(i).rule();
            if (rule.name().equals(decision.rule())) {
                boolean denies = i < answer.size() && answer.denies(i, asks.get(i));
                denied = denied == null || denies ? rule.basics().counts() : denied;
                if (denies) {
                    break;
                }
            }
        }
        @Nullable Reason reason = decision.reason();
        if (denied != null && reason != null) {
            denied.deny(reason);
        }
    }

    /** Attempts have ended. */
    void settled(Operation ending, List<Ask> asks) {
        besieged(ending, asks);
        if (!all()) {
            return;
        }
        for (int i = 0; i < asks.size(); i++) {
            Ask ask = asks.get(i);
            if (ask.claim().needsSettling() && !isOfSiegeAlone(ask)) {
                ask.rule().basics().counts().end(ending, ask.claim().answersChallenge());
            }
        }
    }

    /** They show whether there is a siege. */
    private static void besieged(Operation ending, List<Ask> asks) {
        if (ending != Operation.FAIL && ending != Operation.SUCCEED) {
            return;
        }
        for (int i = 0; i < asks.size(); i++) {
            Ask ask = asks.get(i);
            if (ask.rule() instanceof LockoutRule lockout
                    && !ask.claim().answersChallenge()
                    && !lockout.isOfSiegeAlone(ask.claim())) {
                if (ending == Operation.FAIL) {
                    lockout.count(Siege.Sign.FAILED, asks, ask);
                } else {
                    lockout.count(Siege.Sign.SUCCEEDED, asks, ask);
                    lockout.prove();
                }
            }
        }
    }

    private static boolean isOfSiegeAlone(Ask ask) {
        return ask.rule() instanceof LockoutRule lockout && lockout.isOfSiegeAlone(ask.claim());
    }

    /** A caller was locked or unlocked. */
    static void happened(Kind kind, RuleCounts counts) {
        switch (kind) {
            case CHALLENGED -> counts.count(LockoutEvent.CHALLENGED);
            case LOCKED -> counts.count(LockoutEvent.LOCKED);
            case BLOCKED -> counts.count(LockoutEvent.BLOCKED);
            case UNLOCKED -> counts.count(LockoutEvent.UNLOCKED);
            default -> {
                // denials are counted where they are decided
            }
        }
    }
}
