package io.github.ostiary.engine;

import io.github.ostiary.CallContext;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.Nearest;
import io.github.ostiary.Position;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BooleanSupplier;

/** The rules of an application, found by name or by what they are about. Thread-safe. */
final class RuleSet {

    private final ConcurrentSkipListMap<String, LimitRule> byName = new ConcurrentSkipListMap<>();
    private final PathIndex<LimitRule> limits = new PathIndex<>();
    private final PathIndex<AccessRule> access = new PathIndex<>();

    RuleSet(List<LimitRule> limitRules, List<AccessRule> accessRules) {
        for (LimitRule rule : limitRules) {
            byName.put(rule.name(), rule);
            rule.scope().paths().forEach(pattern -> limits.add(pattern, rule));
        }
        for (AccessRule rule : accessRules) {
            rule.scope().paths().forEach(pattern -> access.add(pattern, rule));
        }
    }

    /** The limits of a request at a position. */
    List<LimitRule> limits(CallContext call, String path, Position position) {
        return limits.find(path).stream()
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

    LimitRule limit(String name) {
        LimitRule rule = byName.get(name);
        if (rule == null) {
            throw new IllegalArgumentException("there is no rule limit." + name
                    + Nearest.to(name, byName.keySet())
                            .map(known -> "; did you mean '" + known + "'?")
                            .orElse("; declare limit." + name + ".rate"));
        }
        return rule;
    }

    /** Adds a rule for beans, unless its name is taken; returns the rule of that name. */
    LimitRule addIfAbsent(LimitRule rule) {
        LimitRule earlier = byName.putIfAbsent(rule.name(), rule);
        return earlier == null ? rule : earlier;
    }
}
