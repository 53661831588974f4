package io.github.ostiary.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.CallContext;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.edge.Position;
import io.github.ostiary.operator.Explanation.Match;
import io.github.ostiary.operator.Explanation.RuleType;
import io.github.ostiary.rule.AccessRule;
import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.rule.Methods;
import io.github.ostiary.rule.PathPattern;
import io.github.ostiary.rule.RequestMatcher;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.rule.RuleBasics;
import io.github.ostiary.rule.RuleKind;
import io.github.ostiary.rule.RuleSet;
import io.github.ostiary.testing.Rules;
import io.github.ostiary.testing.TestCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which rules are about a request, and why the others are not. */
class RuleExaminerTest {

    private static final Predicate<CallContext> UNREADABLE = call -> {
        throw new MalformedCallException("it cannot be read");
    };
    private static final CallContext CALL = new TestCall("GET", "/a/b");

    private final List<Rule> counted = new ArrayList<>();
    private final List<AccessRule> access = new ArrayList<>();

    private static RequestMatcher on(String path, String excluded, Methods methods, Predicate<CallContext> when) {
        List<PathPattern> paths = path.isEmpty() ? List.of() : List.of(PathPattern.parse(path));
        return new RequestMatcher(paths, List.of(PathPattern.parse(excluded)), methods, when, Position.FIRST);
    }

    private static RequestMatcher on(String path) {
        return on(path, "/none", Methods.ALL, RequestMatcher.ALWAYS);
    }

    private static RequestMatcher at(Position position, String... paths) {
        return new RequestMatcher(
                Stream.of(paths).map(PathPattern::parse).toList(), List.of(), Methods.ALL, call -> true, position);
    }

    private static RuleBasics basics(String name, RequestMatcher matcher, boolean shadow) {
        return new RuleBasics(name, matcher, shadow, OptionalInt.empty(), Optional.empty());
    }

    private void limit(String name, RequestMatcher matcher) {
        LimitRule any = Rules.limit(name, List.of());
        counted.add(new LimitRule(basics(name, matcher, false), any.terms(), any.limits(), any.cost(), any.update()));
    }

    private void access(
            String name, RequestMatcher matcher, boolean blocks, boolean shadow, Predicate<CallContext> who) {
        access.add(new AccessRule(basics(name, matcher, shadow), blocks, who, Set.of(RuleKind.LIMIT)));
    }

    private List<String> told(CallContext call, String path, Position position) {
        return new RuleExaminer(new RuleSet(counted, access), call, path, position)
                .findings().stream()
                        .map(finding -> finding.basics().name() + " " + finding.match()
                                + (finding.by().isEmpty() ? "" : " by " + finding.by()))
                        .toList();
    }

    private List<String> told() {
        return told(CALL, "/a/b", Position.FIRST);
    }

    @Test
    void eachRuleTellsTheNearestReasonWhyItIsNotAboutACall() {
        limit("a-path", on("/other"));
        limit("b-method", on("/a/*", "/none", Methods.of(Set.of("POST")), RequestMatcher.ALWAYS));
        limit("c-excluded", on("/a/*", "/a/b", Methods.ALL, RequestMatcher.ALWAYS));
        limit("d-caller", on("/a/*", "/none", Methods.ALL, call -> false));
        limit("e-unreadable", on("/a/*", "/none", Methods.ALL, UNREADABLE));
        limit("f-bean", on(""));
        limit("g-counts", on("/a/*"));
        assertThat(told())
                .containsExactly(
                        "a-path OTHER_PATH",
                        "b-method OTHER_METHOD",
                        "c-excluded EXCLUDED_PATH",
                        "d-caller OTHER_CALLER",
                        "e-unreadable UNREADABLE",
                        "f-bean NO_PATH",
                        "g-counts COUNTS");
    }

    @Test
    void whatAllowsWaivesAndIsNamedUnlessItOnlyReports() {
        limit("api", on("/*"));
        access("shadow", on("/*"), false, true, call -> true);
        assertThat(told()).containsExactly("shadow ALLOWS", "api COUNTS");
        access("partners", on("/*"), false, false, call -> true);
        access("staff", on("/a/*"), false, false, call -> true);
        access("others", on("/*"), false, false, call -> false);
        assertThat(told())
                .containsExactly(
                        "others OTHER_CALLER",
                        "partners ALLOWS",
                        "shadow ALLOWS",
                        "staff ALLOWS",
                        "api WAIVED by [partners, staff]");
    }

