package io.github.ostiary.engine;

import io.github.ostiary.CallContext;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.Nearest;
import io.github.ostiary.Position;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** The rules of an application, found by name or by what they are about. Thread-safe. */
final class RuleSet {

    private final ConcurrentSkipListMap<String, Rule> byName = new ConcurrentSkipListMap<>();
    private final PathIndex<Rule> counted = new PathIndex<>();
    private final PathIndex<AccessRule> access = new PathIndex<>();

    RuleSet(Collection<? extends Rule> rules, List<AccessRule> accessRules) {
        for (Rule rule : rules) {
            byName.put(rule.name(), rule);
            rule.scope().paths().forEach(pattern -> counted.add(pattern, rule));
        }
        for (AccessRule rule : accessRules) {
            rule.scope().paths().forEach(pattern -> access.add(pattern, rule));
        }
    }

    /** What a request at a position is counted by. */
    List<Rule> counted(CallContext call, String path, Position position) {
        return counted.find(path).stream()
                .filter(rule ->
                        readable(rule.name(), rule.shadow(), () -> rule.scope().covers(call, path, position)))
                .toList();
    }

    /** The access rules of a request that apply to this caller. Whoever is allowed at first still is at last. */
    List<AccessRule> access(CallContext call, String path, Position position) {
        return access.find(path).stream()
                .filter(rule -> readable(
                        rule.name(),
                        rule.shadow(),
                        () -> rule.scope().covers(call, path, rule.blocks() ? position : earliest(rule, position))
                                && rule.condition().test(call)))
                .toList();
    }

    private static Position earliest(AccessRule allow, Position position) {
        return allow.scope().position().compareTo(position) <= 0 ? allow.scope().position() : position;
    }

    /** A shadow rule that cannot read a call is not about it. */
    private static boolean readable(String rule, boolean shadow, BooleanSupplier matches) {
        try {
            return matches.getAsBoolean();
        } catch (MalformedCallException e) {
            if (shadow) {
                return false;
            }
            throw new UnreadableCallException(rule);
        }
    }

    /** The rule of a name, whatever its kind. */
    Rule named(String name) {
        Rule rule = byName.get(name);
        if (rule == null) {
            throw new IllegalArgumentException("there is no rule " + name + nearest(name, byName.keySet(), ""));
        }
        return rule;
    }

    /** The rule of a name and kind; {@code key} is what would declare it. */
    <R extends Rule> R named(String name, Family family, Class<R> type, String key) {
        Rule rule = byName.get(name);
        if (!type.isInstance(rule)) {
            String kind = family.prefix() + ".";
            List<String> known = byName.values().stream()
                    .filter(type::isInstance)
                    .map(Rule::name)
                    .collect(Collectors.toList());
            throw new IllegalArgumentException(
                    "there is no rule " + kind + name + nearest(name, known, "; declare " + kind + name + "." + key));
        }
        return type.cast(rule);
    }

    private static String nearest(String name, Collection<String> known, String otherwise) {
        return Nearest.to(name, known)
                .map(similar -> "; did you mean '" + similar + "'?")
                .orElse(otherwise);
    }

    /** Adds a rule for beans, unless its name is taken. */
    void addIfAbsent(Rule rule) {
        byName.putIfAbsent(rule.name(), rule);
    }
}
