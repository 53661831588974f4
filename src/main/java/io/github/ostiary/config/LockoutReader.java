package io.github.ostiary.config;

import io.github.ostiary.identity.KeyExpression;
import io.github.ostiary.rule.FailurePolicy;
import io.github.ostiary.rule.Signal;
import io.github.ostiary.rule.Signals;
import io.github.ostiary.store.Step;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads a {@code lockout.NAME} rule. */
final class LockoutReader {

    private static final List<Signal> PROVEN = List.of(new Signal.Authenticated());
    private static final Set<String> LOGIN_METHODS = Set.of("POST");

    private static final System.Logger LOG = System.getLogger(LockoutReader.class.getName());

    private LockoutReader() {}

    /**
     * Reads it.
     *
     * @param name the rule's
     * @param rule its keys
     * @param global what it inherits
     * @return if there were problems, defaults stand in for what is wrong, and no steps for wrong ones
     */
    static LockoutConfig read(String name, Section rule, GlobalConfig global) {
        rule.reject("perIp", "a lockout has none; count addresses in a lockout of their own, with key=ip");
        Optional<KeyExpression> key = KeyReader.read(rule);
        Optional<List<Step>> steps = rule.read("steps", StepsParser::parse);
        if (!rule.states("steps")) {
            rule.problem("a lockout needs steps; add " + rule.full("steps") + "=10/1h lock 15m");
        }
        CountReader count = new CountReader(rule, key);
        Optional<String> distinct = count.distinct();
        boolean consecutive = count.consecutive();
        int cap = count.cap(consecutive);
        steps.ifPresent(all -> new VictimCheck(rule, key).check(all, cap));
        if (consecutive && rule.states("path") && !rule.states("success")) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "lockout.{0}: only callers whom the container itself signs in clear their failures; an application that"
                            + " signs in by itself names what proves it, such as {1}=session-renewed, {1}=set-cookie:NAME"
                            + " or {1}=location:/account* (a bare 302 or 200 proves nothing), or {1}=principal to mean"
                            + " just that",
                    name,
                    rule.full("success"));
        }
        return new LockoutConfig(
                name,
                MatchReader.read(rule, List.of(), LOGIN_METHODS),
                key.flatMap(parsed -> rule.text("key")).orElse(KeyReader.DEFAULT),
                rule.flag("enforce", true) && global.enforce(),
                rule.choice("onStoreFailure", FailurePolicy.class, global.onStoreFailure()),
                LimitReader.status(rule),
                rule.choice("onMissingKey", MissingKey.class, MissingKey.REFUSE),
                signals(rule, consecutive || rule.states("exempt")),
                steps.orElse(List.of()),
                consecutive,
                distinct,
                rule.flag("extendOnAttempt", false),
                rule.duration("memory", Duration.ofMinutes(1), Duration.ofDays(366), Duration.ofHours(24)),
                cap,
                count.exempt(),
                rule.duration("settle", Duration.ofSeconds(1), Duration.ofMinutes(10), Duration.ofSeconds(30)),
                rule.duration("wait", Duration.ZERO, Duration.ofSeconds(60), Duration.ofSeconds(5)),
                challenge(rule, steps));
    }

    private static Signals signals(Section rule, boolean clears) {
        List<Signal> failure = rule.read("failure", SignalParser::failure).orElse(List.of());
        Optional<SignalParser.Successes> stated = rule.read("success", SignalParser::successes);
        List<Signal> success = stated.map(SignalParser.Successes::signals).orElse(PROVEN);
        if (rule.states("path") && !rule.states("failure")) {
            rule.problem("a lockout with a path must know a failure when it sees one; add " + rule.full("failure")
                    + "=status:401,403 or location:/login?error*");
        }
        if (!Collections.disjoint(failure, success)) {
            rule.reject("success", "a signal of it is in " + rule.full("failure") + " too, which wins; keep it in one");
        }
        if (rule.states("path") && Collections.disjoint(failure, success)) {
            stated.ifPresent(new ProofCheck(rule, failure, clears)::check);
        }
        if (!rule.states("path")) {
            String message = "status and location are seen on answers to requests only; add " + rule.full("path")
                    + "=/login or remove them";
            Stream.of("failure", "success")
                    .filter(key ->
                            (key.equals("failure") ? failure : success).stream().anyMatch(LockoutReader::isHttp))
                    .forEach(key -> rule.reject(key, message));
        }
        return new Signals(failure, success);
    }

    private static boolean isHttp(Signal signal) {
        return signal instanceof Signal.SessionRenewed
                || (signal.isOfAnswer() && !(signal instanceof Signal.Api))
                || (signal instanceof Signal.Not not && isHttp(not.signal()))
                || (signal instanceof Signal.All all && all.signals().stream().anyMatch(LockoutReader::isHttp));
    }

    private static LockoutConfig.ChallengeConfig challenge(Section rule, Optional<List<Step>> steps) {
        boolean challenges =
                steps.stream().flatMap(List::stream).anyMatch(step -> step.action() == Step.Action.CHALLENGE);
        if (steps.isPresent() && !challenges) {
            String message = "there is no challenge; add a step such as 3/1m challenge to " + rule.full("steps")
                    + " or remove it";
            rule.reject("challenge.verifier", message);
            rule.reject("challenge.attempts", message);
            rule.reject("challenge.lock", message);
        }
        if (challenges && rule.states("path") && !rule.states("challenge.verifier")) {
            rule.missing(
                    "challenge.verifier",
                    "a challenge step needs who checks the answers; name a class that implements"
                            + " io.github.ostiary.ChallengeVerifier, such as com.example.Captcha, or remove the step");
        }
        return new LockoutConfig.ChallengeConfig(
                rule.read("challenge.verifier", text -> Values.className(text, "com.example.Captcha")),
                rule.number("challenge.attempts", 1, 100, 3),
                rule.duration("challenge.lock", Duration.ofSeconds(1), Duration.ofDays(36_500), Duration.ofMinutes(5)));
    }
}
