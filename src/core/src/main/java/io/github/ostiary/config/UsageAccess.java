package io.github.ostiary.config;

import io.github.ostiary.edge.Position;
import io.github.ostiary.rule.AccessRule;
import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.rule.Methods;
import io.github.ostiary.rule.PathPattern;
import io.github.ostiary.rule.RequestMatcher;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.rule.RuleBasics;
import io.github.ostiary.rule.RuleKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** The rule that lets callers read what they have used, and charges nothing for it. */
public final class UsageAccess {

    /** A name that no rule of a configuration can have. */
    public static final String NAME = "usage.page";

    private UsageAccess() {}

    /** Whether a rule is this one, which no line of a configuration states. */
    public static boolean isOwn(AccessRule rule) {
        return rule.name().equals(NAME);
    }

    /** A page must have something to show. */
    static void check(Section section, List<Rule> rules) {
        boolean shown = rules.stream()
                .anyMatch(rule ->
                        rule instanceof LimitRule limit && limit.notices().usage());
        if (!shown) {
            section.reject(
                    GlobalKeys.USAGE_PATH,
                    "no limit says usage=true, so there is nothing to read; add limit.NAME.usage=true, or remove it");
        }
    }

    /** The access rules, and this one where there is such a page: lockouts and blocks decide the request as any other. */
    static List<AccessRule> added(List<AccessRule> access, GlobalConfig global) {
        Optional<String> path = global.find(GlobalKeys.USAGE_PATH);
        if (path.isEmpty()) {
            return access;
        }
        List<AccessRule> all = new ArrayList<>(access);
        RequestMatcher matcher = new RequestMatcher(
                List.of(PathPattern.parse(path.get())),
                List.of(),
                Methods.of(Set.of("GET", "HEAD")).exactly(),
                RequestMatcher.ALWAYS,
                Position.FIRST);
        all.add(new AccessRule(
                new RuleBasics(NAME, matcher, false, OptionalInt.empty(), Optional.empty()),
                false,
                call -> true,
                Set.of(RuleKind.LIMIT, RuleKind.CONCURRENCY)));
        return all;
    }
}