    @Test
    void behindABlockNothingIsReachedUnlessItOnlyReports() {
        limit("api", on("/*"));
        limit("else", on("/else"));
        access("reports", on("/*"), true, true, call -> true);
        access("ok", on("/*"), false, false, UNREADABLE);
        assertThat(told())
                .as("what cannot be read waives nothing")
                .containsExactly("ok UNREADABLE", "reports BLOCKS", "api COUNTS", "else OTHER_PATH");
        access("z-bad", on("/a/*"), true, false, call -> true);
        access("bad", on("/*"), true, false, call -> true);
        assertThat(told())
                .containsExactly(
                        "bad BLOCKS",
                        "ok UNREADABLE",
                        "reports BLOCKS",
                        "z-bad BLOCKS",
                        "api NOT_REACHED by [bad, z-bad]",
                        "else OTHER_PATH");
    }

    @ParameterizedTest
    @EnumSource(Position.class)
    void eachPositionTellsOfItsOwnRulesAndTheFirstOfThoseWithoutPaths(Position position) {
        limit("early", at(Position.FIRST, "/*"));
        limit("late", at(Position.LAST, "/*"));
        limit("bean", at(Position.LAST));
        access("block-late", at(Position.LAST, "/*"), true, true, call -> true);
        access("allow-early", at(Position.FIRST, "/*"), false, false, call -> true);
        assertThat(told(CALL, "/a/b", position))
                .containsExactlyElementsOf(
                        position == Position.FIRST
                                ? List.of("allow-early ALLOWS", "bean NO_PATH", "early WAIVED by [allow-early]")
                                : List.of("block-late BLOCKS", "late WAIVED by [allow-early]"));
    }

    @Test
    void anotherNameOfThePageCountsAndBlocksButDoesNotAllow() {
        CallContext alsoKnown = new CallContext() {
            @Override
            public List<String> pathAliases() {
                return List.of("/index.html");
            }
        };
        limit("excluded", on("/index.html", "/start", Methods.ALL, RequestMatcher.ALWAYS));
        limit("page", on("/index.html"));
        access("allow", on("/index.html"), false, false, call -> true);
        access("block", on("/index.html"), true, true, call -> true);
        assertThat(told(alsoKnown, "/start", Position.FIRST))
                .containsExactly("allow OTHER_PATH", "block BLOCKS", "excluded EXCLUDED_PATH", "page COUNTS");
        assertThat(told(alsoKnown, "", Position.FIRST))
                .as("no request has no path")
                .containsExactly("allow OTHER_PATH", "block OTHER_PATH", "excluded OTHER_PATH", "page OTHER_PATH");
    }

    @Test
    void aFindingNamesTheKindAndTheRuleThatCounts() {
        limit("api", on("/*"));
        limit("else", on("/else"));
        access("ok", on("/*"), false, false, call -> false);
        access("bad", on("/*"), true, false, call -> false);
        List<RuleFinding> findings =
                new RuleExaminer(new RuleSet(counted, access), CALL, "/a/b", Position.FIRST).findings();
        assertThat(findings)
                .extracting(RuleFinding::kind)
                .containsExactly(RuleType.BLOCK, RuleType.ALLOW, RuleType.LIMIT, RuleType.LIMIT);
        assertThat(findings).extracting(RuleFinding::rule).containsExactly(null, null, counted.get(0), null);
    }

    /** Where another filter has answered already. */
    @ParameterizedTest
    @EnumSource(Match.class)
    void whatIsNotAboutACallIsNoMoreSoWhereTheCallDoesNotComeBy(Match match) {
        RuleFinding finding = new RuleFinding(null, basics("a", on("/*"), false), RuleType.LIMIT, match, List.of("b"));
        boolean about = Set.of(Match.COUNTS, Match.BLOCKS, Match.ALLOWS, Match.WAIVED, Match.NOBODY)
                .contains(match);
        assertThat(finding.notReached()).isEqualTo(about ? finding.with(Match.NOT_REACHED) : finding);
        assertThat(finding.with(Match.COUNTS).match()).isEqualTo(Match.COUNTS);
        assertThat(finding.with(match).by()).containsExactly("b");
    }
}
