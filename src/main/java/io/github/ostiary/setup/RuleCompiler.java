package io.github.ostiary.setup;

import io.github.ostiary.CallContext;
import io.github.ostiary.Durations;
import io.github.ostiary.KeyResolver;
import io.github.ostiary.Limit;
import io.github.ostiary.Rate;
import io.github.ostiary.engine.AccessRule;
import io.github.ostiary.engine.LimitRule;
import io.github.ostiary.engine.Meter;
import io.github.ostiary.engine.Metering;
import io.github.ostiary.engine.PathPattern;
import io.github.ostiary.engine.Scope;
import io.github.ostiary.identity.AddressSet;
import io.github.ostiary.identity.ClientAddress;
import io.github.ostiary.identity.Condition;
import io.github.ostiary.identity.KeyExpression;
import io.github.ostiary.identity.KeySettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Turns what a configuration says of a rule into what the engine asks. Not thread-safe. */
final class RuleCompiler {

    private final KeySettings settings;
    private final boolean enabled;
    private final Problems problems;

    /** Rules of a guard that is not enabled charge nothing. */
    RuleCompiler(KeySettings settings, boolean enabled, Problems problems) {
        this.settings = settings;
        this.enabled = enabled;
        this.problems = problems;
    }

    LimitRule limit(LimitConfig config) {
        String prefix = "limit." + config.name() + ".";
        KeyExpression key = parsed(prefix + "key", config.key(), text -> KeyExpression.parse(text, settings))
                .orElseGet(() -> KeyExpression.parse("ip", settings));
        checkPerIp(config, key);
        Meters meters = new Meters(charged(config, key));
        return new LimitRule(
                config.name(),
                scope(prefix, config.match()),
                meters,
                CostReader.of(config),
                config.onStoreFailure(),
                config.onMissingKey() == MissingKey.REFUSE,
                key::adopt,
                rate -> meters.replace(charged(config.withRate(rate), key)),
                !config.enforce());
    }

    private Metering charged(LimitConfig config, KeyExpression key) {
        return enabled ? meters(config, key) : call -> List.of();
    }

    private void checkPerIp(LimitConfig config, KeyExpression key) {
        String name = "limit." + config.name() + ".perIp";
        if (key.needsPerIp() && !config.perIp().stated()) {
            problems.addKey(
                    name,
                    "callers choose '" + config.key() + "' freely, and a fresh value would be a fresh bucket; state the"
                            + " rate of an address, such as "
                            + config.rate().stream()
                                    .findFirst()
                                    .map(Rate::toString)
                                    .orElse("100/1m") + ", or none");
        } else if (!key.needsPerIp() && config.perIp().stated()) {
            problems.addKey(name, "no part of '" + config.key() + "' is freely chosen by callers; remove perIp");
        }
    }

    private Metering meters(LimitConfig config, KeyExpression key) {
        List<Meter> standard = meters(config, key, "", config.rate());
        if (config.plans().isEmpty()) {
            return call -> standard;
        }
        Plans plans = config.plans().get();
        KeyResolver by = parsed(
                        "limit." + config.name() + ".rate.by", plans.by(), text -> KeyExpression.parse(text, settings))
                .orElse(key)
                .sets()
                .get(0);
        Map<String, List<Meter>> metersByPlan = new HashMap<>();
        plans.rates().forEach((plan, rates) -> metersByPlan.put(plan, meters(config, key, plan, rates)));
        return new PlanMeters(by, standard, metersByPlan);
    }

    private List<Meter> meters(LimitConfig config, KeyExpression key, String plan, List<Rate> rates) {
        List<Limit> limits = limits(config, "", plan, rates);
        List<Limit> perAddress = limits(config, "ip", "", config.perIp().rates());
        List<Meter> meters = new ArrayList<>();
        key.sets().forEach(set -> meters.add(new Meter(set, limits, false)));
        if (!perAddress.isEmpty()) {
            key.freelyChosen().forEach(address -> meters.add(new Meter(address, perAddress, true)));
        }
        return List.copyOf(meters);
    }

    /** One per rate, longest window first, so that a burst limit added later leaves the others' state alone. */
    private List<Limit> limits(LimitConfig config, String kind, String plan, List<Rate> rates) {
        Shape shape = kind.isEmpty() ? config.shape() : Shape.PLAIN;
        long interval = kind.isEmpty() ? Durations.toMicros(config.minInterval()) : 0;
        List<Limit> limits = new ArrayList<>();
        for (int i = 0; i < rates.size(); i++) {
            Rate rate = rates.get(i);
            String policy = config.name()
                    + (kind.isEmpty() ? "" : "-" + kind)
                    + (rates.size() == 1 ? "" : "-" + Durations.format(rate.window()));
            limits.add(new Limit(
                    config.name(),
                    policy,
                    kind + i + (sharesCounter(config, plan, i, rate) ? "" : "-" + plan),
                    config.algorithm(),
                    rate,
                    shape.tuning(config.algorithm(), rate),
                    i == 0 ? interval : 0,
                    config.countDenied(),
                    !config.enforce()));
        }
        return limits;
    }

    /**
     * A caller whose plan changes keeps its state, where the windows agree. Where they do not, a counter of one's own:
     * the shorter window would let the longer one's entries go.
     */
    private static boolean sharesCounter(LimitConfig config, String plan, int index, Rate rate) {
        return plan.isEmpty()
                || (index < config.rate().size() && config.rate().get(index).windowMicros() == rate.windowMicros());
    }

    AccessRule access(AccessConfig config, ClientAddress client) {
        boolean blocks = config.kind() == AccessConfig.Kind.BLOCK;
        String prefix = (blocks ? "block." : "allow.") + config.name() + ".";
        Predicate<CallContext> condition = call -> true;
        if (!config.ip().isEmpty()) {
            String list = String.join(",", config.ip());
            condition = condition.and(parsed(prefix + "ip", list, AddressSet::parse)
                    .map(set -> set.seenBy(client))
                    .orElse(condition));
        }
        if (!config.principals().isEmpty()) {
            String list = String.join(",", config.principals());
            condition = condition.and(
                    parsed(prefix + "principal", list, Condition::principals).orElse(condition));
        }
        return new AccessRule(
                config.name(),
                blocks,
                scope(prefix, config.match()),
                condition,
                !config.enforce(),
                config.bypass().contains("limit"));
    }

    private Scope scope(String prefix, Match match) {
        List<PathPattern> paths = new ArrayList<>();
        List<PathPattern> excluded = new ArrayList<>();
        for (String path : match.path()) {
            boolean excludes = path.startsWith("!");
            parsed(prefix + "path", excludes ? path.substring(1) : path, PathPattern::parse)
                    .ifPresent((excludes ? excluded : paths)::add);
        }
        if (paths.isEmpty() && !excluded.isEmpty()) {
            paths.add(PathPattern.parse("/*"));
        }
        Supplier<Predicate<CallContext>> always = () -> call -> true;
        Predicate<CallContext> when = match.when()
                .flatMap(text -> this.<Predicate<CallContext>>parsed(prefix + "when", text, Condition::parseAll))
                .orElseGet(always);
        return new Scope(paths, excluded, match.methods(), when, match.position());
    }

    private <T> Optional<T> parsed(String key, String value, Function<String, T> parser) {
        try {
            return Optional.of(parser.apply(value));
        } catch (IllegalArgumentException e) {
            problems.add(key, value, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }
}
