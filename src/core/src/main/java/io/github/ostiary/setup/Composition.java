package io.github.ostiary.setup;

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
import io.github.ostiary.engine.ChangeMaker;
import io.github.ostiary.engine.DecisionListener;
import io.github.ostiary.engine.Engine;
import io.github.ostiary.engine.Tiers;
import io.github.ostiary.notice.Events;
import io.github.ostiary.notice.NearLimits;
import io.github.ostiary.notice.Watchers;
import io.github.ostiary.operator.Operator;
import io.github.ostiary.rule.RuleLedger;
import io.github.ostiary.rule.RuleSet;
import io.github.ostiary.store.Pace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * The way from configuration to a running guard, in one place: everything that can be wrong is found before anything is
 * opened.
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
        ChangeMaker changes = new ChangeMaker(clock, Composition::acting);
        Events events = new Events(listeners(global, given, classes, problems));
        Optional<DenialHandler> handler = handler(global.find(GlobalKeys.DENIAL_HANDLER), classes, problems);
        GuardOperators operators =
                GuardOperators.of(new GuardOperators.Basis(config, inputs, loader, changes), problems);
        Optional<Tiers> tiers = stores.open(global, time, events, operators.store(), problems);
        if (tiers.isEmpty()) {
            throw problems.toException();
        }
        DecisionListener listener =
                Watchers.of(operators.first(), new NearLimits(tiers.get(), events, clock), events, operators.last());
        Engine engine = new Engine(
                new RuleSet(config.rules(), global.get(GlobalKeys.ENABLED) ? config.access() : List.of()),
                tiers.get(),
                names(config, tiers.get()),
                global.get(GlobalKeys.MAX_WAITING),
                operators.waits(),
                listener,
                changes);
        RulesInForce rules =
                new RulesInForce(engine, config, sources, classes, EdgeSettingsReader.read(config, handler), operators);
        SharedSecret secret = new SharedSecret(tiers.get().sharedState(), clock);
        Callers callers = new Callers(config.context(), secret);
        engine.links().begin(callers::secret);
        classes.begin(new GuardCaptchas.CaptchaBasis(callers::secret, new TakenOnce(tiers.get()), clock));
        GuardOperators.Parts parts = new GuardOperators.Parts(
                engine,
                rules,
                tiers.get(),
                events,
                listener,
                new Background("ostiary-operators", Pace.of(clock)),
                secret);
        ConfiguredGuard guard = new ConfiguredGuard(parts, operators, clock);
        guard.begin(config, changes);
        return new Composition(
                config, guard, StartLines.of(config, sources.file().orElse("the configuration")));
    }

    /** The operator of what Java does: the caller of the current request. */
    private static Operator acting() {
        return new Operator(CurrentCall.get().principal().orElse(ChangeMaker.JAVA), ChangeMaker.JAVA);
    }

    /** A name is made where others read it: in a shared store, or instead of an identity that is secret. */
    private static Function<Key, Object> names(GuardConfig config, Tiers tiers) {
        boolean apart =
                tiers.shared() || config.global().find(GlobalKeys.KEY_SECRET).isPresent();
        return apart ? config.context().names()::name : Key::counted;
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
