package io.github.ostiary.watch;

import io.github.ostiary.Key;
import io.github.ostiary.Key.Part;
import io.github.ostiary.TimeSource;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.engine.DecisionListener;
import io.github.ostiary.engine.SeenEnd;
import io.github.ostiary.operator.TrialReport.SignInTrial;
import io.github.ostiary.rule.AnswerTraits;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.LockoutRule;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.rule.RuleSet;
import io.github.ostiary.rule.Signals;
import io.github.ostiary.rule.Signals.Judge;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.text.Digest;
import io.github.ostiary.text.Log;
import io.github.ostiary.text.WrittenName;
import io.github.ostiary.trial.AnswerForm;
import io.github.ostiary.trial.SignInLog;
import io.github.ostiary.trial.SignInLog.AttemptEnd;
import io.github.ostiary.trial.TrialLog;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Looks at how attempts end, for signals that never show: a success that is named wrongly locks everybody out, a failure that
 * is named wrongly lets everybody guess. The lockouts of one sign-in have the same signals, and an attempt at them is one.
 * Thread-safe.
 */
public final class SignInAdviser implements DecisionListener {

    private static final System.Logger LOG = Log.of(SignInAdviser.class);

    /** After so many attempts a success should have shown. */
    private static final int ENOUGH = 10;

    private static final long PAUSE_MICROS = 60_000_000;
    private static final long LONG_PAUSE_MICROS = 3_600_000_000L;

    /** The last line about a sign-in. */
    private static final class Said {

        private long micros = Long.MIN_VALUE;
        private long forms;
        private boolean afterEnough;
        private boolean allProved;
    }

    private final TrialLog log;
    private final TimeSource time;
    private volatile Map<String, Said> said = new ConcurrentHashMap<>();
    private volatile Set<String> redirects = ConcurrentHashMap.newKeySet();

    /**
     * Nothing seen.
     *
     * @param log keeps what is seen
     */
    public SignInAdviser(TrialLog log) {
        this.log = log;
        this.time = log.time();
    }

    @Override
    public Ear ear(RuleSet rules) {
        return Ear.NOTHING;
    }

    /** It is said again, and of other signals nothing is known. */
    @Override
    public void follow(RuleSet rules) {
        Map<String, List<Signals>> next = new HashMap<>();
        for (Rule rule : rules.all()) {
            if (rule instanceof LockoutRule lockout) {
                next.merge(rule.written(), List.of(lockout.signals()), (one, other) -> Stream.concat(
                                one.stream(), other.stream())
                        .toList());
            }
        }
        Map<String, String> digests = new HashMap<>();
        next.forEach((name, signals) -> digests.put(name, Digest.of(signals.toString())));
        log.follow(digests);
        said = new ConcurrentHashMap<>();
        redirects = ConcurrentHashMap.newKeySet();
    }

    /** How attempts end comes before what that has fired. */
    @Override
    public void settled(Operation ending, List<Ask> asks, List<Verdict> verdicts, @Nullable SeenEnd end) {
        for (int i = 0; i < asks.size() && ending == Operation.FAIL && end != null; i++) {
            Rule rule = asks.get(i).rule();
            if (isAttempt(asks.get(i)) && !isSignIn(rule) && end.outcome().isRedirect() && end.showsNothing(rule)) {
                redirected(rule, end.outcome());
            }
        }
        ended(ending, asks, end);
        for (int i = 0; i < verdicts.size() && end != null; i++) {
            if (verdicts.get(i).fired()) {
                fired(asks.get(i).rule(), end);
            }
        }
    }

