package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Quota;
import io.github.ostiary.edge.Position;
import io.github.ostiary.explain.Explainer;
import io.github.ostiary.operator.Explanation;
import io.github.ostiary.operator.Explanation.Match;
import io.github.ostiary.operator.Explanation.RuleMatch;
import io.github.ostiary.operator.Explanation.RuleType;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What would be decided of a call at both places of the filter chain, how long it would be held, and by which rules. */
class ExplainerTest extends SteppedGuard {

    private static TestCall bob() {
        return get("/x").as("bob");
    }

    private Explanation explained(TestCall call) {
        return new Explainer(engine::inForce, engine.prospects(), tiers).explain(call);
    }

    private static RuleMatch of(Explanation explanation, String rule) {
        return explanation.rules().stream()
                .filter(match -> match.rule().equals(rule))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void rulesThatBlockAndAllowComeFirstThenAllByName() {
        given(
                "limit.b.rate=5/1m",
                "limit.b.path=/x",
                "limit.a.rate=5/1m",
                "limit.a.path=/x",
                "limit.a.enforce=false",
                "concurrency.a.permits=1",
                "concurrency.a.path=/x",
                "lockout.c.key=ip",
                "lockout.c.path=/x",
                "lockout.c.steps=2/1h lock 15m",
                "lockout.c.failure=status:401",
                "allow.z.ip=203.0.113.0/24",
                "block.y.ip=203.0.113.0/24");
        assertThat(explained(bob()).rules())
                .extracting(RuleMatch::rule, RuleMatch::kind, RuleMatch::enforced)
                .containsExactly(
                        tuple("y", RuleType.BLOCK, true),
                        tuple("z", RuleType.ALLOW, true),
                        tuple("a", RuleType.LIMIT, false),
                        tuple("a", RuleType.CONCURRENCY, true),
                        tuple("b", RuleType.LIMIT, true),
                        tuple("c", RuleType.LOCKOUT, true));
    }

    /** Two rules may have one name: each shows how the caller stands with that one. */
    @Test
    void eachRuleHasItsOwnCounters() {
        given(
                "limit.a.rate=5/1m",
                "limit.a.path=/x",
                "concurrency.a.permits=3",
                "concurrency.a.path=/x",
                "limit.b.rate=7/1m",
                "limit.b.path=/x");
        assertThat(explained(bob()).rules())
                .extracting(RuleMatch::rule, RuleMatch::kind, match -> match.standings().stream()
                        .map(each -> each.counters().get(0).limit())
                        .toList())
                .containsExactly(
                        tuple("a", RuleType.LIMIT, List.of(5L)),
                        tuple("a", RuleType.CONCURRENCY, List.of(3L)),
                        tuple("b", RuleType.LIMIT, List.of(7L)));
    }

    @Test
    void whoeverWouldWaitHearsHowLong() {
        given(
                "limit.slots.rate=1/3s",
                "limit.slots.algorithm=leaky-bucket",
                "limit.slots.path=/slots",
                "limit.slots.wait=20s",
                "concurrency.one.permits=1",
                "concurrency.one.path=/one",
                "concurrency.one.wait=1m",
                "limit.strict.rate=1/1h",
                "limit.strict.path=/strict");
        assertThat(explained(get("/slots")).heldFor()).isZero();
        enter("/slots");
        assertThat(explained(get("/slots")).heldFor()).isEqualTo(Duration.ofSeconds(3));
        assertThat(explained(get("/slots")).decision().allowed()).isTrue();
        assertThat(explained(get("/one")).heldFor()).isZero();
        enter("/one");
        assertThat(explained(get("/one")).heldFor()).isEqualTo(Duration.ofMinutes(1));
        assertThat(explained(get("/one")).decision().reason()).isEqualTo(Reason.CONCURRENCY_LIMITED);
        enter("/strict");
        assertThat(explained(get("/strict")).heldFor()).isZero();
        assertThat(explained(get("/strict")).decision().reason()).isEqualTo(Reason.RATE_LIMITED);
    }

    private void twoPlaces(String... more) {
        String[] rules = {
            "limit.early.rate=2/1m",
            "limit.early.path=/x",
            "limit.early.key=ip",
            "limit.late.rate=1/1h",
            "limit.late.path=/x",
            "limit.late.key=principal",
            "limit.late.position=last"
        };
        String[] all = Arrays.copyOf(rules, rules.length + more.length);
        System.arraycopy(more, 0, all, rules.length, more.length);
        given(all);
    }

    private List<String> policies(Explanation explanation) {
        return explanation.decision().quotas().stream().map(Quota::policy).toList();
    }

    /** The last filter decides of what the first has let in, and shows the figures of both only if it admits, too. */
    @Test
    void aCallMeetsTheRulesOfBothPlaces() {
        twoPlaces();
        Explanation open = explained(bob());
        assertThat(open.decision().allowed()).isTrue();
        assertThat(policies(open)).containsExactlyInAnyOrder("early", "late");
        assertThat(open.rules()).extracting(RuleMatch::match).containsExactly(Match.COUNTS, Match.COUNTS);

        engine.enter(bob(), Position.LAST);
        Explanation late = explained(bob());
        assertThat(late.decision().rule()).isEqualTo("late");
        assertThat(policies(late)).containsExactly("late");
        assertThat(of(late, "early").match()).isEqualTo(Match.COUNTS);
        assertThat(of(late, "early").standings()).hasSize(1);

        engine.enter(bob(), Position.FIRST);
        engine.enter(bob(), Position.FIRST);
        Explanation early = explained(bob());
        assertThat(early.decision().rule()).isEqualTo("early");
        assertThat(of(early, "late").match()).isEqualTo(Match.NOT_REACHED);
        assertThat(of(early, "late").standings()).isEmpty();
    }

    @Test
    void aCallThatNoRuleCountsIsLetIn() {
        twoPlaces();
        Explanation other = explained(get("/elsewhere"));
        assertThat(other.decision().allowed()).isTrue();
        assertThat(other.decision().shadowed()).isFalse();
        assertThat(other.decision().quotas()).isEmpty();
        assertThat(other.rules()).extracting(RuleMatch::match).containsOnly(Match.OTHER_PATH);
    }

    /** What cannot be read is 400 where a rule is enforced, and else only reported. */
    @Test
    void whatCannotBeReadIsMalformedOrReported() {
        twoPlaces(
                "limit.cost.rate=9/1h",
                "limit.cost.path=/cost",
                "limit.cost.cost=header:N",
                "limit.soft.rate=9/1h",
                "limit.soft.path=/soft",
                "limit.soft.cost=header:N",
                "limit.soft.enforce=false");
        Explanation enforced = explained(get("/cost").header("N", "-1"));
        assertThat(enforced.decision().reason()).isEqualTo(Reason.MALFORMED);
        assertThat(of(enforced, "cost").match()).isEqualTo(Match.UNREADABLE);
        assertThat(of(explained(get("/cost").header("N", "1")), "cost").match()).isEqualTo(Match.COUNTS);
        Explanation soft = explained(get("/soft").header("N", "-1"));
        assertThat(soft.decision().allowed()).isTrue();
        assertThat(soft.decision().shadowed()).isTrue();
        assertThat(of(soft, "soft").match()).isEqualTo(Match.UNREADABLE);
    }
}
