package io.github.ostiary.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.CallContext;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.edge.MetRules;
import io.github.ostiary.edge.Position;
import io.github.ostiary.testing.Rules;
import io.github.ostiary.testing.TestCall;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Which rules are about a call, and which a name is of. */
class RuleSetTest {

    private static final Predicate<CallContext> UNREADABLE = call -> {
        throw new MalformedCallException("it cannot be read");
    };

    private static RequestMatcher on(String path, String excluded, Position position, Predicate<CallContext> when) {
        return new RequestMatcher(
                List.of(PathPattern.parse(path)), List.of(PathPattern.parse(excluded)), Methods.ALL, when, position);
    }

    private static RuleBasics basics(String name, RequestMatcher matcher, boolean shadow) {
        return new RuleBasics(name, matcher, shadow, OptionalInt.empty(), Optional.empty());
    }

    private static LimitRule limit(String name, RequestMatcher matcher, boolean shadow) {
        LimitRule any = Rules.limit(name, List.of());
        return new LimitRule(basics(name, matcher, shadow), any.terms(), any.limits(), any.cost(), any.update());
    }

    private static LimitRule limit(String name, String path) {
        return limit(name, on(path, "/none", Position.FIRST, RequestMatcher.ALWAYS), false);
    }

    private static AccessRule access(String name, boolean blocks, Position position, Predicate<CallContext> condition) {
        return new AccessRule(
                basics(name, on("/*", "/spared/*", position, RequestMatcher.ALWAYS), false),
                blocks,
                condition,
                Set.of(RuleKind.LIMIT));
    }

    private static MatchedRules matching(RuleSet rules, CallContext call, Position position) {
        return rules.matching(call, call.path().orElseThrow(), position, new MetRules());
    }

    private static CallContext alsoKnownAs(String path, String alias) {
        return new CallContext() {
            @Override
            public Optional<String> path() {
                return Optional.of(path);
            }

            @Override
            public List<String> pathAliases() {
                return List.of(alias);
            }
        };
    }

    @Test
    void aCallIsCountedByAllRulesOfItsPathAtThatPosition() {
        LimitRule everywhere = limit("everywhere", "/*");
        LimitRule login = limit("login", "/login");
        LimitRule late = limit("late", on("/*", "/none", Position.LAST, RequestMatcher.ALWAYS), false);
        RuleSet rules = new RuleSet(List.of(everywhere, login, late), List.of());
        assertThat(matching(rules, new TestCall("GET", "/login"), Position.FIRST)
                        .counted())
                .containsExactlyInAnyOrder(everywhere, login);
        assertThat(matching(rules, new TestCall("GET", "/login"), Position.LAST).counted())
                .containsExactly(late);
        assertThat(matching(rules, new TestCall("GET", "/other"), Position.FIRST)
                        .counted())
                .containsExactly(everywhere);
    }

    @Test
    void whatARuleCannotReadItDenies() {
        RuleSet rules =
                new RuleSet(List.of(limit("login", on("/*", "/none", Position.FIRST, UNREADABLE), false)), List.of());
        assertThatThrownBy(() -> matching(rules, new TestCall("GET", "/"), Position.FIRST))
                .isInstanceOf(UnreadableCallException.class);
        assertThatThrownBy(() -> rules.matching(List.of("login"), new TestCall("GET", "/")))
                .isInstanceOf(UnreadableCallException.class);
    }

    @Test
    void whatAShadowCannotReadItIsNotAbout() {
        RuleSet rules =
                new RuleSet(List.of(limit("login", on("/*", "/none", Position.FIRST, UNREADABLE), true)), List.of());
        assertThat(matching(rules, new TestCall("GET", "/"), Position.FIRST).isEmpty())
                .isTrue();
        MatchedRules byName = rules.matching(List.of("login"), new TestCall("GET", "/"));
        assertThat(byName.counted()).isEmpty();
        assertThat(byName.shadowed()).isTrue();
    }