    private void redirected(Rule rule, CallOutcome outcome) {
        if (redirects.add(rule.written())) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "{0}: a redirect ({1}) to {2} showed neither a failure nor a success, and was counted as a"
                            + " failure. If the password was right, name what proves it in {0}.success; if no password was"
                            + " tried, name the answer in {0}.neutral (logged once)",
                    rule.written(),
                    outcome.status().getAsInt(),
                    AnswerTraits.place(AnswerTraits.target(outcome)));
        }
    }

    /**
     * Attempts have ended.
     *
     * @param end what was seen of it; null if only Java knows
     */
    private void ended(Operation ending, List<Ask> asks, @Nullable SeenEnd end) {
        if (ending != Operation.SUCCEED && ending != Operation.FAIL && ending != Operation.UNCLEAR) {
            return;
        }
        @Nullable AnswerForm form = null;
        for (int i = 0; i < asks.size(); i++) {
            Ask ask = asks.get(i);
            if (isAttempt(ask) && !isSeen(asks, i)) {
                @Nullable SignInLog seen = log.signIn(ask.rule().written());
                if (seen != null) {
                    if (ask.rule() instanceof LockoutRule lockout && lockout.judge() != Judge.APPLICATION) {
                        seen.saidByContainer();
                    }
                    form = form == null && end != null ? AnswerForms.of(end.outcome(), asks) : form;
                    seen.ended(proved(ending, ask.rule(), end), form);
                    if (isSignIn(ask.rule()) && !isNamed(asks)) {
                        seen.nameless();
                    }
                    adviseWhenEnough(ask.rule(), seen);
                }
            }
        }
    }

    /** Whether a rule looks like a sign-in: wrong passwords mostly show nothing of it, and all attempts have a name. */
    private static boolean isSignIn(Rule rule) {
        return WrittenName.isOfSignIn(rule.name());
    }

    /** Whether it has a name to count; where only names are compared, that is not known. */
    private static boolean isNamed(List<Ask> asks) {
        boolean named = true;
        for (Ask ask : asks) {
            if (ask.rule() instanceof LockoutRule lockout && !lockout.policy().distinct()) {
                named = false;
                for (Part part : ask.key().parts()) {
                    if (!part.kind().equals(Key.IP)) {
                        return true;
                    }
                }
            }
        }
        return named;
    }

    private static boolean isAttempt(Ask ask) {
        return ask.claim().needsSettling() && !ask.claim().answersChallenge();
    }

    /** Another lockout of the sign-in has been asked for the same attempt. */
    private static boolean isSeen(List<Ask> asks, int end) {
        for (int i = 0; i < end; i++) {
            if (isAttempt(asks.get(i))
                    && asks.get(i).rule().written().equals(asks.get(end).rule().written())) {
                return true;
            }
        }
        return false;
    }

    private static AttemptEnd proved(Operation ending, Rule rule, @Nullable SeenEnd end) {
        return switch (ending) {
            case SUCCEED -> AttemptEnd.PROVED;
            case UNCLEAR -> AttemptEnd.UNCLEAR;
            default -> end != null && end.showsNothing(rule) ? AttemptEnd.UNPROVED : AttemptEnd.FAILED;
        };
    }

    /** A failure has led to something, perhaps of a user whose passwords were right: that is no time to wait for more. */
    private void fired(Rule rule, SeenEnd end) {
        @Nullable SignInLog seen = log.signIn(rule.written());
        if (seen != null && end.showsNothing(rule)) {
            advise(rule, seen, true);
        }
    }

    private void adviseWhenEnough(Rule rule, SignInLog seen) {
        long proved = seen.ended(AttemptEnd.PROVED);
        long others = seen.ended(AttemptEnd.FAILED) + seen.ended(AttemptEnd.UNPROVED);
        if (proved + others >= ENOUGH) {
            if (proved == 0) {
                advise(rule, seen, false);
            } else if (others == 0) {
                sayAllProved(rule);
            }
        }
    }

    private Said said(Rule rule) {
        return said.computeIfAbsent(rule.written(), any -> new Said());
    }

    private void sayAllProved(Rule rule) {
        Said before = said(rule);
        synchronized (before) {
            if (before.allProved) {
                return;
            }
            before.allProved = true;
        }
        LOG.log(
                System.Logger.Level.INFO,
                "{0}: each of the first {1} attempts proved a success. If wrong passwords were among them, they"
                        + " were not counted: name a better proof in {0}.success, or the answer to a wrong password in"
                        + " {0}.failure (logged once)",
                rule.written(),
                ENOUGH);
    }

    /**
     * Advises at the first denial, after enough attempts, when another form of answer has shown, and each hour while it
     * goes on.
     */
    private void advise(Rule rule, SignInLog seen, boolean fired) {
        if (seen.ended(AttemptEnd.PROVED) > 0 || !isDue(rule, seen, fired)) {
            return;
        }
        SignInTrial report = seen.report();
        report.advice()
                .ifPresent(advice -> LOG.log(
                        System.Logger.Level.WARNING,
                        "{0}: {1} (logged again when something has changed, at most once a minute, and every hour)",
                        rule.written(),
                        advice));
    }

    private boolean isDue(Rule rule, SignInLog seen, boolean fired) {
        long now = time.micros();
        long forms = seen.newForms();
        boolean unproved = seen.ended(AttemptEnd.UNPROVED) > 0;
        Said before = said(rule);
        synchronized (before) {
            boolean first = before.micros == Long.MIN_VALUE;
            boolean enough = !fired && !before.afterEnough;
            boolean news = forms != before.forms && unproved && now - before.micros >= PAUSE_MICROS;
            boolean again = unproved && now - before.micros >= LONG_PAUSE_MICROS;
            if (!first && !enough && !news && !again) {
                return false;
            }
            before.micros = now;
            before.forms = forms;
            before.afterEnough |= !fired;
            return true;
        }
    }
}
