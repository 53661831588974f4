package io.github.ostiary.engine;

import io.github.ostiary.CallContext;
import io.github.ostiary.Position;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;

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
                .filter(rule -> rule.scope().covers(call, path, position))
                .toList();
    }

    /** The access rules of a request that apply to this caller. */
    List<AccessRule> access(CallContext call, String path, Position position) {
        return access.find(path).stream()
                .filter(rule -> rule.scope().covers(call, path, position)
                        && rule.condition().test(call))
                .toList();
    }

    LimitRule limit(String name) {
        LimitRule rule = byName.get(name);
        if (rule == null) {
            throw new IllegalArgumentException("there is no rule limit." + name + nearest(name));
        }
        return rule;
    }

    /** Adds a rule for beans, unless its name is taken; returns the rule of that name. */
    LimitRule addIfAbsent(LimitRule rule) {
        LimitRule earlier = byName.putIfAbsent(rule.name(), rule);
        return earlier == null ? rule : earlier;
    }

    private String nearest(String name) {
        Map<Integer, String> byDistance = new TreeMap<>();
        byName.keySet().forEach(known -> byDistance.putIfAbsent(distance(name, known), known));
        return Optional.ofNullable(
                        byDistance.isEmpty()
                                ? null
                                : byDistance.values().iterator().next())
                .map(known -> "; did you mean '" + known + "'?")
                .orElse("; declare limit." + name + ".rate");
    }

    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int above = row[j];
                int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(change, 1 + Math.min(above, row[j - 1]));
                diagonal = above;
            }
        }
        return row[b.length()];
    }
}
