package io.github.ostiary.config;

import io.github.ostiary.KeyResolver;
import io.github.ostiary.PlanResolver;
import io.github.ostiary.Rate;
import io.github.ostiary.identity.KeyExpression;
import io.github.ostiary.rule.FixedLimits;
import io.github.ostiary.rule.KeyedLimits;
import io.github.ostiary.rule.LimitSelection;
import io.github.ostiary.rule.LimitsByPlan;
import io.github.ostiary.rule.LimitsByResolver;
import io.github.ostiary.rule.PlanCache;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads what chooses among the plans of a limit: a key of the call, or a resolver of the application. */
final class PlanReader {

    private final RuleName name;
    private final Section rule;
    private final RuleContext context;

    PlanReader(RuleName name, Section rule, RuleContext context) {
        this.name = name;
        this.rule = rule;
        this.context = context;
    }

    /** The choice among limits. Immutable. */
    @FunctionalInterface
    interface Choice {

        /**
         * The limits of a rule's callers.
         *
         * @param contracts makes those of a caller's contract
         */
        LimitSelection among(
                List<KeyedLimits> standard,
                Map<String, List<KeyedLimits>> byPlan,
                Function<List<Rate>, List<KeyedLimits>> contracts);
    }

    /** Reads it; a rule without plans has its standard limits. */
    Choice read(LimitFigures figures, KeyExpression key) {
        if (Rates.isResolver(rule)) {
            return resolved();
        }
        var unused = List.of(rule.get(LimitKeys.PLAN_CACHE), rule.get(LimitKeys.PLAN_WAIT));
        String misplaced = "it means nothing without " + rule.full(LimitKeys.RATE_BY) + "=plan:CLASS; remove it";
        rule.reject(LimitKeys.PLAN_CACHE, misplaced);
        rule.reject(LimitKeys.PLAN_WAIT, misplaced);
        boolean planned =
                rule.states(LimitKeys.RATE_BY) && !figures.rates().plans().isEmpty();
        KeyExpression by = planned
                ? context.keys().read(rule.references(), LimitKeys.RATE_BY).orElse(key)
                : key;
        KeyResolver plan = by.sets().get(0);
        return (standard, byPlan, contracts) ->
                byPlan.isEmpty() ? new FixedLimits(standard) : new LimitsByPlan(plan, standard, byPlan);
    }

    private Choice resolved() {
        PlanCache.PlanTerms terms = new PlanCache.PlanTerms(
                rule.micros(LimitKeys.PLAN_CACHE),
                rule.micros(LimitKeys.PLAN_WAIT),
                context.global().get(GlobalKeys.MAX_TRACKED_KEYS));
        Optional<PlanResolver> resolver = rule.references()
                .read(
                        LimitKeys.RATE_BY,
                        text -> context.planResolver(Values.className(
                                text.substring(Rates.RESOLVER.length()).strip(), "plan:com.example.Plans")));
        if (resolver.isEmpty()) {
            return (standard, byPlan, contracts) -> new FixedLimits(standard);
        }
        String id = name + " " + rule.text(LimitKeys.RATE_BY).orElse("");
        PlanCache plans = context.counts().plans(id, name.toString(), resolver.get());
        return (standard, byPlan, contracts) -> new LimitsByResolver(
                plans, terms, new LimitsByPlan(call -> Optional.empty(), standard, byPlan), contracts);
    }
}
