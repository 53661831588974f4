package io.github.ostiary.engine;

import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.rule.Signals;
import io.github.ostiary.store.Operation;
import io.github.ostiary.text.Log;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The first attempts at each lockout under the rules in force, looked at for signals that never show: a success that is
 * named wrongly locks everybody out, a failure that is named wrongly lets everybody guess. The lockouts of one sign-in have
 * the same signals, and are spoken of once. Thread-safe.
 */
final class FirstAttempts {

    private static final System.Logger LOG = Log.of(FirstAttempts.class);

    /** How many attempts of a lockout are looked at. */
    private static final int LOOKED_AT = 10;

    private static final class Tally {

        private int succeeded;
        private int failed;
        private final AnswerForms forms = new AnswerForms();

        synchronized void answered(CallOutcome outcome) {
            if (succeeded + failed < LOOKED_AT) {
                forms.add(outcome);
            }
        }

        /** Whether this was the last that is looked at. */
        synchronized boolean ended(boolean success) {
            int before = succeeded + failed;
            if (before < LOOKED_AT) {
                succeeded += success ? 1 : 0;
                failed += success ? 0 : 1;
            }
            return before == LOOKED_AT - 1;
        }

        /** Whether nothing but what shows neither leads to what follows now. */
        synchronized boolean onlyUnclear() {
            return succeeded == 0 && failed < LOOKED_AT && !forms.isEmpty();
        }
    }

    private volatile Map<String, Tally> rules = new ConcurrentHashMap<>();
    private volatile Set<String> told = ConcurrentHashMap.newKeySet();

    /** Other rules are in force: their first attempts are yet to come. */
    void begin() {
        rules = new ConcurrentHashMap<>();
        told = ConcurrentHashMap.newKeySet();
    }

    private Tally of(Rule rule) {
        return rules.computeIfAbsent(rule.full(), any -> new Tally());
    }

    /** Judges an attempt of which nothing more will show. */
    Operation judge(Rule rule, CallOutcome outcome) {
        Operation ending = rule.judge(outcome);
        if (ending == Operation.FAIL && rule.shown(outcome) == null) {
            of(rule).answered(outcome);
            if (outcome.isRedirect() && told.add("redirect " + rule.written())) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "{0}: a redirect ({1}) to {2} showed neither a failure nor a success, and was counted as a"
                                + " failure. If the password was right, name what proves it in {0}.success; if"
                                + " nothing was tried, name the answer in {0}.neutral (said once)",
                        rule.written(),
                        outcome.status().getAsInt(),
                        Signals.place(outcome));
            }
        }
        return ending;
    }

    /** Attempts have ended, however that was found. */
    void ended(Operation ending, List<Ask> asks) {
        if (ending != Operation.SUCCEED && ending != Operation.FAIL && ending != Operation.UNCLEAR) {
            return;
        }
        for (int i = 0; i < asks.size(); i++) {
            Ask ask = asks.get(i);
            if (ask.claim().needsSettling() && !ask.claim().answersChallenge()) {
                Tally seen = of(ask.rule());
                if (seen.ended(ending == Operation.SUCCEED)) {
                    tell(ask.rule().written(), seen);
                }
            }
        }
    }

    /** Failures have led to something, perhaps of somebody whose passwords were right: that is no time to wait for more. */
    void fired(Rule rule) {
        Tally seen = of(rule);
        if (seen.onlyUnclear()) {
            tell(rule.written(), seen);
        }
    }

    private void tell(String rule, Tally seen) {
        synchronized (seen) {
            if (seen.succeeded == 0 && told.add("none " + rule)) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "{0}: none of the first {1} attempts proved a success; of those that showed no failure: {2}. If right"
                                + " passwords were among them, they counted as failures and lock people out: {3} (said once)",
                        rule,
                        seen.failed,
                        seen.forms,
                        seen.forms
                                .line(rule + ".success")
                                .orElse("name what proves a right one in " + rule + ".success"));
            } else if (seen.failed == 0 && told.add("all " + rule)) {
                LOG.log(
                        System.Logger.Level.INFO,
                        "{0}: each of the first {1} attempts proved a success. If wrong passwords were among them, they"
                                + " were not counted: name a better proof in {0}.success, or what a wrong one is"
                                + " answered with in {0}.failure (said once)",
                        rule,
                        LOOKED_AT);
            }
        }
    }
}