    @Test
    void behindABlockNothingElseIsLookedFor() {
        RuleSet rules = new RuleSet(
                List.of(limit("login", on("/*", "/none", Position.FIRST, UNREADABLE), false)),
                List.of(access("bad", true, Position.FIRST, call -> true)));
        MatchedRules found = matching(rules, new TestCall("GET", "/"), Position.FIRST);
        assertThat(found.block()).isNotNull().extracting(AccessRule::name).isEqualTo("bad");
        assertThat(found.counted()).isEmpty();
    }

    @Test
    void whoeverIsAllowedAtFirstStillIsAtLast() {
        LimitRule late = limit("late", on("/*", "/none", Position.LAST, RequestMatcher.ALWAYS), false);
        RuleSet first = new RuleSet(List.of(late), List.of(access("ok", false, Position.FIRST, call -> true)));
        assertThat(matching(first, new TestCall("GET", "/"), Position.LAST).isEmpty())
                .isTrue();
        LimitRule early = limit("early", "/*");
        RuleSet last = new RuleSet(List.of(early), List.of(access("ok", false, Position.LAST, call -> true)));
        assertThat(matching(last, new TestCall("GET", "/"), Position.FIRST).counted())
                .as("too late for the first")
                .containsExactly(early);
    }

    @Test
    void anotherNameOfThePageIsCountedTooUnlessTheCallsOwnIsAnException() {
        LimitRule page = limit("page", "/index.html");
        LimitRule spared = limit("spared", on("/*", "/", Position.FIRST, RequestMatcher.ALWAYS), false);
        RuleSet rules = new RuleSet(List.of(page, spared), List.of());
        assertThat(matching(rules, alsoKnownAs("/", "/index.html"), Position.FIRST)
                        .counted())
                .containsExactly(page);
        assertThat(matching(rules, alsoKnownAs("/other", "/index.html"), Position.FIRST)
                        .counted())
                .as("each once")
                .containsExactlyInAnyOrder(page, spared);
    }

    @Test
    void anotherNameOfThePageBlocksAndAllowsNobody() {
        AccessRule block = new AccessRule(
                basics("bad", on("/index.html", "/none", Position.FIRST, RequestMatcher.ALWAYS), false),
                true,
                call -> true,
                Set.of());
        RuleSet blocking = new RuleSet(List.of(), List.of(block));
        assertThat(matching(blocking, alsoKnownAs("/", "/index.html"), Position.FIRST)
                        .block())
                .isSameAs(block);
        AccessRule allow = new AccessRule(block.basics(), false, call -> true, Set.of(RuleKind.LIMIT));
        RuleSet allowing = new RuleSet(List.of(limit("all", "/*")), List.of(allow));
        assertThat(matching(allowing, alsoKnownAs("/", "/index.html"), Position.FIRST)
                        .counted())
                .hasSize(1);
    }

    @Test
    void aNameThatIsNoRulesIsToldWithTheNearest() {
        RuleSet rules = new RuleSet(List.of(limit("login", "/login")), List.of());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rules.named("logn"))
                .withMessage("there is no rule limit.logn; did you mean 'login'?");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rules.named("login", RuleKind.LOCKOUT, LockoutRule.class, "steps"))
                .withMessage("there is no rule lockout.login; login is a limit, ask guard.limiter(\"login\")");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new RuleSet(List.of(), List.of()).named("login", RuleKind.LOCKOUT, LockoutRule.class, "steps"))
                .withMessage("there is no rule lockout.login; declare lockout.login.steps");
    }

    @Test
    void theFirstRuleOfANameStays() {
        LimitRule first = limit("login", "/login");
        RuleSet rules = new RuleSet(List.of(first), List.of());
        rules.addIfAbsent(limit("login", "/other"));
        assertThat(rules.named("login")).containsExactly(first);
    }
}
