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

    private final Section rule;

    SignalsReader(Section rule) {
        this.rule = rule;
    }

    /**
     * Reads them.
     *
     * @param clears whether a success matters to the rule
     */
    Signals read(boolean clears) {
        List<Signal> failure = rule.read("failure", SignalParser::failure).orElse(List.of());
        Optional<SignalParser.Successes> stated = rule.read("success", SignalParser::successes);
        List<Signal> success =
                stated.map(SignalParser.Successes::signals).orElse(rule.states("path") ? PROVEN : PROVEN_TO_BEANS);
        List<Signal> neutral = rule.read("neutral", SignalParser::neutral).orElse(List.of());
        if (rule.states("path") && !rule.states("failure")) {
            rule.problem("a lockout with a path must know a failure when it sees one; add " + rule.full("failure")
                    + "=status:401,403 or location:/login?error*");
        }
        if (!Collections.disjoint(failure, success)) {
            rule.reject("success", "a signal of it is in " + rule.full("failure") + " too, which wins; keep it in one");
        }
        if (!Collections.disjoint(neutral, failure) || !Collections.disjoint(neutral, success)) {
            rule.reject(
                    "neutral",
                    "a signal of it is in " + rule.full("failure") + " or " + rule.full("success")
                            + " too, which win; keep it in one");
        }
        if (rule.states("path") && Collections.disjoint(failure, success)) {
            stated.ifPresent(new ProofCheck(rule, failure, clears)::check);
        }
        if (!rule.states("path")) {
            String message = "status and location are seen on answers to requests only; add " + rule.full("path")
                    + "=/login or remove them";
            rejectHttp("failure", failure, message);
            rejectHttp("success", success, message);
            rejectHttp("neutral", neutral, message);
        }
        return new Signals(failure, success, neutral);
    }

    private void rejectHttp(String key, List<Signal> signals, String message) {
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
