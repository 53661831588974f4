package io.github.ostiary.config;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.KeyResolver;
import io.github.ostiary.identity.Condition;
import io.github.ostiary.identity.KeyExpression;
import io.github.ostiary.identity.KeyNames;
import io.github.ostiary.rule.CallTerms;
import io.github.ostiary.rule.FailurePolicy;
import io.github.ostiary.rule.LockoutRule;
import io.github.ostiary.rule.LockoutRule.Challenged;
import io.github.ostiary.rule.LockoutRule.Subject;
import io.github.ostiary.rule.Methods;
import io.github.ostiary.rule.Proof;
import io.github.ostiary.rule.RuleBasics;
import io.github.ostiary.rule.Signals;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.LockoutPolicy.Aftermath;
import io.github.ostiary.store.Step;
import io.github.ostiary.text.Durations;
import io.github.ostiary.text.Log;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads a {@code lockout.NAME} rule. */
final class LockoutReader {

    private static final int MOST_UNCLEAR = 1_000;
    private static final Set<String> FORM_METHODS = Set.of("POST");
    private static final System.Logger LOG = Log.of(LockoutReader.class);

    private final String name;
    private final Section rule;
    private final RuleContext context;

    private LockoutReader(String name, Section rule, RuleContext context) {
        this.name = name;
        this.rule = rule;
        this.context = context;
    }

    /**
     * Reads it.
     *
     * @param name the rule's
     * @param rule its keys
     * @param context what it inherits
     * @return if there were problems, defaults stand in for what is wrong, and no steps for wrong ones; of a guard that
     *     is not enabled, without keys
     */
    static LockoutRule read(String name, Section rule, RuleContext context) {
        return new LockoutReader(name, rule, context).read();
    }

    private LockoutRule read() {
        rule.reject("perIp", "a lockout has none; count addresses in a lockout of their own, with key=ip");
        Optional<KeyExpression> stated = context.keys().read(rule);
        Optional<List<Step>> steps = steps();
        CountReader count = new CountReader(rule, stated, context.keys());
        steps.ifPresent(all -> new VictimCheck(rule, stated).check(all, count.cap()));
        warnOfProof();
        BasicsReader reader = new BasicsReader(
                new RuleName(RuleVocabulary.LOCKOUT, name), rule, List.of(), methods(stated, count.distinct()));
        Optional<Proof> proof = ProofReader.read(reader.name(), rule::text, context.counts());
        boolean off = reader.shadow(context.global());
        boolean shadow = off || !proof.map(Proof::seen).orElse(true);
        FailurePolicy onStoreFailure = rule.choice(
                "onStoreFailure", FailurePolicy.class, context.global().get(GlobalKeys.ON_STORE_FAILURE));
        RuleBasics basics = reader.read(shadow, reader.status(), Condition::clearly, context.counts());
        boolean needsKey = rule.choice("onMissingKey", MissingKey.class, MissingKey.REFUSE) == MissingKey.REFUSE;
        Signals signals = rule.read("login", this::container)
                .orElseGet(() -> new SignalsReader(rule).read(count.consecutive() || rule.states("exempt")));
        boolean extend = rule.flag("extendOnAttempt", false);
        long memory = micros("memory", Duration.ofMinutes(1), Duration.ofDays(366), Duration.ofHours(24));
        long exempt = count.exempt().map(Durations::toMicros).orElse(0L);
        long settle = micros("settle", Duration.ofSeconds(1), Duration.ofMinutes(10), Duration.ofSeconds(30));
        long wait = micros("wait", Duration.ZERO, Duration.ofSeconds(60), Duration.ofSeconds(5));
        ChallengeReader challenge = new ChallengeReader(rule, steps);
        LockoutPolicy policy = new LockoutPolicy(
                name,
                shadow,
                steps.orElse(List.of()),
                count.distinct().isPresent(),
                count.cap(),
                new Aftermath(extend, memory, challenge.terms(), count.consecutive(), exempt, unclear(steps)),
                settle);
        KeyExpression key = stated.orElseGet(() -> context.keys().standard(rule));
        return new LockoutRule(
                basics,
                new CallTerms(onStoreFailure, wait, needsKey, made -> adopted(basics, key, made), key::knownAs),
                policy,
                subject(key, count.distinct(), exempt > 0),
                signals,
                new Challenged(
                        challenge.verifier(context),
                        rule.states("challenge.lock"),
                        new SiegeReader(rule).read(() -> context.counts().siege(name))),
                proof.map(each -> new LockoutRule.Proving(each, shadow && !off)).orElse(null));
    }

