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
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The first attempts at each lockout under the rules in force, looked at for signals that never show: a success that is
 * named wrongly locks everybody out, a failure that is named wrongly lets everybody guess. The lockouts of one sign-in have
 * the same signals, and are looked at together. Thread-safe.
 */
final class FirstAttempts {

    private static final System.Logger LOG = Log.of(FirstAttempts.class);

    /** How many attempts of a lockout are looked at. */
    private static final int LOOKED_AT = 10;

    /** How many answers a log line names. */
    private static final int NAMED = 5;

    private static final class Tally {

        private int succeeded;
        private int failed;
        private boolean redirected;
        private final Set<String> answers = new TreeSet<>();

        synchronized boolean isFirstRedirect() {
            boolean first = !redirected;
            redirected = true;
            return first;
        }

        synchronized void answered(String answer) {
            if (succeeded + failed < LOOKED_AT && answers.size() < NAMED) {
                answers.add(answer);
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

        synchronized String answers() {
            return answers.isEmpty() ? "none" : String.join(", ", answers);
        }
    }

    private volatile Map<String, Tally> rules = new ConcurrentHashMap<>();

    /** Other rules are in force: their first attempts are yet to come. */
    void begin() {
        rules = new ConcurrentHashMap<>();
    }

    private Tally of(Rule rule) {
        return rules.computeIfAbsent(rule.written(), any -> new Tally());
    }

    /** Judges an attempt of which nothing more will show. */
    Operation judge(Rule rule, CallOutcome outcome) {
        Operation ending = rule.judge(outcome);
        if (ending == Operation.FAIL && rule.shown(outcome) == null) {
            Tally seen = of(rule);
            String target = outcome.isRedirect() ? " to " + Signals.place(outcome) : "";
            outcome.status().ifPresent(status -> seen.answered(status + target));
            if (outcome.isRedirect() && seen.isFirstRedirect()) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "{0}: a redirect ({1}){2} showed neither a failure nor a success, and was counted as a"
                                + " failure. If the password was right, name what proves it in {0}.success; if"
                                + " nothing was tried, name the answer in {0}.neutral (said once)",
                        rule.written(),
                        outcome.status().getAsInt(),
                        target);
            }
        }
        return ending;
    }

    /** Attempts have ended, however that was found. */
    void ended(Operation ending, List<Ask> asks) {
        if (ending != Operation.SUCCEED && ending != Operation.FAIL && ending != Operation.UNCLEAR) {
            return;
        }
        @Nullable Tally last = null;
        for (int i = 0; i < asks.size(); i++) {
            Ask ask = asks.get(i);
            if (ask.claim().needsSettling() && !ask.claim().answersChallenge()) {
                Tally seen = of(ask.rule());
                boolean again = seen == last;
                last = seen;
                if (!again && seen.ended(ending == Operation.SUCCEED)) {
                    tell(ask.rule().written(), seen);
                }
            }
        }
    }

    private static void tell(String rule, Tally seen) {
        if (seen.succeeded == 0) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "{0}: none of the first {1} attempts proved a success. If right passwords were among them, they"
                            + " counted as failures and lock people out: name what proves a right one in"
                            + " {0}.success. Answers that showed neither a failure nor a success: {2} (said once)",
                    rule,
                    LOOKED_AT,
                    seen.answers());
        } else if (seen.failed == 0) {
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
