package io.github.ostiary.setup;

import io.github.ostiary.config.ConfigReader;
import io.github.ostiary.config.ConfigSources;
import io.github.ostiary.config.GlobalKeys;
import io.github.ostiary.config.GuardConfig;
import io.github.ostiary.config.Problems;
import io.github.ostiary.config.RunTimeKeys;
import io.github.ostiary.engine.Engine;
import io.github.ostiary.identity.KeyNames;
import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.rule.RuleSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The rules in force: what the sources say, what beans state in place, and over both what operators say for a while. All are
 * read by the same readers, and put in force together. Thread-safe.
 *
 * @hidden
 */
public final class RulesInForce {

    /*
     * A rule whose text no operator has touched stays the very object it was, and with it what Java has updated in it; one
     * that was touched is read anew, and the old one comes back when the operator's word ends. So nothing but the words
     * decides what is in force, in any order of coming and going.
     */
    private final Engine engine;
    private final ApplicationClasses classes;
    private final EdgeSettings deployed;
    private final DenialNotes denials;
    private final ReentrantLock changing = new ReentrantLock();
    private final List<Consumer<InForce>> followers = new CopyOnWriteArrayList<>();

    /** Behind the lock: what beans state, and the rules it makes. */
    private final Map<String, Map<String, String>> stated = new LinkedHashMap<>();

    private final Map<String, LimitRule> ofBeans = new LinkedHashMap<>();

    /** Names that beans have, or Java has asked for. */
    private final Set<String> needed = new TreeSet<>();

    private ConfigSources sources;
    private GuardConfig base;
    private Map<String, String> words = Map.of();

    private volatile InForce inForce;

    private final WrittenRules written;

    /**
     * The rules that an engine was made with.
     *
     * @param base what the sources say
     * @param sources to be read again, even if their files are gone
     * @param denials notes those that are answered
     */
    RulesInForce(
            Engine engine,
            GuardConfig base,
            ConfigSources sources,
            ApplicationClasses classes,
            EdgeSettings deployed,
            DenialNotes denials) {
        this.engine = engine;
        this.base = base;
        this.sources = sources;
        this.classes = classes;
        this.deployed = deployed;
        this.written = new WrittenRules(base.declared());
        this.denials = denials;
        this.inForce = new InForce(
                engine.by(engine.inForce(), denials::reference), deployed, denials.notes(), SignInForms.of(base));
    }

    private <T> T locked(Supplier<T> step) {
        changing.lock();
        try {
            return step.get();
        } finally {
            changing.unlock();
        }
    }

    /** The rules in force. */
    InForce now() {
        return inForce;
    }

    /** The rules that count, as they are in force. */
    List<Rule> counted() {
        return engine.inForce().all();
    }

    /** The same as it was written. */
    public WrittenRules written() {
        return written;
    }

