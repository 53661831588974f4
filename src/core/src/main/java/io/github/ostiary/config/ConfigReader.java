package io.github.ostiary.config;

import io.github.ostiary.operator.SettingInForce.Origin;
import io.github.ostiary.rule.AccessRule;
import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.rule.RuleLedger;
import io.github.ostiary.text.Log;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The way from the sources to rules: {@code file → platform → init-params → environment → system properties →
 * placeholders → rules}. Finds all problems in one pass: first those of values, then those of what values refer to.
 */
public final class ConfigReader {

    private static final Logger LOG = Log.of(ConfigReader.class);

    private ConfigReader() {}

    /**
     * Reads a configuration, of whose rules nothing has been counted yet.
     *
     * @param classes finds what is named by its class
     * @param problems grows
     * @return to be used only if there are no problems: else defaults stand in for what is wrong
     */
    public static GuardConfig read(ConfigSources inputs, ClassLookup classes, Problems problems) {
        return read(inputs, classes, new RuleLedger(), problems);
    }

    /**
     * Reads a configuration whose caller looks for further problems.
     *
     * @param classes finds what is named by its class
     * @param counts of rules; a rule that is read again keeps its counts
     * @param problems grows
     * @return to be used only if there are no problems: else defaults stand in for what is wrong
     */
    public static GuardConfig read(ConfigSources inputs, ClassLookup classes, RuleLedger counts, Problems problems) {
        Outline outline = Outline.read(inputs, problems.part());
        Settings settings = outline.settings();
        Set<RuleName> ruleNames = outline.rules();
        List<String> unmatched = outline.unmatched();
        if (!unmatched.isEmpty() && problems.advises()) {
            LOG.log(Level.INFO, "These set no key of Ostiary and are ignored: {0}", String.join(", ", unmatched));
        }
        Section section = new Section("", settings, problems.part());
        GlobalConfig global = GlobalConfig.read(section, inputs.scope());
        RuleContext context =
                new RuleContext(global, global.client(section), classes, SignedInBy.of(inputs, classes), counts);
        RulesReader rules = new RulesReader(settings, context, problems);
        for (RuleName name : ruleNames) {
            rules.read(name, ruleNames);
        }
        rules.checkWaits();
        rules.checkSieges();
        UsageAccess.check(section, rules.counted());
        Declared written = new DeclaredReader(settings, ConfigFile.name(inputs), context)
                .read(ruleNames, global.console(), rules.shadows());
        List<AccessRule> access = UsageAccess.added(rules.access(), global);
        return new GuardConfig(context, rules.counted(), access, settings.written(), unmatched, written);
    }

    /**
     * Reads a rule that an annotation states in place, with the keys, overrides and messages of the file.
     *
     * @param inputs environment and system properties may override what the annotation says
     * @param context what the rule inherits
     * @param name the rule's
     * @param keys such as {@code rate} and {@code key}, without {@code limit.NAME.}
     * @param problems grows
     * @return to be used only if there are no problems
     */
    public static LimitRule readRule(
            ConfigSources inputs, RuleContext context, String name, Map<String, String> keys, Problems problems) {
        Settings settings = ofBean(inputs, name, keys, problems.part());
        RuleName rule = new RuleName(RuleVocabulary.LIMIT, name);
        return LimitReader.read(rule, new Section(rule.prefix(), settings, problems.part()), context);
    }

    /**
     * The text of a rule that an annotation states in place, and that has been read.
     *
     * @param inputs as for {@link #readRule}
     * @param context as for {@link #readRule}
     * @param rule as it was read
     * @param keys as for {@link #readRule}
     * @return the rule and its key
     */
    public static Declared declaredRule(
            ConfigSources inputs, RuleContext context, LimitRule rule, Map<String, String> keys) {
        Settings settings = ofBean(inputs, rule.name(), keys, new Problems());
        return new DeclaredReader(settings, "", context)
                .read(
                        List.of(new RuleName(RuleVocabulary.LIMIT, rule.name())),
                        Optional.empty(),
                        rule.shadow() ? Set.of(rule.full()) : Set.of());
    }

    private static Settings ofBean(ConfigSources inputs, String name, Map<String, String> keys, Problems values) {
        RuleName rule = new RuleName(RuleVocabulary.LIMIT, name);
        Map<String, Setting> declared = new LinkedHashMap<>();
        for (Map.Entry<String, String> key : keys.entrySet()) {
            declared.put(rule.prefix() + key.getKey(), new Setting(key.getValue(), "", Origin.ANNOTATION));
        }
        Set<RuleName> rules = Schema.declaredRules(declared.keySet(), values);
        Placeholders placeholders = new Placeholders(inputs.environment(), inputs.systemProperties());
        Map<String, Setting> merged = new Overrides(rules, declared.keySet()).apply(declared, inputs, values);
        merged.keySet().removeIf(key -> !key.startsWith(rule.prefix()));
        return new Settings(merged, placeholders, values);
    }

    /**
     * The rules that a configuration declares, in full, as far as that is known without reading them.
     *
     * @return such as {@code limit.api}, and those that sign-ins stand for
     */
    public static Set<String> ruleNames(ConfigSources inputs) {
        Set<String> names = new LinkedHashSet<>();
        Outline.read(inputs, Problems.ofRepeated()).rules().forEach(name -> names.add(name.toString()));
        return names;
    }

    /** Whether a configuration says where counters live. */
    public static boolean choosesStore(ConfigSources inputs) {
        Settings settings = Outline.read(inputs, Problems.ofRepeated()).settings();
        return settings.states(GlobalKeys.REDIS_URI.name()) || settings.states(GlobalKeys.STORE.name());
    }

    /** All that is written, and the rules that it declares. */
    private record Outline(Settings settings, Set<RuleName> rules, List<String> unmatched) {

        static Outline read(ConfigSources inputs, Problems values) {
            Placeholders placeholders = new Placeholders(inputs.environment(), inputs.systemProperties());
            Map<String, Setting> declared = declared(ConfigFile.load(inputs, placeholders, values), inputs);
            declared.forEach((key, setting) -> values.origin(key, setting.origin()));
            Set<RuleName> names = Schema.declaredRules(declared.keySet(), values);
            Overrides overrides = new Overrides(names, declared.keySet());
            Settings settings = new Settings(overrides.apply(declared, inputs, values), placeholders, values);
            Set<RuleName> rules = SignInReader.expand(names, settings, values);
            return new Outline(settings, rules, overrides.unmatched(placeholders));
        }
    }

    private static Map<String, Setting> declared(Map<String, String> file, ConfigSources inputs) {
        Map<String, Setting> declared = new LinkedHashMap<>();
        putPlatform(declared, inputs, true);
        put(declared, file, Origin.FILE);
        putPlatform(declared, inputs, false);
        put(declared, new TreeMap<>(inputs.properties()), inputs.given());
        return declared;
    }

    private static void putPlatform(Map<String, Setting> declared, ConfigSources inputs, boolean suggested) {
        for (Map.Entry<String, PlatformValue> value : new TreeMap<>(inputs.platform()).entrySet()) {
            if (value.getValue().suggested() == suggested) {
                declared.put(value.getKey(), Setting.platform(value.getValue()));
            }
        }
    }

    private static void put(Map<String, Setting> declared, Map<String, String> values, Origin place) {
        for (Map.Entry<String, String> value : values.entrySet()) {
            declared.put(value.getKey(), new Setting(value.getValue(), "", place));
        }
    }
}
