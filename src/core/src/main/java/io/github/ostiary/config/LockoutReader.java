package io.github.ostiary.config;

import io.github.ostiary.CallContext;
import io.github.ostiary.ChallengeVerifier;
import io.github.ostiary.Key;
import io.github.ostiary.KeyResolver;
import io.github.ostiary.edge.OfferedChallenge;
import io.github.ostiary.identity.Condition;
import io.github.ostiary.identity.KeyExpression;
import io.github.ostiary.identity.KeyNames;
import io.github.ostiary.rule.LockoutRule;
import io.github.ostiary.rule.LockoutRule.Besieged;
import io.github.ostiary.rule.LockoutRule.Challenged;
import io.github.ostiary.rule.LockoutRule.Subject;
import io.github.ostiary.rule.Methods;
import io.github.ostiary.rule.Proof;
import io.github.ostiary.rule.RuleBasics;
import io.github.ostiary.rule.Signals;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.LockoutPolicy.Aftermath;
import io.github.ostiary.store.LockoutPolicy.ChallengeTerms;
import io.github.ostiary.store.Step;
import io.github.ostiary.text.Log;
import io.github.ostiary.text.WrittenName;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads a {@code lockout.NAME} rule. */
final class LockoutReader {

    private static final Set<String> FORM_METHODS = Set.of("POST");
    private static final System.Logger LOG = Log.of(LockoutReader.class);

    private final RuleName name;
    private final Section rule;
    private final RuleContext context;

    private LockoutReader(RuleName name, Section rule, RuleContext context) {
        this.name = name;
        this.rule = rule;
        this.context = context;
    }

    /**
     * Reads it.
     *
     * @param rule its keys
     * @param context what it inherits
     * @return if there were problems, defaults stand in for what is wrong, and no steps for wrong ones; of a guard that
     *     is not enabled, without keys
     */
    static LockoutRule read(RuleName name, Section rule, RuleContext context) {
        return new LockoutReader(name, rule, context).read();
    }

    private LockoutRule read() {
        rule.reject(LockoutKeys.PER_IP, "a lockout has no such key; count addresses by another lockout, with key=ip");
        Optional<KeyExpression> stated = context.keys().read(rule);
        if (stated.isPresent() && stated.get().countsApart()) {
            rule.reject(
                    RuleKeys.KEY,
                    "a caller could choose the counter by where it writes the name; write the same parts in the same"
                            + " order after each |, such as param:username + ip | basic:user + ip");
        }
        if (stated.isPresent() && stated.get().isKeptByCaller()) {
            rule.reject(
                    RuleKeys.KEY,
                    "a caller who drops the session or cookie has no failures; name who is tried, such as"
                            + " param:username or principal, and count networks by another lockout");
        }
        Optional<List<Step>> steps = steps();
        CountReader count = new CountReader(rule, stated);
        Optional<KeyExpression> distinct = count.distinct(context.keys());
        boolean consecutive = count.consecutive();
        int cap = count.cap(consecutive);
        if (steps.isPresent()) {
            new VictimCheck(rule, stated).check(steps.get(), cap);
        }
        warnOfProof();
        BasicsReader reader = new BasicsReader(name, rule, context, false, methods(stated, distinct));
        @Nullable Proof proof = ProofReader.read(name, rule, context.counts()).orElse(null);
        boolean off = reader.shadow();
        boolean shadow = off || (proof != null && !proof.seen());
        RuleBasics basics = reader.read(
                shadow,
                Condition::clearly,
                rule.states(RuleKeys.KEY) && stated.isPresent() && stated.get().needsSignIn());
        Signals signals = rule.read(LockoutKeys.LOGIN, this::looked)
                .orElseGet(() -> SignalsReader.read(rule, consecutive || rule.states(LockoutKeys.EXEMPT)));
        Optional<Duration> exempt = count.exempt();
        long remembered = count.remembered(exempt);
        if (steps.isPresent()) {
            checkChallenges(steps.get());
        }
        Optional<ChallengeVerifier> verifier = CaptchaReader.read(name, rule, context);
        ChallengeTerms challenge =
                new ChallengeTerms(rule.get(LockoutKeys.CHALLENGE_ATTEMPTS), rule.micros(LockoutKeys.CHALLENGE_LOCK));
        Aftermath aftermath = new Aftermath(
                rule.get(LockoutKeys.EXTEND_ON_ATTEMPT),
                rule.micros(LockoutKeys.MEMORY),
                challenge,
                consecutive,
                remembered,
                exempt.isPresent() && !exempt.get().isZero(),
                unclear(steps));
        LockoutPolicy policy = new LockoutPolicy(
                name.name(),
                shadow,
                steps.orElse(List.of()),
                distinct.isPresent(),
                cap,
                aftermath,
                rule.micros(LockoutKeys.SETTLE));
        KeyExpression key = stated.orElseGet(() -> context.keys().standard(rule));
        @Nullable Besieged siege = SiegeReader.read(rule, () -> context.counts().siege(name.name()));
        if (siege != null && verifier.orElse(null) instanceof OfferedChallenge offered) {
            offered.besieged(siege::now);
        }
        return new LockoutRule(
                basics,
                reader.terms(rule.micros(LockoutKeys.WAIT), made -> adopted(basics, key, made), key),
                policy,
                subject(key, distinct, remembered > 0, SentReader.read(rule, context.keys(), stated, distinct)),
                signals,
                new Challenged(verifier, rule.states(LockoutKeys.CHALLENGE_LOCK), siege),
                proof == null ? null : new LockoutRule.Proving(proof, shadow && !off));
    }

