package io.github.ostiary.setup;

import io.github.ostiary.Algorithm;
import io.github.ostiary.config.ConfigSources;
import io.github.ostiary.config.GlobalKeys;
import io.github.ostiary.config.GuardConfig;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.rule.KeyedLimits;
import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.rule.RuleKind;
import io.github.ostiary.store.Limit;
import io.github.ostiary.text.DaemonThread;
import io.github.ostiary.text.Log;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Made-up calls that are decided before the first true one comes, by a guard of their own that is thrown away: what a
 * first call loads, links and makes is there when it is needed, and what all calls go through is compiled. Where counters
 * are in Redis a store of this JVM is asked in its place, behind the same tiers. The true guard, its store and listeners,
 * and whatever is the application's own, have no part in it. Nothing is counted or logged.
 */
final class WarmUp {

    /** The JVM begins to compile after 200 calls, later if much else is compiled, and to specialise after 5,000. */
    private static final int CALLS = 2_500;

    /** The number of calls for what is seldom called, and before the first true one: it is enough that it is loaded. */
    private static final int FEW = 5;

    private static final long END_MILLIS = 2_000;

    private static final System.Logger LOG = Log.of(WarmUp.class);

    private final Map<String, String> rules = new HashMap<>();
    private final List<String> first = new ArrayList<>();
    private final List<String> others = new ArrayList<>();
    private volatile boolean over;

    private WarmUp() {}

    /**
     * Rehearses what a configuration will need: a few calls of each kind, which load it, and then those after which it is
     * compiled, on a thread that ends by itself.
     *
     * @param edge leads calls on a path to the place that learns their decision
     * @param aside whether the few are on that thread, too
     * @return ends it
     */
    static Runnable begin(GuardConfig config, Function<Entrance, Consumer<String>> edge, boolean aside) {
        WarmUp rehearsal = new WarmUp();
        if (config.global().get(GlobalKeys.ENABLED)) {
            rehearsal.plan(config.rules());
        }
        if (rehearsal.first.isEmpty()) {
            return () -> {};
        }
        TierFactory.Opener stores = config.global().usesRedis() ? TierFactory::rehearsed : TierFactory::open;
        Runnable rest = aside ? () -> rehearsal.begin(stores, edge).run() : rehearsal.begin(stores, edge);
        Thread thread = aside(rest);
        return () -> rehearsal.end(thread);
    }

    private void end(Thread thread) {
        over = true;
        try {
            thread.join(END_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Does it on a thread that ends by itself. If it fails, requests load what they need. */
    static Thread aside(Runnable rehearsal) {
        Thread thread = DaemonThread.of(
                () -> {
                    try {
                        rehearsal.run();
                    } catch (RuntimeException | LinkageError e) {
                        LOG.log(System.Logger.Level.DEBUG, "Nothing was prepared for the first requests", e);
                    }
                },
                "ostiary-warm-up");
        thread.start();
        return thread;
    }

    /**
     * Has loaded what a guard is made of.
     *
     * @param names of its rules, in full
     */
    static void load(Set<String> names) {
        WarmUp rehearsal = new WarmUp();
        rehearsal.plan("limit.l", 0, "rate", "1/1s");
        for (String name : names) {
            if (name.startsWith(RuleKind.LOCKOUT.prefix() + ".")) {
                rehearsal.planLockout(0);
                break;
            }
        }
        rehearsal.begin(TierFactory::open, made -> path -> {}).run();
    }

    /** Plans one rule for each kind of rule and each algorithm, with a path of its own. */
    private void plan(List<Rule> configured) {
        Set<Algorithm> algorithms = EnumSet.noneOf(Algorithm.class);
        Set<RuleKind> kinds = EnumSet.noneOf(RuleKind.class);
        for (Rule rule : configured) {
            kinds.add(rule.kind());
            if (rule instanceof LimitRule limit) {
                for (KeyedLimits keyed : limit.limits().ofAllPlans()) {
                    for (Limit each : keyed.limits()) {
                        algorithms.add(each.algorithm());
                    }
                }
            }
        }
        for (Algorithm algorithm : algorithms) {
            String rule = "limit." + algorithm.configName();
            plan(rule, CALLS / algorithms.size(), "rate", "100000/1h");
            rules.put(rule + ".algorithm", algorithm.configName());
        }
        if (kinds.contains(RuleKind.CONCURRENCY)) {
            plan("concurrency.c", FEW, "permits", "10");
        }
        if (kinds.contains(RuleKind.LOCKOUT)) {
            planLockout(FEW);
        }
    }

    /** One that says all that a reader would warn of the lack of. */
    private void planLockout(int often) {
        plan("lockout.k", often, "steps", "100/1m lock 1s");
        rules.put("lockout.k.failure", "status:401");
        rules.put("lockout.k.success", "principal");
    }

    private void plan(String rule, int often, String key, String value) {
        rules.put(rule + ".path", "/made/up/" + rule);
        rules.put(rule + ".key", "ip");
        rules.put(rule + "." + key, value);
        for (int i = 0; i < often; i++) {
            (i < FEW ? first : others).add("/made/up/" + rule);
        }
    }

    /** Makes a guard that decides the first calls; the others are decided, and it ends, when that is asked for. */
    private Runnable begin(TierFactory.Opener stores, Function<Entrance, Consumer<String>> edge) {
        ConfigSources sources = ConfigSources.of(rules, Map.of(), Map.of());
        ConfiguredGuard guard = Composition.of(
                        sources, WarmUp.class.getClassLoader(), Optional.empty(), List.of(), stores)
                .guard();
        try {
            Consumer<String> asked = edge.apply(guard);
            first.forEach(asked);
            return () -> finish(guard, asked);
        } catch (RuntimeException | LinkageError e) {
            guard.end();
            throw e;
        }
    }

    private void finish(ConfiguredGuard guard, Consumer<String> asked) {
        try {
            for (int i = 0; i < others.size() && !over; i++) {
                asked.accept(others.get(i));
            }
        } finally {
            guard.end();
        }
    }
}