    /**
     * Forms that are posted; and whatever has a name, since applications sign in by any method: Jakarta Faces by GET,
     * keys come with PROPFIND.
     */
    private static Methods methods(Optional<KeyExpression> key, Optional<KeyExpression> distinct) {
        Predicate<CallContext> names = Stream.of(key, distinct)
                .flatMap(Optional::stream)
                .filter(KeyExpression::isWritten)
                .<Predicate<CallContext>>map(named -> named::isWrittenIn)
                .reduce(Predicate::or)
                .orElse(Methods.NO_OTHERS);
        return new Methods(FORM_METHODS, false, names);
    }

    /** What the container keeps to itself: where it is asked, and how it tells. */
    private Signals container(String text) {
        if (!text.equals("container")) {
            throw new IllegalArgumentException("must be container, for the sign-ins that the container does itself; for"
                    + " one of the application name its path in " + rule.full("path"));
        }
        rule.reject("path", "the container decides where it asks for passwords; remove path, or login");
        rule.reject("failure", "the container itself says so; remove it, or login");
        rule.reject("success", "the container itself says so; remove it, or login");
        rule.reject("neutral", "the container itself says so; remove it, or login");
        return Signals.OF_CONTAINER;
    }

    private Optional<List<Step>> steps() {
        Optional<List<Step>> steps = rule.read("steps", StepsParser::parse);
        if (!rule.states("steps")) {
            rule.problem("a lockout needs steps; add " + rule.full("steps") + "=10/1h lock 15m");
        }
        return steps;
    }

    /** As many as the first step allows, unless stated. */
    private int unclear(Optional<List<Step>> steps) {
        int first = steps.map(all -> all.get(0).failures()).orElse(0);
        return rule.number("unclear", 0, MOST_UNCLEAR, first);
    }

    private void warnOfProof() {
        if (rule.advises() && !rule.states("path") && rule.states("failure") && !rule.states("success")) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "lockout.{0}: a call that returns counts as failed, unless the container has signed its caller in"
                            + " meanwhile. If to return proves a success, write {1}=return; else write {1}=principal to say"
                            + " that this is meant",
                    name,
                    rule.full("success"));
        }
        if (rule.advises() && rule.states("path") && !rule.states("success")) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "lockout.{0}: only a sign-in that the container sees, or that gives the session a new id, has"
                            + " succeeded; any other counts as failed. If the application proves it otherwise, write"
                            + " {1}=set-cookie:NAME or {1}=location:/account* (a bare 302 or 200 proves nothing);"
                            + " else write {1}=principal, session-renewed to say that this is meant",
                    name,
                    rule.full("success"));
        }
    }

    private long micros(String key, Duration min, Duration max, Duration otherwise) {
        return Durations.toMicros(rule.duration(key, min, max, otherwise));
    }

    /** A key that no request can have is no caller: unlocked by it, a caller would stay locked. */
    private Key adopted(RuleBasics basics, KeyExpression key, Key made) {
        Key adopted = key.adopt(made);
        if (!basics.matcher().paths().isEmpty() && !key.couldMake(adopted)) {
            throw new IllegalArgumentException(
                    "lockout." + name + " counts '" + KeyReader.text(rule)
                            + "', and no request has a " + made + " like this one; take guard.keyFor(\"" + name
                            + "\", call), or make it of these parts in this order, trimmed, in lower case, and without accents where the key says /marks");
        }
        return adopted;
    }

    private Subject subject(KeyExpression key, Optional<KeyExpression> distinct, boolean exempts) {
        KeyNames names = context.names();
        @Nullable
        Function<CallContext, Optional<String>> values = distinct.map(LockoutReader::first)
                .<Function<CallContext, Optional<String>>>map(
                        value -> call -> value.resolve(call).map(names::value))
                .orElse(null);
        @Nullable
        Function<CallContext, Optional<Key>> network =
                exempts ? first(context.keys().parse(rule, "exempt", "ip"))::resolve : null;
        List<KeyResolver> sets = context.global().get(GlobalKeys.ENABLED) ? key.sets() : List.of();
        return new Subject(sets, values, network, names::label, names::spelling, KeyExpression::isShared);
    }

    private static KeyResolver first(KeyExpression key) {
        return key.sets().get(0);
    }
}
