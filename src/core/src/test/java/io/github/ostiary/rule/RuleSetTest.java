package io.github.ostiary.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Algorithm;
import io.github.ostiary.CallContext;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.edge.ArrivingCall.NeedsBody;
import io.github.ostiary.edge.MetRules;
import io.github.ostiary.edge.Position;
import io.github.ostiary.store.Limit;
import io.github.ostiary.testing.Limits;
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
                .isInstanceOfSatisfying(
                        UnreadableCallException.class,
                        e -> assertThat(e.rule().name()).isEqualTo("login"));
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
        assertThat(found.block()).isNotNull().extracting(RuleBasics::name).isEqualTo("bad");
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

    /** Some servers make a text of the path as it was written, for each who asks. */
    @Test
    void whereAllRulesCountACallItsOtherNamesAreNotAskedFor() {
        LimitRule page = limit("page", "/page");
        LimitRule late = limit("late", on("/other", "/none", Position.LAST, RequestMatcher.ALWAYS), false);
        RuleSet rules = new RuleSet(List.of(limit("all", "/*"), page, late), List.of());
        int[] asked = new int[1];
        for (String path : List.of("/page", "/other")) {
            CallContext call = new CallContext() {
                @Override
                public List<String> pathAliases() {
                    asked[0]++;
                    return List.of();
                }
            };
            rules.matching(call, path, Position.FIRST, new MetRules());
            assertThat(asked[0]).isEqualTo(path.equals("/page") ? 0 : 1);
        }
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
                .isSameAs(block.basics());
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
    void whatARequestHasMetBeforeIsNotFoundAgain() {
        LimitRule a = limit("a", "/*");
        LimitRule b = limit("b", "/login");
        LimitRule c = limit("c", "/*");
        RuleSet rules = new RuleSet(List.of(a, b, c), List.of());
        MetRules met = new MetRules();
        met.add(a.counts);
        TestCall call = new TestCall("GET", "/login");
        assertThat(rules.matching(call, "/login", Position.FIRST, met).counted())
                .containsExactlyInAnyOrder(b, c);
        assertThat(rules.matching(call, "/login", Position.FIRST, met).isEmpty())
                .isTrue();
    }

    @Test
    void whatIsNotMeantIsLeftOutWhereverItStands() {
        LimitRule late = limit("late", on("/*", "/none", Position.LAST, RequestMatcher.ALWAYS), false);
        LimitRule a = limit("a", "/*");
        LimitRule b = limit("b", "/*");
        for (List<LimitRule> order : List.of(List.of(late, a, b), List.of(a, late, b), List.of(a, b, late))) {
            assertThat(matching(new RuleSet(order, List.of()), new TestCall("GET", "/"), Position.FIRST)
                            .counted())
                    .containsExactly(a, b);
        }
    }

    @Test
    void rulesAskedForByNameStillHaveTheirConditions() {
        LimitRule a = limit(
                "a", on("/*", "/none", Position.FIRST, call -> call.principal().isPresent()), false);
        LimitRule b = limit("b", "/*");
        RuleSet rules = new RuleSet(List.of(a, b), List.of());
        TestCall call = new TestCall("GET", "/");
        assertThat(rules.matching(List.of("a", "b"), call).counted()).containsExactly(b);
        assertThat(rules.matching(List.of("a", "b"), call.as("bob")).counted()).containsExactly(a, b);
    }

    @Test
    void aBlockThatOnlyReportsIsToldOfOncePerRequest() {
        AccessRule shadow = new AccessRule(
                basics("bad", on("/*", "/none", Position.FIRST, RequestMatcher.ALWAYS), true),
                true,
                call -> true,
                Set.of());
        LimitRule limit = limit("a", "/*");
        RuleSet rules = new RuleSet(List.of(limit), List.of(shadow));
        MetRules met = new MetRules();
        TestCall call = new TestCall("GET", "/");
        MatchedRules found = rules.matching(call, "/", Position.FIRST, met);
        assertThat(found.shadowed()).isTrue();
        assertThat(found.counted()).containsExactly(limit);
        assertThat(rules.matching(call, "/", Position.FIRST, met).shadowed()).isFalse();
        assertThat(shadow.basics().counts().shadowed()).isEqualTo(1);
    }

    @Test
    void anAllowWaivesItsKindsOnlyAndNoneIfItOnlyReports() {
        LimitRule limit = limit("a", "/*");
        ConcurrencyRule permits = new ConcurrencyRule(basics("b", limit.matcher, false), limit.terms(), List.of());
        TestCall call = new TestCall("GET", "/");
        for (boolean shadow : new boolean[] {false, true}) {
            AccessRule allow = new AccessRule(
                    basics("ok", on("/*", "/none", Position.FIRST, RequestMatcher.ALWAYS), shadow),
                    false,
                    any -> true,
                    Set.of(RuleKind.LIMIT));
            assertThat(matching(new RuleSet(List.of(limit, permits), List.of(allow)), call, Position.FIRST)
                            .counted())
                    .containsExactlyElementsOf(shadow ? List.of(limit, permits) : List.of(permits));
        }
    }

    @Test
    void theHeadOfARequestTellsWhichRulesCountItAsFarAsItDoes() {
        LimitRule a = limit("a", "/*");
        LimitRule late = limit("late", on("/*", "/none", Position.LAST, RequestMatcher.ALWAYS), false);
        LimitRule body = limit(
                "body",
                on("/*", "/none", Position.FIRST, call -> {
                    throw new NeedsBody();
                }),
                false);
        TestCall head = new TestCall("POST", "/");
        RuleSet known = new RuleSet(List.of(a, late), List.of());
        assertThat(known.countedByHead(head, "/", Position.FIRST)).isEqualTo(new RuleSet.ByHead(List.of(a), true));
        RuleSet partly = new RuleSet(List.of(body, a), List.of());
        assertThat(partly.countedByHead(head, "/", Position.FIRST)).isEqualTo(new RuleSet.ByHead(List.of(a), false));
        RuleSet allowed = new RuleSet(List.of(a), List.of(access("ok", false, Position.FIRST, call -> true)));
        assertThat(allowed.countedByHead(head, "/", Position.FIRST).rules()).isEmpty();
        Limit counting = Limits.with(Limits.of(Algorithm.FIXED_WINDOW, "5/1m"), 0, true, false);
        LimitRule any = Rules.limit("body", List.of(counting));
        FixedLimits limits =
                new FixedLimits(List.of(new KeyedLimits(call -> Optional.empty(), List.of(counting), false)));
        LimitRule counts =
                new LimitRule(body.basics(), any.terms(), new ReplaceableLimits(limits), any.cost(), any.update());
        assertThatThrownBy(() -> new RuleSet(List.of(counts), List.of()).countedByHead(head, "/", Position.FIRST))
                .as("what it denies would count, too")
                .isInstanceOf(NeedsBody.class);
    }

    @Test
    void aSignInsNameIsThatOfAllItsRules() {
        LimitRule account = limit("main.account", "/login");
        LimitRule address = limit("main.address", "/login");
        LimitRule api = limit("api", "/api");
        RuleSet rules = new RuleSet(List.of(account, api, address), List.of());
        assertThat(rules.named("main")).containsExactly(account, address);
        assertThat(rules.named("main.account")).containsExactly(account);
        assertThat(rules.named("main.account", RuleKind.LIMIT, LimitRule.class, "rate"))
                .isSameAs(account);
        assertThat(account.written()).isEqualTo("signin.main");
        assertThat(api.written()).isEqualTo("limit.api");
        assertThat(rules.all()).as("by name").containsExactly(api, account, address);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rules.named("main", RuleKind.LOCKOUT, LockoutRule.class, "steps"))
                .withMessage("there is no rule lockout.main; main is a sign-in, ask for one of its rules: main.account,"
                        + " main.address");
        rules.addIfAbsent(limit("main.account", "/other"));
        assertThat(rules.named("main")).hasSize(2);
    }

    @Test
    void aNearNameOfAnotherKindIsNotOffered() {
        RuleSet rules = new RuleSet(List.of(limit("login", "/login")), List.of());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rules.named("logn", RuleKind.LIMIT, LimitRule.class, "rate"))
                .withMessage("there is no rule limit.logn; did you mean 'login'?");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rules.named("logn", RuleKind.LOCKOUT, LockoutRule.class, "steps"))
                .withMessage("there is no rule lockout.logn; declare lockout.logn.steps");
    }

    @Test
    void aRuleOnTrialIsOneThatOnlyReports() {
        RequestMatcher everywhere = on("/*", "/none", Position.FIRST, RequestMatcher.ALWAYS);
        LimitRule enforced = limit("a", everywhere, false);
        assertThat(new RuleSet(List.of(enforced), List.of()).anyOnTrial()).isFalse();
        assertThat(new RuleSet(List.of(enforced, limit("b", everywhere, true)), List.of()).anyOnTrial())
                .isTrue();
    }

    @Test
    void theFirstRuleOfANameStays() {
        LimitRule first = limit("login", "/login");
        RuleSet rules = new RuleSet(List.of(first), List.of());
        rules.addIfAbsent(limit("login", "/other"));
        assertThat(rules.named("login")).containsExactly(first);
    }
}
