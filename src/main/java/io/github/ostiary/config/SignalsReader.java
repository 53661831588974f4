package io.github.ostiary.config;

import io.github.ostiary.rule.Signal;
import io.github.ostiary.rule.Signals;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Reads the signals of a lockout: {@code failure success neutral}. */
final class SignalsReader {

    private static final List<Signal> PROVEN = List.of(new Signal.Authenticated(), new Signal.SessionRenewed());

    /** Outside requests there is no session. */
    private static final List<Signal> PROVEN_TO_BEANS = List.of(new Signal.Authenticated());

    private SignalsReader() {}

    /**
     * Reads them.
     *
     * @param clears whether a success matters to the rule
     */
    static Signals read(Section rule, boolean clears) {
        List<Signal> failure = rule.find(LockoutKeys.FAILURE).orElse(List.of());
        Optional<SignalParser.Successes> stated = rule.find(LockoutKeys.SUCCESS);
        List<Signal> success = stated.map(SignalParser.Successes::signals)
                .orElse(rule.states(RuleKeys.PATH) ? PROVEN : PROVEN_TO_BEANS);
        List<Signal> neutral = rule.find(LockoutKeys.NEUTRAL).orElse(List.of());
        if (!Collections.disjoint(failure, success)) {
            rule.reject(
                    LockoutKeys.SUCCESS,
                    "a signal of it is in " + rule.full(LockoutKeys.FAILURE) + " too, which wins; keep it in one");
        }
        if (!Collections.disjoint(neutral, failure) || !Collections.disjoint(neutral, success)) {
            rule.reject(
                    LockoutKeys.NEUTRAL,
                    "a signal of it is in " + rule.full(LockoutKeys.FAILURE) + " or " + rule.full(LockoutKeys.SUCCESS)
                            + " too, which win; keep it in one");
        }
        if (rule.states(RuleKeys.PATH) && Collections.disjoint(failure, success)) {
            stated.ifPresent(new ProofCheck(rule, failure, clears)::check);
        }
        if (!rule.states(RuleKeys.PATH)) {
            String message = "status and location are seen on answers to requests only; add " + rule.full(RuleKeys.PATH)
                    + "=/login or remove them";
            rejectHttp(rule, LockoutKeys.FAILURE, failure, message);
            rejectHttp(rule, LockoutKeys.SUCCESS, success, message);
            rejectHttp(rule, LockoutKeys.NEUTRAL, neutral, message);
        }
        return new Signals(failure, success, neutral);
    }

    private static void rejectHttp(Section rule, ConfigKey<?> key, List<Signal> signals, String message) {
        if (signals.stream().anyMatch(SignalsReader::isHttp)) {
            rule.reject(key, message);
        }
    }

    private static boolean isHttp(Signal signal) {
        return signal instanceof Signal.SessionRenewed
                || signal instanceof Signal.OfAnswer
                || (signal instanceof Signal.Not not && isHttp(not.signal()))
                || (signal instanceof Signal.All all && all.signals().stream().anyMatch(SignalsReader::isHttp));
    }
}
