package io.github.ostiary.config;

import io.github.ostiary.KeyResolver;
import io.github.ostiary.Rate;
import io.github.ostiary.identity.KeyExpression;
import io.github.ostiary.rule.KeyedLimits;
import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.rule.LimitSelection;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import io.github.ostiary.text.Durations;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Turns what a configuration says of a limit into what the engine asks. Not thread-safe. */
public final class LimitCompiler {

    private static final System.Logger LOG = System.getLogger(LimitCompiler.class.getName());

    private final RuleParts parts;
    private final boolean enabled;

    /** Rules of a guard that is not enabled charge nothing. */
    public LimitCompiler(RuleParts parts, boolean enabled) {
        this.parts = parts;
        this.enabled = enabled;
    }

    public LimitRule compile(LimitConfig config) {
        String prefix = "limit." + config.name() + ".";
        KeyExpression key = parts.key(prefix + "key", config.key());
        checkPerIp(config, key);
        warnOfNames(config, key);
        ReplaceableLimits meters = new ReplaceableLimits(charged(config, key));
        return new LimitRule(
                config.name(),
                parts.scope(prefix, config.match()),
                meters,
                CostReader.of(config),
                config.onStoreFailure(),
                Durations.toMicros(config.maxWait()),
                config.onMissingKey() == MissingKey.REFUSE,
                key::adopt,
                figures -> meters.replace(charged(config.with(figures), key)),
                !config.enforce());
    }

    private static void warnOfNames(LimitConfig config, KeyExpression key) {
        if (config.enforce() && !config.match().path().isEmpty() && key.isNameAlone()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "limit.{0} counts {1} alone: whoever types somebody else''s name, anywhere, uses up that person''s"
                            + " permits; count {1}+ip, or ip, and guessing by a lockout",
                    config.name(),
                    config.key());
        }
    }

    private LimitSelection charged(LimitConfig config, KeyExpression key) {
        return enabled ? meters(config, key) : call -> List.of();
    }

    private void checkPerIp(LimitConfig config, KeyExpression key) {
        String name = "limit." + config.name() + ".perIp";
        if (key.needsPerIp() && !config.perIp().stated()) {
            parts.problems()
                    .addKey(
                            name,
                            "callers choose '" + config.key()
                                    + "' freely, and a fresh value would be a fresh bucket; state the"
                                    + " rate of an address, such as "
                                    + config.rate().stream()
                                            .findFirst()
                                            .map(Rate::toString)
                                            .orElse("100/1m") + ", or none");
        } else if (!key.needsPerIp() && config.perIp().stated()) {
            parts.problems()
                    .addKey(name, "no part of '" + config.key() + "' is freely chosen by callers; remove perIp");
        }
    }

    private LimitSelection meters(LimitConfig config, KeyExpression key) {
        List<KeyedLimits> standard = meters(config, key, "", config.rate());
        if (config.plans().isEmpty()) {
            return call -> standard;
        }
        Plans plans = config.plans().get();
        KeyResolver by = parts.parsed("limit." + config.name() + ".rate.by", plans.by(), parts::expression)
                .orElse(key)
                .sets()
                .get(0);
        Map<String, List<KeyedLimits>> metersByPlan = new HashMap<>();
        plans.rates().forEach((plan, rates) -> metersByPlan.put(plan, meters(config, key, plan, rates)));
        return new LimitsByPlan(by, standard, metersByPlan);
    }

    private List<KeyedLimits> meters(LimitConfig config, KeyExpression key, String plan, List<Rate> rates) {
        List<Limit> limits = limits(config, "", plan, rates);
        List<Limit> perAddress = limits(config, "ip", "", config.perIp().rates());
        List<KeyedLimits> meters = new ArrayList<>();
        key.sets().forEach(set -> meters.add(new KeyedLimits(set, limits, false)));
        if (!perAddress.isEmpty()) {
            key.freelyChosen().forEach(address -> meters.add(new KeyedLimits(address, perAddress, true)));
        }
        return List.copyOf(meters);
    }

    /** One per rate, longest window first, so that a burst limit added later leaves the others' state alone. */
    private List<Limit> limits(LimitConfig config, String kind, String plan, List<Rate> rates) {
        TuningConfig shape = kind.isEmpty() ? config.shape() : TuningConfig.PLAIN;
        long interval = kind.isEmpty() ? Durations.toMicros(config.minInterval()) : 0;
        List<Limit> limits = new ArrayList<>();
        for (int i = 0; i < rates.size(); i++) {
            Rate rate = rates.get(i);
            String policy = config.name()
                    + (kind.isEmpty() ? "" : "-" + kind)
                    + (rates.size() == 1 ? "" : "-" + Durations.format(rate.window()));
            limits.add(new Limit(
                    new LimitId(
                            config.name(), policy, kind + i + (sharesCounter(config, plan, i, rate) ? "" : "-" + plan)),
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
}
