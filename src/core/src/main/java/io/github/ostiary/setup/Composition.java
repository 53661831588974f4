package io.github.ostiary.setup;

import io.github.ostiary.CallContext;
import io.github.ostiary.DenialHandler;
import io.github.ostiary.GuardListener;
import io.github.ostiary.Key;
import io.github.ostiary.TimeSource;
import io.github.ostiary.config.ConfigReader;
import io.github.ostiary.config.ConfigSources;
import io.github.ostiary.config.GlobalConfig;
import io.github.ostiary.config.GlobalKeys;
import io.github.ostiary.config.GuardConfig;
import io.github.ostiary.config.Problems;
import io.github.ostiary.config.RuleContext;
import io.github.ostiary.engine.ChangeMaker;
import io.github.ostiary.engine.DecisionListener;
import io.github.ostiary.engine.DenialLog;
import io.github.ostiary.engine.Engine;
import io.github.ostiary.engine.Tiers;
import io.github.ostiary.rule.RuleLedger;
import io.github.ostiary.rule.RuleSet;
import io.github.ostiary.text.Durations;
import io.github.ostiary.trial.TrialLog;
import io.github.ostiary.watch.Auditing;
import io.github.ostiary.watch.Counting;
import io.github.ostiary.watch.Events;
import io.github.ostiary.watch.NearLimits;
import io.github.ostiary.watch.StatisticsReporter;
import io.github.ostiary.watch.Watchers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * From configuration to a running guard, in one place: everything that can be wrong is found before anything is opened.
 *
 * @param config what it is composed from
 * @param guard running
 * @param startLines what is guarded, for the log of a web application
 */
record Composition(GuardConfig config, ConfiguredGuard guard, List<String> startLines) {

    /**
     * Composes.
     *
     * @param loader loads handlers and resolvers
     * @param time replaces the system clock
     * @param given listeners besides the configured one
     * @throws io.github.ostiary.ConfigurationException with everything that is wrong
     */
    static Composition of(
            ConfigSources inputs, ClassLoader loader, Optional<TimeSource> time, List<GuardListener> given) {
        return of(inputs, loader, time, given, TierFactory::open);
    }

    /** The same on other stores than those that are configured. */
    static Composition of(
            ConfigSources inputs,
            ClassLoader loader,
            Optional<TimeSource> time,
            List<GuardListener> given,
            TierFactory.Opener stores) {
        return of(inputs, loader, time, given, stores, (config, problems) -> {});
    }

    /**
     * The same where a configuration may ask for what is not there.
     *
     * @param missing finds that
     */
    static Composition of(
            ConfigSources inputs,
            ClassLoader loader,
            Optional<TimeSource> time,
            List<GuardListener> given,
            TierFactory.Opener stores,
            BiConsumer<GuardConfig, Problems> missing) {
        Problems problems = new Problems();
        ConfigSources sources = inputs.remembered();
        ApplicationClasses classes = new ApplicationClasses(loader);
        TimeSource clock = time.orElse(TimeSource.system());
        RuleLedger ledger = new RuleLedger(clock);
        GuardConfig config = ConfigReader.read(sources, classes, ledger, problems);
        missing.accept(config, problems);
        GlobalConfig global = config.global();
        ChangeMaker changes = new ChangeMaker(clock, GuardRules::acting);
        AuditTrail audit = new AuditTrail(clock);
        Events events = new Events(listeners(global, given, classes, problems));
        Optional<DenialHandler> handler = handler(global.find(GlobalKeys.DENIAL_HANDLER), classes, problems);
        TrialLog trial = new TrialLog(clock);
        GuardExtensions extensions = GuardExtensions.of(global, problems);
        Counting counting = global.get(GlobalKeys.METRICS).wanted()
                        || config.declared().console().isPresent()
                ? Counting.ofAll(ledger)
                : Counting.ofDenials(ledger);
        Optional<Tiers> tiers = stores.open(global, time, events, counting.store(), problems);
        if (tiers.isEmpty()) {
            throw problems.toException();
        }
        DecisionListener listener = Watchers.of(
                counting,
                trial,
                new Auditing(audit, changes),
                new NearLimits(tiers.get(), events, clock),
                events,
                extensions.listener());
        Engine engine = new Engine(
                new RuleSet(config.rules(), global.get(GlobalKeys.ENABLED) ? config.access() : List.of()),
                tiers.get(),
                names(config, tiers.get()),
                global.get(GlobalKeys.MAX_WAITING),
                counting.waits(),
                listener,
                changes);
        StatisticsReporter figures = new StatisticsReporter(counting, tiers.get(), engine, events);
        @Nullable DenialLog denials = denials(config.context(), clock, tiers.get());
        RulesInForce rules =
                new RulesInForce(engine, config, sources, classes, EdgeSettingsReader.read(config, handler), denials);
        OperatorTools tools = OperatorTools.start(
                inputs, config, rules, tiers.get(), figures, events, listener, changes, audit, trial);
        ConfiguredGuard guard = new ConfiguredGuard(engine, rules, tools, denials, extensions, tiers.get(), clock);
        extensions.begin(
                new GuardExtension.WatchedGuard(guard, figures::figures, figures::watch, inputs.scope(), loader));
        return new Composition(
                config, guard, StartLines.of(config, sources.file().orElse("the configuration")));
    }

    /** A name is made where others read it: in a shared store, or instead of an identity that is secret. */
    private static Function<Key, Object> names(GuardConfig config, Tiers tiers) {
        boolean apart =
                tiers.shared() || config.global().find(GlobalKeys.KEY_SECRET).isPresent();
        return apart ? config.context().names()::name : Key::counted;
    }

    private static @Nullable DenialLog denials(RuleContext context, TimeSource time, Tiers tiers) {
        GlobalConfig global = context.global();
        if (global.get(GlobalKeys.EXPLAIN_KEEP).isZero() || !global.get(GlobalKeys.ENABLED)) {
            return null;
        }
        Function<CallContext, Optional<Key>> caller = call -> context.client().caller(call);
        DenialLog.Terms terms = new DenialLog.Terms(
                Durations.toMicros(global.get(GlobalKeys.EXPLAIN_KEEP)),
                global.get(GlobalKeys.EXPLAIN_MAX),
                NodeName.ofThisProcess(),
                caller,
                context.names()::label,
                global.find(GlobalKeys.KEY_SECRET).isEmpty(),
                time);
        return new DenialLog(terms, tiers);
    }

    private static List<GuardListener> listeners(
            GlobalConfig global, List<GuardListener> given, ApplicationClasses classes, Problems problems) {
        List<GuardListener> listeners = new ArrayList<>(given);
        Optional<String> name = global.find(GlobalKeys.LISTENER);
        if (name.isPresent()) {
            try {
                listeners.add(classes.listener(name.get()));
            } catch (IllegalArgumentException e) {
                problems.add("listener", name.get(), String.valueOf(e.getMessage()));
            }
        }
        return listeners;
    }

    private static Optional<DenialHandler> handler(
            Optional<String> name, ApplicationClasses classes, Problems problems) {
        if (name.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(classes.denialHandler(name.get()));
        } catch (IllegalArgumentException e) {
            problems.add("denialHandler", name.get(), String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }
}
