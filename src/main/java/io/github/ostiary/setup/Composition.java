package io.github.ostiary.setup;

import io.github.ostiary.DenialHandler;
import io.github.ostiary.GuardListener;
import io.github.ostiary.KeyResolver;
import io.github.ostiary.TimeSource;
import io.github.ostiary.config.AccessCompiler;
import io.github.ostiary.config.AccessConfig;
import io.github.ostiary.config.ConcurrencyCompiler;
import io.github.ostiary.config.ConcurrencyConfig;
import io.github.ostiary.config.ConfigReader;
import io.github.ostiary.config.ConfigSources;
import io.github.ostiary.config.GlobalConfig;
import io.github.ostiary.config.GuardConfig;
import io.github.ostiary.config.LimitCompiler;
import io.github.ostiary.config.LimitConfig;
import io.github.ostiary.config.LockoutCompiler;
import io.github.ostiary.config.LockoutConfig;
import io.github.ostiary.config.Match;
import io.github.ostiary.config.Problems;
import io.github.ostiary.config.RuleParts;
import io.github.ostiary.config.StoreKind;
import io.github.ostiary.edge.Position;
import io.github.ostiary.engine.Engine;
import io.github.ostiary.engine.Events;
import io.github.ostiary.identity.ClientAddress;
import io.github.ostiary.identity.KeyNames;
import io.github.ostiary.identity.KeySettings;
import io.github.ostiary.identity.TrustedProxies;
import io.github.ostiary.rule.AccessRule;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.tier.Tiers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * From configuration to a running guard, in one place: everything that can be wrong is found before anything is opened.
 *
 * @param guard running
 * @param edge what the HTTP edge needs to know
 * @param summary what is guarded, for the log
 */
record Composition(ConfiguredGuard guard, EdgeSettings edge, String summary) {

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
        Problems problems = new Problems();
        GuardConfig config = ConfigReader.read(inputs, problems);
        GlobalConfig global = config.global();
        ApplicationClasses instances = new ApplicationClasses(loader);
        ClientAddress client = client(global, problems);
        RuleParts parts =
                new RuleParts(new KeySettings(client, name -> instances.create(name, KeyResolver.class)), problems);
        KeyNames names = global.keySecret().map(KeyNames::secret).orElseGet(KeyNames::open);
        List<Rule> rules = rules(config, parts, instances, names);
        List<AccessRule> access =
                config.access().stream().map(new AccessCompiler(parts)::compile).toList();
        Events events = new Events(listeners(global, given, instances, problems));
        EdgeSettings edge = edge(config, instances, problems);
        Optional<Tiers> tiers = TierFactory.open(global, time, events, problems);
        if (tiers.isEmpty()) {
            throw problems.toException();
        }
        Engine engine = new Engine(
                rules, global.enabled() ? access : List.of(), tiers.get(), names::name, global.maxWaiting(), events);
        return new Composition(new ConfiguredGuard(engine, client, inputs, global, instances), edge, summary(config));
    }

    private static List<Rule> rules(GuardConfig config, RuleParts parts, ApplicationClasses instances, KeyNames names) {
        boolean enabled = config.global().enabled();
        List<Rule> rules = new ArrayList<>();
        config.limits().stream().map(new LimitCompiler(parts, enabled)::compile).forEach(rules::add);
        config.concurrency().stream()
                .map(new ConcurrencyCompiler(parts, enabled)::compile)
                .forEach(rules::add);
        LockoutCompiler lockouts = new LockoutCompiler(parts, instances::verifier, enabled, names);
        config.lockouts().stream().map(lockouts::compile).forEach(rules::add);
        return rules;
    }

    private static List<GuardListener> listeners(
            GlobalConfig global, List<GuardListener> given, ApplicationClasses instances, Problems problems) {
        List<GuardListener> listeners = new ArrayList<>(given);
        global.listener().ifPresent(name -> {
            try {
                listeners.add(instances.create(name, GuardListener.class));
            } catch (IllegalArgumentException e) {
                problems.add("listener", name, String.valueOf(e.getMessage()));
            }
        });
        return listeners;
    }

    private static String summary(GuardConfig config) {
        long blocks = config.access().stream()
                .filter(rule -> rule.kind() == AccessConfig.AccessKind.BLOCK)
                .count();
        String rules = config.limits().size() + " limit, "
                + config.concurrency().size() + " concurrency, "
                + config.lockouts().size() + " lockout, " + (config.access().size() - blocks) + " allow and " + blocks
                + " block rules, counters in " + (config.global().store() == StoreKind.REDIS ? "Redis" : "this JVM");
        return config.global().enabled() ? rules : "enabled=false, nothing is limited (" + rules + ")";
    }

    private static ClientAddress client(GlobalConfig global, Problems problems) {
        try {
            TrustedProxies trusted = TrustedProxies.parse(global.trustedProxies());
            return new ClientAddress(trusted, global.forwardedHeader(), global.ipv6Prefix());
        } catch (IllegalArgumentException e) {
            problems.add("trustedProxies", global.trustedProxies(), String.valueOf(e.getMessage()));
            return new ClientAddress(TrustedProxies.parse(""), "X-Forwarded-For", global.ipv6Prefix());
        }
    }

    private static EdgeSettings edge(GuardConfig config, ApplicationClasses instances, Problems problems) {
        GlobalConfig global = config.global();
        Map<String, Integer> statuses = new HashMap<>();
        config.limits().forEach(rule -> rule.status().ifPresent(status -> statuses.put(rule.name(), status)));
        config.concurrency().forEach(rule -> rule.status().ifPresent(status -> statuses.put(rule.name(), status)));
        config.lockouts().forEach(rule -> rule.status().ifPresent(status -> statuses.put(rule.name(), status)));
        config.access().forEach(rule -> rule.status().ifPresent(status -> statuses.put(rule.name(), status)));
        return new EdgeSettings(
                global.enabled(),
                global.headers(),
                global.formEncoding(),
                global.deniedPage(),
                global.challengePage(),
                global.denialHandler().flatMap(name -> handler(name, instances, problems)),
                reach(config),
                statuses);
    }

    private static EdgeSettings.Reach reach(GuardConfig config) {
        List<Match> matches = Stream.of(
                        config.limits().stream().map(LimitConfig::match),
                        config.concurrency().stream().map(ConcurrencyConfig::match),
                        config.lockouts().stream().map(LockoutConfig::match),
                        config.access().stream().map(AccessConfig::match))
                .flatMap(each -> each)
                .toList();
        return new EdgeSettings.Reach(
                matches.stream().anyMatch(match -> !isForBeans(match) && !isLast(match)),
                matches.stream().anyMatch(match -> !isForBeans(match) && isLast(match)),
                matches.stream().anyMatch(Composition::isForBeans),
                config.lockouts().stream().anyMatch(lockout -> lockout.signals().askForSessions()));
    }

    /** Beans are asked behind the application's filters, and must see whom those have authenticated. */
    private static boolean isForBeans(Match match) {
        return match.path().isEmpty();
    }

    private static boolean isLast(Match match) {
        return match.position() == Position.LAST;
    }

    private static Optional<DenialHandler> handler(String name, ApplicationClasses instances, Problems problems) {
        try {
            return Optional.of(instances.create(name, DenialHandler.class));
        } catch (IllegalArgumentException e) {
            problems.add("denialHandler", name, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }
}