    /**
     * Forms that are posted; and whatever has a name, since applications sign in by any method: Jakarta Faces by GET,
     * keys come with PROPFIND.
     */
    private static Methods methods(Optional<KeyExpression> key, Optional<KeyExpression> distinct) {
        Predicate<CallContext> names = Methods.NO_OTHERS;
        for (Optional<KeyExpression> each : List.of(key, distinct)) {
            if (each.isPresent() && each.get().isWritten()) {
                Predicate<CallContext> written = each.get()::isWrittenIn;
                names = names == Methods.NO_OTHERS ? written : names.or(written);
            }
        }
        return new Methods(FORM_METHODS, false, names);
    }

    /** The signs that the container keeps to itself, and Spring Security does: where it is asked, and how it tells. */
    private Signals looked(String text) {
        boolean spring = text.equals("spring");
        if (!spring && !text.equals("container")) {
            throw new IllegalArgumentException(
                    "must be container, for sign-ins that the container does itself, or spring, for those of Spring"
                            + " Security; for a sign-in of the application name its path in "
                            + rule.full(RuleKeys.PATH));
        }
        String judge = spring ? "Spring Security" : "the container";
        rule.reject(RuleKeys.PATH, judge + " decides where it asks for passwords; remove path, or login");
        for (ConfigKey<?> key : List.of(LockoutKeys.FAILURE, LockoutKeys.SUCCESS, LockoutKeys.NEUTRAL)) {
            rule.reject(key, judge + " itself says how a sign-in ended; remove it, or login");
        }
        return spring ? Signals.OF_SPRING : Signals.OF_CONTAINER;
    }

    private Optional<List<Step>> steps() {
        Optional<List<Step>> steps = rule.find(LockoutKeys.STEPS);
        if (!rule.states(LockoutKeys.STEPS) && !rule.states(LockoutKeys.SIEGE_BEGIN)) {
            rule.problem("a lockout needs steps; add " + rule.full(LockoutKeys.STEPS) + "=10/1h lock 15m");
        }
        return steps;
    }

    /** The number of unclear attempts: as many as the first step allows, unless stated. */
    private int unclear(Optional<List<Step>> steps) {
        return rule.find(LockoutKeys.UNCLEAR)
                .orElse(steps.isPresent() ? steps.get().get(0).failures() : 0);
    }

