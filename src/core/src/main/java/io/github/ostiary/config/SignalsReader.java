package io.github.ostiary.config;

import io.github.ostiary.rule.Signal;
import io.github.ostiary.rule.Signals;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Reads the signals of a lockout, {@code failure success neutral}, and those that a limit {@code counts}. */
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
                    "a signal of this list is in " + rule.full(LockoutKeys.FAILURE)
                            + " too, which wins; keep it in one");
        }
        if (!Collections.disjoint(neutral, failure) || !Collections.disjoint(neutral, success)) {
            rule.reject(
                    LockoutKeys.NEUTRAL,
                    "a signal of this list is in " + rule.full(LockoutKeys.FAILURE) + " or "
                            + rule.full(LockoutKeys.SUCCESS) + " too, which win; keep it in one");
        }
        if (rule.states(RuleKeys.PATH) && Collections.disjoint(failure, success)) {
            stated.ifPresent(new ProofCheck(rule, failure, clears)::check);
        }
        rejectHttp(rule, LockoutKeys.FAILURE, failure, "/login");
        rejectHttp(rule, LockoutKeys.SUCCESS, success, "/login");
        rejectHttp(rule, LockoutKeys.NEUTRAL, neutral, "/login");
        return new Signals(failure, success, neutral);
    }

    /** The signals of the answers that a limit counts, as failures. */
    static Signals counted(Section rule) {
        List<Signal> counted = rule.find(LimitKeys.COUNTS).orElse(List.of());
        rejectHttp(rule, LimitKeys.COUNTS, counted, "/*");
        return new Signals(counted, List.of(), List.of());
    }

    private static void rejectHttp(Section rule, ConfigKey<?> key, List<Signal> signals, String path) {
        if (!rule.states(RuleKeys.PATH) && signals.stream().anyMatch(SignalsReader::isHttp)) {
            rule.reject(
                    key,
                    "status and location are seen on answers to requests only; add " + rule.full(RuleKeys.PATH) + "="
                            + path + " or remove them");
        }
    }

    private static boolean isHttp(Signal signal) {
        return signal instanceof Signal.SessionRenewed
                || signal instanceof Signal.OfAnswer
                || (signal instanceof Signal.Not not && isHttp(not.signal()))
                || (signal instanceof Signal.All all && all.signals().stream().anyMatch(SignalsReader::isHttp));
    }
}
