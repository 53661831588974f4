package io.github.ostiary.setup;

import io.github.ostiary.TimeSource;
import io.github.ostiary.config.ConfigReader;
import io.github.ostiary.config.ConfigSources;
import io.github.ostiary.config.GuardConfig;
import io.github.ostiary.config.Problems;
import io.github.ostiary.config.RunTimeKeys;
import io.github.ostiary.engine.DenialNotes;
import io.github.ostiary.engine.Engine;
import io.github.ostiary.identity.KeyNames;
import io.github.ostiary.rule.AccessRule;
import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.rule.RuleSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The rules in force: what the sources say, what beans state in place, and over both what operators say for a while. All are
 * read by the same readers, and put in force together. Thread-safe.
 */
final class RulesInForce {

    /*
     * A rule whose text no operator has touched stays the very object it was, and with it what Java has updated in it; one
     * that was touched is read anew, and the old one comes back when the operator's word ends. So nothing but the words
     * decides what is in force, in whatever order they came and went.
     */
    private final Engine engine;
    private final ApplicationClasses classes;
    private final ConfigSources sources;
    private final GuardConfig base;
    private final EdgeSettings deployed;
    private final @Nullable DenialNotes notes;
    private final ShadowReport shadows = new ShadowReport(TimeSource.system());
    private final ReentrantLock changing = new ReentrantLock();
    private final List<Consumer<InForce>> followers = new CopyOnWriteArrayList<>();

    /** Behind the lock: what beans state, and the rules it makes. */
    private final Map<String, Map<String, String>> stated = new LinkedHashMap<>();

    private final Map<String, LimitRule> ofBeans = new LinkedHashMap<>();

    private Map<String, String> words = Map.of();

    private volatile InForce inForce;

    private final WrittenRules written;

    /**
     * The rules that an engine was made with.
     *
     * @param base what the sources say
     * @param sources to be read again, whatever has become of their files
     * @param notes of the denials that are answered; null if they are not noted
     */
    RulesInForce(
            Engine engine,
            GuardConfig base,
            ConfigSources sources,
            ApplicationClasses classes,
            EdgeSettings deployed,
            @Nullable DenialNotes notes) {
        this.engine = engine;
        this.base = base;
        this.sources = sources;
        this.classes = classes;
        this.deployed = deployed;
        this.written = new WrittenRules(base.declared());
        this.notes = notes;
        this.inForce = new InForce(
                new WatchfulEntrance(engine, engine.inForce(), base.context(), shadows, notes),
                deployed,
                notes != null);
    }

    /** What is in force. */
    InForce now() {
        return inForce;
    }

    /** The same as it was written. */
    WrittenRules written() {
        return written;
    }

    /** Has somebody told what comes into force. */
    void follow(Consumer<InForce> follower) {
        followers.add(follower);
    }

    /**
     * Adds a bean's rule, with the grammar and the checks of the configuration.
     *
     * @throws io.github.ostiary.ConfigurationException with everything that is wrong
     */
    void declare(String name, Map<String, String> keys) {
        changing.lock();
        try {
            Problems problems = new Problems();
            LimitRule rule = ConfigReader.readRule(sources, base.context(), name, keys, problems);
            if (!problems.isEmpty()) {
                throw problems.toException();
            }
            if (stated.putIfAbsent(name, Map.copyOf(keys)) == null) {
                ofBeans.put(name, rule);
                engine.add(rule);
                written.add(ConfigReader.declaredRule(sources.under(words), base.context(), name, keys));
            }
        } finally {
            changing.unlock();
        }
    }

    /** What keys are called. */
    KeyNames keyNames() {
        return base.context().names();
    }

    /** The rules there are, such as {@code limit.api}. */
    Set<String> names() {
        changing.lock();
        try {
            Set<String> names = new TreeSet<>();
            base.rules().forEach(rule -> names.add(name(rule)));
            base.access().forEach(rule -> names.add(name(rule)));
            ofBeans.values().forEach(rule -> names.add(name(rule)));
            return names;
        } finally {
            changing.unlock();
        }
    }

    private static String name(Rule rule) {
        return rule.kind().prefix() + "." + rule.name();
    }

    private static String name(AccessRule rule) {
        return (rule.blocks() ? "block." : "allow.") + rule.name();
    }

