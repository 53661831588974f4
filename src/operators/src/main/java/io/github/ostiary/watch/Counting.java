package io.github.ostiary.watch;

import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Key;
import io.github.ostiary.engine.DecisionListener;
import io.github.ostiary.engine.GuardChange;
import io.github.ostiary.engine.SeenEnd;
import io.github.ostiary.engine.TierAnswer;
import io.github.ostiary.operator.LockoutEvent;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.LockoutRule;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.rule.RuleBasics;
import io.github.ostiary.rule.RuleCounts;
import io.github.ostiary.rule.RuleLedger;
import io.github.ostiary.rule.RuleSet;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Histogram;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.StoreCounts;
import io.github.ostiary.store.Verdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The counts of decisions, each counted once: allowed at every rule that was asked, denied at the one that the caller sees.
 * Thread-safe.
 *
 * @param rules what each has done
 * @param waits how long calls were held, µs; null if only denials, locks and unlocks are counted, which are rare
 * @param store what a shared store was asked; null if there is none, or no trace is wanted
 */
public record Counting(RuleLedger rules, @Nullable Histogram waits, @Nullable StoreCounts store)
        implements DecisionListener {

    /**
     * Counts only what is rare, for the log.
     *
     * @param rules what each has done
     */
    public static Counting ofDenials(RuleLedger rules) {
        return new Counting(rules, null, null);
    }

    /**
     * All of it.
     *
     * @param rules what each has done
     */
    public static Counting ofAll(RuleLedger rules) {
        return new Counting(rules, Histogram.ofTimes(), new StoreCounts());
    }

    /** Whether what is allowed is counted too. */
    boolean all() {
        return waits != null;
    }

    @Override
    public Ear ear(RuleSet inForce) {
        return all() ? Ear.ALL : Ear.DENIALS;
    }

    @Override
    public void decided(Door door, List<Ask> asks, TierAnswer answer, Decision decision) {
        if (!decision.allowed()) {
            denied(asks, answer, decision);
        } else if (all() || decision.shadowed()) {
            allowed(asks, answer);
        }
    }

    @Override
    public void decidedAlone(Door door, Rule rule, Key key, Claim claim, Verdict said, Decision decision) {
        if (!said.passed()) {
            rule.basics().counts().deny(said.reason(), rule.shadow());
        } else if (all()) {
            rule.basics().counts().allow();
        }
    }

    @Override
    public void denied(Door door, RuleBasics rule, Decision decision) {
        @Nullable Reason reason = decision.reason();
        if (reason != null) {
            rule.counts().deny(reason);
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

    @Override
    public void settled(Operation ending, List<Ask> asks, List<Verdict> verdicts, @Nullable SeenEnd end) {
        for (int i = 0; i < asks.size(); i++) {
            Ask ask = asks.get(i);
            if (all() && ask.claim().needsSettling() && !isOfSiegeAlone(ask)) {
                ask.rule().basics().counts().end(ending, ask.claim().answersChallenge());
            }
        }
        DecisionListener.super.settled(ending, asks, verdicts, end);
    }

    private static boolean isOfSiegeAlone(Ask ask) {
        return ask.rule() instanceof LockoutRule lockout && lockout.isOfSiegeAlone(ask.claim());
    }

    @Override
    public void begun(Ask ask, Verdict said) {
        ask.rule()
                .basics()
                .counts()
                .count(
                        switch (said.reason()) {
                            case CHALLENGE_REQUIRED -> LockoutEvent.CHALLENGED;
                            case BLOCKED -> LockoutEvent.BLOCKED;
                            default -> LockoutEvent.LOCKED;
                        });
    }

    @Override
    public void changed(GuardChange change) {
        @Nullable Rule rule = change.rule();
        if (rule != null) {
            rule.basics()
                    .counts()
                    .count(
                            switch (change.act()) {
                                case UNLOCKED -> LockoutEvent.UNLOCKED;
                                case BLOCKED -> LockoutEvent.BLOCKED;
                                default -> LockoutEvent.LOCKED;
                            });
        }
    }

    @Override
    public void close() {
        rules.close();
    }
}