    /** Registers a follower of what comes into force. */
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
                written.add(ConfigReader.declaredRule(sources.under(words), base.context(), rule, keys));
                underWords();
            }
        } finally {
            changing.unlock();
        }
    }

    /** Applies what operators have put in force to a rule, too, that a bean declares later. */
    private void underWords() {
        @Nullable Reading read = words.isEmpty() ? null : read(words, Problems.ofRepeated());
        if (read != null) {
            putInForce(read);
        }
    }

    /** Takes note of a name that must not go. */
    void require(String name) {
        engine.require(name);
        changing.lock();
        try {
            needed.add(name);
        } finally {
            changing.unlock();
        }
    }

    /** The sources that were read last, as they were then. */
    public ConfigSources sources() {
        return locked(() -> sources);
    }

    /** The names of keys. */
    public KeyNames keyNames() {
        return locked(() -> base.context().names());
    }

    /** The rules there are, such as {@code limit.api}. */
    public Set<String> names() {
        changing.lock();
        try {
            Set<String> names = new TreeSet<>();
            base.rules().forEach(rule -> names.add(rule.full()));
            base.access().forEach(rule -> names.add(rule.full()));
            ofBeans.values().forEach(rule -> names.add(rule.full()));
            return names;
        } finally {
            changing.unlock();
        }
    }

    /** The problems of an operator's words: values by their keys, all together. */
    public Problems problems(Map<String, String> wanted) {
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
    public Map<String, String> override(Map<String, String> wanted) {
        return locked(() -> apply(wanted, false));
    }

    /** Enforces the rules whose proof was seen. */
    void proved() {
        var unused = locked(() -> apply(words, true));
    }

    /**
     * Puts what the sources say now in force, and operators' words over it; all or nothing of what the sources say.
     *
     * @param next the sources
     * @param wanted the words
     * @param problems what is wrong with the sources; then nothing has changed
     * @param anew whether rules that read alike are others, too
     * @return what is wrong with those words that were left out, by their keys
     */
    public Map<String, String> reload(ConfigSources next, Map<String, String> wanted, Problems problems, boolean anew) {
        changing.lock();
        try {
            GuardConfig read = ConfigReader.read(next, classes, base.context().counts(), problems);
            base.values().checkReloadable(read.values(), problems);
            Map<String, LimitRule> beans = new LinkedHashMap<>();
            stated.forEach((name, keys) -> {
                LimitRule rule = ConfigReader.readRule(next, read.context(), name, keys, problems);
                beans.put(name, !anew && same(rule.full(), read) ? ofBeans.getOrDefault(name, rule) : rule);
            });
            check(read, beans, problems);
            if (!problems.isEmpty()) {
                base.context().counts().keep(names());
                return Map.of();
            }
            base = anew ? read : kept(read);
            sources = next;
            ofBeans.clear();
            ofBeans.putAll(beans);
            Map<String, String> refused = apply(wanted, true);
            base.context().counts().keep(names());
            return refused;
        } finally {
            changing.unlock();
        }
    }

    /** Reads all rules again, so that they remember no caller and nothing that Java has changed in them. */
    void begin() {
        Problems problems = new Problems();
        base.context().counts().clear();
        var unused = reload(sources(), words, problems, true);
        if (!problems.isEmpty()) {
            throw problems.toException();
        }
    }

    private boolean same(String rule, GuardConfig read) {
        return base.values().sameFor(rule, read.values());
    }

    private void check(GuardConfig read, Map<String, LimitRule> beans, Problems problems) {
        checkEdge(EdgeSettingsReader.read(read, deployed.denialHandler()), problems);
        RuleSet rules = new RuleSet(read.rules(), List.of());
        beans.values().forEach(rules::addIfAbsent);
        List<String> missing = new ArrayList<>(engine.missing(rules));
        for (String name : needed) {
            try {
                var unused = rules.named(name);
            } catch (IllegalArgumentException e) {
                missing.add(String.valueOf(e.getMessage()));
            }
        }
        missing.forEach(each -> problems.add(each + " (Java code or a bean uses this name and would fail)"));
    }

    /** Adds a problem for what only a filter that was registered for it can do. */
    private void checkEdge(EdgeSettings next, Problems problems) {
        if (!followers.isEmpty()) {
            EdgeSettingsReader.check(deployed.reach(), next.reach(), problems);
        }
    }

    /** The same with the rules that were read before in place of those that read alike: Java may have updated them. */
    private GuardConfig kept(GuardConfig read) {
        Map<String, Rule> known = new LinkedHashMap<>();
        base.rules().stream().filter(rule -> same(rule.full(), read)).forEach(rule -> known.put(rule.full(), rule));
        return with(
                read,
                read.rules().stream()
                        .map(rule -> known.getOrDefault(rule.full(), rule))
                        .toList());
    }

    private static GuardConfig with(GuardConfig config, List<Rule> rules) {
        return new GuardConfig(
                config.context(), rules, config.access(), config.values(), config.unmatched(), config.declared());
    }

    private Map<String, String> apply(Map<String, String> wanted, boolean anew) {
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
        if (read != null && (anew || !taken.equals(words))) {
            Map<String, String> before = words;
            words = Map.copyOf(taken);
            try {
                putInForce(read);
            } catch (RuntimeException e) {
                words = before;
                throw e;
            }
        }
        return refused;
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
        GuardConfig config = wanted.isEmpty() && base.rules().stream().noneMatch(Rule::isOutdated)
                ? base
                : ConfigReader.read(under, classes, base.context().counts(), problems);
        List<LimitRule> beans = new ArrayList<>();
        stated.forEach((name, keys) -> {
            LimitRule own = ofBeans.get(name);
            if (own != null) {
                beans.add(
                        RunTimeKeys.reach(own.full(), wanted.keySet())
                                ? ConfigReader.readRule(under, config.context(), name, keys, problems)
                                : own);
            }
        });
        EdgeSettings edge = EdgeSettingsReader.read(config, deployed.denialHandler());
        checkEdge(edge, problems);
        return problems.isEmpty() ? new Reading(untouched(config, wanted.keySet()), beans, edge) : null;
    }

    /** The same with the rules that are as configured in place of those that read alike. */
    private GuardConfig untouched(GuardConfig config, Set<String> touched) {
        Map<String, Rule> known = new LinkedHashMap<>();
        base.rules().stream().filter(rule -> !rule.isOutdated()).forEach(rule -> known.put(rule.full(), rule));
        List<Rule> rules = new ArrayList<>();
        for (Rule rule : config.rules()) {
            String name = rule.full();
            rules.add(RunTimeKeys.reach(name, touched) ? rule : known.getOrDefault(name, rule));
        }
        return with(config, rules);
    }

    private void putInForce(Reading read) {
        RuleSet next = new RuleSet(
                read.config().rules(),
                read.config().global().get(GlobalKeys.ENABLED) ? read.config().access() : List.of());
        read.ofBeans().forEach(next::addIfAbsent);
        engine.replace(next);
        InForce made = new InForce(
                engine.by(next, denials::reference), read.edge(), denials.notes(), SignInForms.of(read.config()));
        inForce = made;
        written.replace(
                read.config().declared(),
                read.ofBeans().stream()
                        .map(rule -> ConfigReader.declaredRule(
                                sources.under(words),
                                read.config().context(),
                                rule,
                                Objects.requireNonNull(stated.get(rule.name()))))
                        .toList());
        followers.forEach(follower -> follower.accept(made));
    }
}
