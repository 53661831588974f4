package io.github.ostiary.explain;

import io.github.ostiary.CallContext;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.edge.Position;
import io.github.ostiary.operator.Explanation.Match;
import io.github.ostiary.operator.Explanation.RuleType;
import io.github.ostiary.rule.AccessRule;
import io.github.ostiary.rule.RequestMatcher;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.rule.RuleSet;
import io.github.ostiary.rule.UnreadableCallException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Tells of all rules of a position whether they are about one request. It asks the same index and the same matchers that
 * decide, one rule at a time. Used once.
 */
final class RuleExaminer {

    private final RuleSet rules;
    private final CallContext call;
    private final String path;
    private final Position position;
    private final List<String> aliases;

    /**
     * An examiner for one request.
     *
     * @param path its own; empty if it is none
     * @param position where in the filter chain; rules without paths belong to the first
     */
    RuleExaminer(RuleSet rules, CallContext call, String path, Position position) {
        this.rules = rules;
        this.call = call;
        this.path = path;
        this.position = position;
        this.aliases = path.isEmpty() ? List.of() : call.pathAliases();
    }

    /** All rules that are decided at the position: those that block and allow, then those that count. */
    List<RuleFinding> findings() {
        List<RuleFinding> findings = new ArrayList<>();
        for (AccessRule rule : rules.allAccess()) {
            if (rule.basics().matcher().position() == position) {
                findings.add(access(rule));
            }
        }
        findings.sort(Comparator.comparing(finding -> finding.basics().name()));
        List<String> blocking = findings.stream()
                .filter(finding ->
                        finding.match() == Match.BLOCKS && !finding.basics().shadow())
                .map(finding -> finding.basics().name())
                .toList();
        List<AccessRule> applying = applying();
        for (Rule rule : rules.all()) {
            RequestMatcher matcher = rule.basics().matcher();
            if (matcher.paths().isEmpty() ? position == Position.FIRST : matcher.position() == position) {
                findings.add(counted(rule, blocking, applying));
            }
        }
        return findings;
    }

    /** The rules of all positions: a caller who is allowed first is still allowed last. */
    private List<AccessRule> applying() {
        try {
            return path.isEmpty() ? List.of() : rules.access(call, path, position);
        } catch (UnreadableCallException e) {
            return List.of();
        }
    }

    private RuleFinding access(AccessRule rule) {
        RuleType kind = rule.blocks() ? RuleType.BLOCK : RuleType.ALLOW;
        RequestMatcher matcher = rule.basics().matcher();
        @Nullable Match why;
        try {
            why = mismatch(matcher, rule.blocks(), each -> rules.isFound(rule, each));
            if (why == null) {
                why = !rule.condition().test(call) ? Match.OTHER_CALLER : rule.blocks() ? Match.BLOCKS : Match.ALLOWS;
            }
        } catch (MalformedCallException e) {
            why = Match.UNREADABLE;
        }
        return new RuleFinding(null, rule.basics(), kind, why, List.of());
    }

    private RuleFinding counted(Rule rule, List<String> blocking, List<AccessRule> applying) {
        RuleType kind = rule.kind().type();
        @Nullable Match why;
        try {
            why = mismatch(rule.basics().matcher(), true, each -> rules.isFound(rule, each));
        } catch (MalformedCallException e) {
            why = Match.UNREADABLE;
        }
        if (why != null) {
            return new RuleFinding(null, rule.basics(), kind, why, List.of());
        }
        if (!blocking.isEmpty()) {
            return new RuleFinding(rule, rule.basics(), kind, Match.NOT_REACHED, blocking);
        }
        List<String> waiving = applying.stream()
                .filter(allow -> !allow.shadow() && allow.waives().contains(rule.kind()))
                .map(AccessRule::name)
                .sorted()
                .toList();
        return new RuleFinding(rule, rule.basics(), kind, waiving.isEmpty() ? Match.COUNTS : Match.WAIVED, waiving);
    }

    /** The nearest reason why the path does not match, by itself or by another way to ask for the same. */
    private @Nullable Match mismatch(RequestMatcher matcher, boolean byAliases, Predicate<String> found) {
        if (matcher.paths().isEmpty()) {
            return Match.NO_PATH;
        }
        @Nullable Match why = Match.OTHER_PATH;
        if (!path.isEmpty() && found.test(path)) {
            why = matcher.mismatch(call, path);
        }
        for (String alias : byAliases ? aliases : List.<String>of()) {
            if (why != null && found.test(alias)) {
                why = matcher.excludes(path) ? Match.EXCLUDED_PATH : matcher.mismatch(call, alias);
            }
        }
        return why;
    }
}
