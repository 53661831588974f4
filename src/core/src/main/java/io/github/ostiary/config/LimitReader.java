package io.github.ostiary.config;

import io.github.ostiary.KeyResolver;
import io.github.ostiary.Rate;
import io.github.ostiary.edge.Position;
import io.github.ostiary.identity.KeyExpression;
import io.github.ostiary.rule.FixedLimits;
import io.github.ostiary.rule.KeyedLimits;
import io.github.ostiary.rule.LaterCost;
import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.rule.LimitSelection;
import io.github.ostiary.rule.Methods;
import io.github.ostiary.rule.Notices;
import io.github.ostiary.rule.ReplaceableLimits;
import io.github.ostiary.rule.RequestMatcher;
import io.github.ostiary.rule.RuleBasics;
import io.github.ostiary.store.Limit;
import io.github.ostiary.text.Log;
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
    private static final Set<String> LIVE_FIGURES = new TreeSet<>(Set.of(
            LimitKeys.RATE.name(),
            LimitKeys.BURST.name(),
            LimitKeys.PRECISION.name(),
            LimitKeys.MIN_INTERVAL.name(),
            LimitKeys.LEASE.name(),
            LimitKeys.ZONE.name(),
            LimitKeys.WEEK.name()));

    private final RuleName name;
    private final Section rule;
    private final RuleContext context;

    private LimitReader(RuleName name, Section rule, RuleContext context) {
        this.name = name;
        this.rule = rule;
        this.context = context;
    }

    /**
     * Reads it.
     *
     * @param rule its keys
     * @param context what it inherits
     * @return if there were problems, defaults stand in for what is wrong; of a guard that is not enabled, without limits
     */
    static LimitRule read(RuleName name, Section rule, RuleContext context) {
        return new LimitReader(name, rule, context).read();
    }

    private LimitRule read() {
        LimitFigures figures = LimitFigures.read(rule);
        BasicsReader reader = new BasicsReader(name, rule, context, false, Methods.ALL);
        Optional<List<Rate>> perIp = perIp(rule, figures);
        KeyExpression key = key();
        checkPerIp(figures, perIp.isPresent(), key);
        PlanReader.Choice plan = new PlanReader(name, rule, context).read(figures, key);
        RuleBasics basics =
                reader.read(reader.shadow(), condition -> condition, rule.states(RuleKeys.KEY) && key.asksForCaller());
        checkCost(figures, basics);
        warnOfNames(basics, key);
        warnOfStrangers(basics, key);
        long wait = WaitReader.read(rule, figures);
        Notices notices = NoticesReader.read(rule, figures);
        if (notices.usage() && key.namesOthers()) {
            rule.reject(
                    LimitKeys.USAGE,
                    "'" + KeyReader.text(rule)
                            + "' counts a typed name, so a caller who types another user's name would see what that user has"
                            + " used; count principal, a session, or a key in a header, or remove it");
        }
        ReplaceableLimits limits = new ReplaceableLimits(
                rule.isSound() ? charged(figures, perIp, key, plan, basics) : new FixedLimits(List.of()));
        return new LimitRule(
                basics,
                reader.terms(wait, key::adopt, key),
                limits,
                figures.cost(),
                notices,
                changes -> limits.replace(revised(changes, key, plan, basics)));
    }

    private static Optional<List<Rate>> perIp(Section rule, LimitFigures figures) {
        Optional<List<Rate>> perIp = rule.find(LimitKeys.PER_IP, Rates.holdable(figures.algorithm()))
                .map(rates -> CalendarReader.placed(rule, rates));
        if (figures.rates().stated().isPresent()) {
            List<Rate> all = new ArrayList<>(figures.rates().all());
            all.addAll(perIp.orElse(List.of()));
            CalendarReader.check(rule, all);
        }
        return perIp;
    }

    private KeyExpression key() {
        Section references = rule.references();
        return context.keys().read(references).orElseGet(() -> context.keys().parse(references, RuleKeys.KEY, "ip"));
    }

    private void checkPerIp(LimitFigures figures, boolean stated, KeyExpression key) {
        if (key.needsPerIp() && !rule.states(LimitKeys.PER_IP)) {
            rule.references()
                    .missing(
                            LimitKeys.PER_IP,
                            "callers choose '" + KeyReader.text(rule)
                                    + "' freely, and each new value would start a new count; state the rate of one address, such as "
                                    + figures.rates().standard().get(0) + ", or none");
        } else if (!key.needsPerIp() && stated) {
            rule.references()
                    .missing(
                            LimitKeys.PER_IP,
                            "no part of '" + KeyReader.text(rule) + "' is freely chosen by callers; remove perIp");
        }
    }

    /** Beans and Java code answer no request. */
    private void checkCost(LimitFigures figures, RuleBasics basics) {
        if (figures.cost() instanceof LaterCost later
                && later.source().isOfAnswer()
                && basics.matcher().paths().isEmpty()) {
            rule.reject(
                    LimitKeys.COST,
                    "a rule without a path is for beans and Java code, where there is no answer and no body to"
                            + " measure; add "
                            + rule.full(RuleKeys.PATH) + ", or write cost=attribute:NAME or cost=time");
        }
    }

    private void warnOfNames(RuleBasics basics, KeyExpression key) {
        if (rule.advises() && !basics.shadow() && !basics.matcher().paths().isEmpty() && key.isNameAlone()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "limit.{0}.key={1} counts a name alone: from any address, a caller who types another user''s name"
                            + " uses up that user''s permits. Write +ip after the name, or count ip and limit guessing by a"
                            + " lockout",
                    name.name(),
                    KeyReader.text(rule));
        }
    }

    private void warnOfStrangers(RuleBasics basics, KeyExpression key) {
        RequestMatcher matcher = basics.matcher();
        if (rule.advises()
                && context.signedInBy() != SignedInBy.CONTAINER
                && !matcher.paths().isEmpty()
                && matcher.position() == Position.FIRST
                && key.needsSignIn()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "limit.{0} counts {1} at position=first, before the application''s filters. Users who sign in"
                            + " by these filters are not known there, so callers are counted by address and use up each other''s"
                            + " permits. Write limit.{0}.position=last; or limit.{0}.key={1} | ip if the container itself signs"
                            + " callers in, or if addresses are meant to count",
                    name.name(),
                    KeyReader.text(rule));
        }
    }

    private LimitSelection revised(
            Map<String, String> changes, KeyExpression key, PlanReader.Choice plan, RuleBasics basics) {
        for (String changed : changes.keySet()) {
            if (!LIVE_FIGURES.contains(changed)) {
                throw new IllegalArgumentException(name + "." + changed
                        + " cannot be changed while the guard runs; only " + String.join(", ", LIVE_FIGURES) + " can");
            }
        }
        Problems problems = new Problems();
        Section changed = rule.with(changes, problems);
        LimitFigures figures = LimitFigures.read(changed);
        Optional<List<Rate>> perIp = perIp(changed, figures);
        WaitReader.read(changed, figures);
        var unused = NoticesReader.read(changed, figures);
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", problems.sentences()));
        }
        return charged(figures, perIp, key, plan, basics);
    }

    private LimitSelection charged(
            LimitFigures figures,
            Optional<List<Rate>> perIp,
            KeyExpression key,
            PlanReader.Choice plan,
            RuleBasics basics) {
        if (!context.global().get(GlobalKeys.ENABLED)) {
            return new FixedLimits(List.of());
        }
        List<Limit> address = figures.perAddress(basics, perIp.orElse(List.of()));
        List<KeyedLimits> standard = keyed(key, figures.standard(basics), address);
        Map<String, List<KeyedLimits>> byPlan = new HashMap<>();
        figures.rates()
                .plans()
                .forEach((name, rates) -> byPlan.put(name, keyed(key, figures.planned(basics, name, rates), address)));
        return plan.among(standard, byPlan, rates -> keyed(key, figures.contracted(basics, rates, rule), address));
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