    private void checkChallenges(List<Step> steps) {
        boolean challenges = false;
        for (Step step : steps) {
            challenges |= step.action() == Step.Action.CHALLENGE;
        }
        if (!challenges && !rule.states(LockoutKeys.SIEGE_BEGIN)) {
            String message = "there is no challenge; add a step such as 3/1m challenge to "
                    + rule.full(LockoutKeys.STEPS) + " or remove it";
            rule.reject(LockoutKeys.CHALLENGE_VERIFIER, message);
            rule.reject(LockoutKeys.CHALLENGE_ATTEMPTS, message);
            rule.reject(LockoutKeys.CHALLENGE_LOCK, message);
        }
        if (challenges && rule.states(RuleKeys.PATH) && !rule.states(LockoutKeys.CHALLENGE_VERIFIER)) {
            rule.missing(
                    LockoutKeys.CHALLENGE_VERIFIER,
                    "a challenge step needs a verifier of answers; write puzzle, name a class that implements"
                            + " io.github.ostiary.ChallengeVerifier, such as com.example.Captcha, or remove the step");
        }
    }

    private void warnOfProof() {
        if (!rule.advises() || rule.states(LockoutKeys.SUCCESS)) {
            return;
        }
        if (rule.states(RuleKeys.PATH)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "lockout.{0}: an attempt counts as failed unless the container knows the user or the session gets a"
                            + " new id. If the application proves a success in another way, write"
                            + " {1}=set-cookie:NAME or {1}=location:/account* (a bare 302 or 200 proves nothing); if not,"
                            + " confirm by {1}=principal, session-renewed",
                    name.name(),
                    rule.full(LockoutKeys.SUCCESS));
        } else if (!WrittenName.isOfSignIn(name.name())) {
            warnOfReturns(rule, "lockout." + name.name());
        }
    }

    /**
     * Warns where calls that return may be meant to have succeeded.
     *
     * @param rule of a lockout, or of a sign-in, whose lockouts share it
     */
    static void warnOfReturns(Section rule, String written) {
        boolean bean = !rule.states(RuleKeys.PATH) && !rule.states(LockoutKeys.LOGIN);
        if (rule.advises() && bean && rule.states(LockoutKeys.FAILURE) && !rule.states(LockoutKeys.SUCCESS)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "{0}: a call that returns counts as failed, unless the container has signed its caller in"
                            + " meanwhile. If returning proves a success, write {1}=return; if not, confirm by {1}=principal",
                    written,
                    rule.full(LockoutKeys.SUCCESS));
        }
    }

    /** A key that no request can have is no caller: unlocked by it, a caller would stay locked. */
    private Key adopted(RuleBasics basics, KeyExpression key, Key made) {
        Key adopted = key.adopt(made);
        if (!basics.matcher().paths().isEmpty() && !key.couldMake(adopted)) {
            throw new IllegalArgumentException(name + " counts '" + KeyReader.text(rule)
                    + "', and no request can have the key " + made + "; take guard.keyFor(\"" + name.name()
                    + "\", call), or build it from these parts in this order, trimmed, in lower case, and without"
                    + " accents where the key says /marks");
        }
        return adopted;
    }

    private Subject subject(
            KeyExpression key, Optional<KeyExpression> distinct, boolean exempts, LockoutRule.Sent sent) {
        KeyNames names = context.names();
        @Nullable
        Function<CallContext, Optional<String>> values = distinct.isPresent() ? values(distinct.get(), names) : null;
        @Nullable
        Function<CallContext, Optional<Key>> network =
                exempts ? first(context.keys().parse(rule, LockoutKeys.EXEMPT, "ip"))::resolve : null;
        List<KeyResolver> sets = context.global().get(GlobalKeys.ENABLED) ? key.attempts() : List.of();
        return new Subject(
                sets,
                values,
                network,
                context.client()::network,
                names::label,
                names::spelling,
                KeyExpression::isShared,
                sent);
    }

    private static Function<CallContext, Optional<String>> values(KeyExpression distinct, KeyNames names) {
        KeyResolver value = first(distinct);
        return call -> value.resolve(call).map(names::value);
    }

    private static KeyResolver first(KeyExpression key) {
        return key.attempts().get(0);
    }
}