    /**
     * What would be wrong with an operator's words.
     *
     * @param wanted values by their keys, all together
     * @return nothing, if they can be put in force
     */
    Problems problems(Map<String, String> wanted) {
        changing.lock();
        try {
            Problems problems = Problems.ofRepeated();
            @Nullable Reading unused = read(wanted, problems);
            return problems;
        } finally {
            changing.unlock();
        }
    }

    /**
     * Puts operators' words in force in place of those before.
     *
     * @param wanted values by their keys, in the order they were said
     * @return what is wrong with those that were left out, by their keys
     */
    Map<String, String> override(Map<String, String> wanted) {
        changing.lock();
        try {
            Map<String, String> refused = new LinkedHashMap<>();
            Map<String, String> taken = new LinkedHashMap<>(wanted);
            @Nullable Reading read = read(taken, Problems.ofRepeated());
            if (read == null) {
                taken.clear();
                for (Map.Entry<String, String> word : wanted.entrySet()) {
                    taken.put(word.getKey(), word.getValue());
                    Problems problems = Problems.ofRepeated();
                    if (read(taken, problems) == null) {
                        taken.remove(word.getKey());
                        refused.put(word.getKey(), String.join("; ", problems.sentences()));
                    }
                }
                read = read(taken, Problems.ofRepeated());
            }
            if (read != null && !taken.equals(words)) {
                words = Map.copyOf(taken);
                putInForce(read);
            }
            return refused;
        } finally {
            changing.unlock();
        }
    }

    /** A configuration under an operator's words, and the rules it makes. */
    private record Reading(GuardConfig config, List<LimitRule> ofBeans, EdgeSettings edge) {}

    private @Nullable Reading read(Map<String, String> wanted, Problems problems) {
        Set<String> names = names();
        wanted.forEach((key, value) ->
                RunTimeKeys.complaint(key, names).ifPresent(complaint -> problems.addKey(key, complaint)));
        if (!problems.isEmpty()) {
            return null;
        }
        ConfigSources under = sources.under(wanted);
        GuardConfig config = wanted.isEmpty()
                ? base
                : ConfigReader.read(under, classes, base.context().counts(), problems);
        List<LimitRule> beans = new ArrayList<>();
        stated.forEach((name, keys) -> {
            LimitRule own = ofBeans.get(name);
            if (own != null) {
                beans.add(
                        RunTimeKeys.reach(name(own), wanted.keySet())
                                ? ConfigReader.readRule(under, config.context(), name, keys, problems)
                                : own);
            }
        });
        EdgeSettings edge = EdgeSettingsReader.read(config, deployed.denialHandler());
        EdgeSettingsReader.check(deployed.reach(), edge.reach(), problems);
        return problems.isEmpty() ? new Reading(untouched(config, wanted.keySet()), beans, edge) : null;
    }

    /** The same with the rules that are as configured in place of those that read alike. */
    private GuardConfig untouched(GuardConfig config, Set<String> touched) {
        Map<String, Rule> known = new LinkedHashMap<>();
        base.rules().forEach(rule -> known.put(name(rule), rule));
        List<Rule> rules = new ArrayList<>();
        for (Rule rule : config.rules()) {
            String name = name(rule);
            rules.add(RunTimeKeys.reach(name, touched) ? rule : known.getOrDefault(name, rule));
        }
        return new GuardConfig(
                config.context(), rules, config.access(), config.changes(), config.unmatched(), config.declared());
    }

    private void putInForce(Reading read) {
        RuleSet next = new RuleSet(
                read.config().rules(),
                read.config().global().enabled() ? read.config().access() : List.of());
        read.ofBeans().forEach(next::addIfAbsent);
        engine.replace(next);
        InForce made = new InForce(
                new WatchfulEntrance(engine, next, read.config().context(), shadows, notes),
                read.edge(),
                notes != null);
        inForce = made;
        written.replace(
                read.config().declared(),
                stated.entrySet().stream()
                        .map(bean -> ConfigReader.declaredRule(
                                sources.under(words), read.config().context(), bean.getKey(), bean.getValue()))
                        .toList());
        followers.forEach(follower -> follower.accept(made));
    }
}
