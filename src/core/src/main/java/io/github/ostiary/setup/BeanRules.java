package io.github.ostiary.setup;

import io.github.ostiary.Guard;
import io.github.ostiary.config.ClassLookup;
import io.github.ostiary.config.ConfigReader;
import io.github.ostiary.config.ConfigSources;
import io.github.ostiary.config.Problems;
import io.github.ostiary.config.RuleContext;
import java.util.List;
import java.util.Map;

/**
 * Lets the bean edge add the rules that annotations state in place.
 *
 * @hidden
 */
public final class BeanRules {

    private BeanRules() {}

    /**
     * Declares a rule, unless the guard has one of that name.
     *
     * @param guard made by this jar
     * @param name {@code [a-z][a-z0-9-]{0,39}}
     * @param keys such as {@code rate} and {@code key}, as in the file but without {@code limit.NAME.}
     * @throws io.github.ostiary.ConfigurationException with everything that is wrong
     * @throws IllegalArgumentException if the guard is of another make
     */
    public static void declare(Guard guard, String name, Map<String, String> keys) {
        if (!(guard instanceof ConfiguredGuard built)) {
            throw new IllegalArgumentException(
                    "rules can only be added to a guard made by Guard.builder() or the filter");
        }
        built.declare(name, keys);
    }

    /**
     * Makes sure that a guard has a rule.
     *
     * @param guard of any make
     * @param name the rule's, of any kind
     * @throws IllegalArgumentException if it has none; the message names the nearest
     */
    public static void require(Guard guard, String name) {
        if (guard instanceof ConfiguredGuard built) {
            built.require(name);
        }
    }

    /**
     * The problems of a rule, as far as they can be known before there is a guard: all but whether its resolvers exist.
     *
     * @param name as in {@link #declare}
     * @param keys as in {@link #declare}
     * @return one sentence each; empty if nothing is
     */
    public static List<String> problems(String name, Map<String, String> keys) {
        Problems problems = new Problems();
        ConfigSources overrides =
                ConfigSources.of(Map.of(), System.getenv(), ConfigSources.systemProperties(System.getProperties()));
        ConfigSources nothing = ConfigSources.of(Map.of(), Map.of(), Map.of());
        RuleContext defaults =
                ConfigReader.read(nothing, ClassLookup.NONE, problems).context();
        var unused = ConfigReader.readRule(overrides, defaults, name, keys, problems);
        return problems.sentences();
    }
}
