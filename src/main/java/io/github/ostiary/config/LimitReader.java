package io.github.ostiary.config;

import io.github.ostiary.KeyResolver;
import io.github.ostiary.Rate;
import io.github.ostiary.edge.Position;
import io.github.ostiary.identity.KeyExpression;
import io.github.ostiary.rule.CallTerms;
import io.github.ostiary.rule.Cost;
import io.github.ostiary.rule.FailurePolicy;
import io.github.ostiary.rule.FixedLimits;
import io.github.ostiary.rule.KeyedLimits;
import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.rule.LimitSelection;
import io.github.ostiary.rule.LimitsByPlan;
import io.github.ostiary.rule.Methods;
import io.github.ostiary.rule.ReplaceableLimits;
import io.github.ostiary.rule.RequestMatcher;
import io.github.ostiary.rule.RuleBasics;
import io.github.ostiary.store.Limit;
import io.github.ostiary.text.Durations;
import io.github.ostiary.text.Log;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Reads a {@code limit.NAME} rule, and its figures anew when they are replaced. */
final class LimitReader {

    private static final System.Logger LOG = Log.of(LimitReader.class);
    private static final Set<String> LIVE_FIGURES = new TreeSet<>(Set.of("rate", "burst", "precision", "minInterval"));

    private final String name;
    private final Section rule;
    private final RuleContext context;

    private LimitReader(String name, Section rule, RuleContext context) {
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
     * @return if there were problems, defaults stand in for what is wrong; of a guard that is not enabled, without limits
     */
    static LimitRule read(String name, Section rule, RuleContext context) {
        return new LimitReader(name, rule, context).read();
    }

    private LimitRule read() {
        LimitFigures figures = LimitFigures.read(rule);
        BasicsReader reader = new BasicsReader(new RuleName(RuleVocabulary.LIMIT, name), rule, List.of(), Methods.ALL);
        PerIp perIp = RateReader.perIp(rule, figures.algorithm());
        boolean shadow = reader.shadow(context.global());
        FailurePolicy onStoreFailure = rule.choice(
                "onStoreFailure", FailurePolicy.class, context.global().get(GlobalKeys.ON_STORE_FAILURE));
        KeyExpression key = key();
        checkPerIp(figures, perIp, key);
        KeyResolver plan = figures.plans().isEmpty() ? key.sets().get(0) : plan(key);
        RuleBasics basics = reader.read(shadow, reader.status(), condition -> condition, context.counts());
        warnOfNames(basics, key);
        warnOfStrangers(basics, key);
        Duration wait = WaitReader.read(rule, figures);
        Cost cost = figures.cost().withMissing(rule.number("costMissing", 1, Cost.MAX, 1));
        boolean needsKey = rule.choice("onMissingKey", MissingKey.class, MissingKey.REFUSE) == MissingKey.REFUSE;
        ReplaceableLimits limits = new ReplaceableLimits(
                rule.isSound() ? charged(figures, perIp, key, plan, basics) : new FixedLimits(List.of()));
        return new LimitRule(
                basics,
                new CallTerms(onStoreFailure, Durations.toMicros(wait), needsKey, key::adopt, key::knownAs),
                limits,
                cost,
                changes -> limits.replace(revised(changes, key, plan, basics)));
    }

    private KeyExpression key() {
        Section references = rule.references();
        Optional<KeyExpression> key = context.keys().read(references);
        return key.isPresent() ? key.get() : context.keys().parse(references, "key", "ip");
    }

    private KeyResolver plan(KeyExpression key) {
        return context.keys()
                .read(rule.references(), "rate.by")
                .orElse(key)
                .sets()
                .get(0);
    }

    private void checkPerIp(LimitFigures figures, PerIp perIp, KeyExpression key) {
        if (key.needsPerIp() && !rule.states("perIp")) {
            rule.references()
                    .missing(
                            "perIp",
                            "callers choose '" + KeyReader.text(rule)
                                    + "' freely, and a fresh value would be a fresh bucket; state the"
                                    + " rate of an address, such as "
                                    + figures.rates().get(0) + ", or none");
        } else if (!key.needsPerIp() && perIp.stated()) {
            rule.references()
                    .missing(
                            "perIp",
                            "no part of '" + KeyReader.text(rule) + "' is freely chosen by callers; remove perIp");
        }
    }

    private void warnOfNames(RuleBasics basics, KeyExpression key) {
        if (rule.advises() && !basics.shadow() && !basics.matcher().paths().isEmpty() && key.isNameAlone()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "limit.{0} counts {1} alone: a caller who types the name of another user, anywhere, uses up that user''s"
                            + " permits; count {1}+ip, or ip, and guessing by a lockout",
                    name,
                    KeyReader.text(rule));
        }
    }

    private void warnOfStrangers(RuleBasics basics, KeyExpression key) {
        RequestMatcher matcher = basics.matcher();
        if (rule.advises()
                && context.filtersSignIn()
                && !matcher.paths().isEmpty()
                && matcher.position() == Position.FIRST
                && key.needsSignIn()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "limit.{0} counts {1} at position=first, before the application''s filters: the users that those sign in are not"
                            + " known there, and callers are counted by their address instead, so that one uses up what"
                            + " another has. Write limit.{0}.position=last; or limit.{0}.key={1} | ip, if the container"
                            + " itself signs callers in, or if the address may count",
                    name,
                    KeyReader.text(rule));
        }
    }

    private LimitSelection revised(
            Map<String, String> changes, KeyExpression key, KeyResolver plan, RuleBasics basics) {
        for (String changed : changes.keySet()) {
            if (!LIVE_FIGURES.contains(changed)) {
                throw new IllegalArgumentException("limit." + name + "." + changed
                        + " cannot be changed while the guard runs; only " + String.join(", ", LIVE_FIGURES) + " can");
            }
        }
        Problems problems = new Problems();
        Section changed = rule.with(changes, problems);
        LimitFigures figures = LimitFigures.read(changed);
        PerIp perIp = RateReader.perIp(changed, figures.algorithm());
        WaitReader.read(changed, figures);
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", problems.sentences()));
        }
        return charged(figures, perIp, key, plan, basics);
    }

    private LimitSelection charged(
            LimitFigures figures, PerIp perIp, KeyExpression key, KeyResolver plan, RuleBasics basics) {
        if (!context.global().get(GlobalKeys.ENABLED)) {
            return new FixedLimits(List.of());
        }
        List<Limit> address = figures.perAddress(basics, perIp);
        List<KeyedLimits> standard = keyed(key, figures.standard(basics), address);
        if (figures.plans().isEmpty()) {
            return new FixedLimits(standard);
        }
        Map<String, List<KeyedLimits>> byPlan = new HashMap<>();
        for (Map.Entry<String, List<Rate>> planned : figures.plans().entrySet()) {
            List<Limit> limits = figures.planned(basics, planned.getKey(), planned.getValue());
            byPlan.put(planned.getKey(), keyed(key, limits, address));
        }
        return new LimitsByPlan(plan, standard, byPlan);
    }

    private static List<KeyedLimits> keyed(KeyExpression key, List<Limit> limits, List<Limit> address) {
        List<KeyedLimits> keyed = new ArrayList<>();
        for (KeyResolver set : key.sets()) {
            keyed.add(new KeyedLimits(set, limits, false));
        }
        if (!address.isEmpty()) {
            for (KeyResolver set : key.freelyChosen()) {
                keyed.add(new KeyedLimits(set, address, true));
            }
        }
        return List.copyOf(keyed);
    }
}
