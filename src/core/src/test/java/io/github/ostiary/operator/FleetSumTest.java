package io.github.ostiary.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.operator.Figures.Distribution;
import io.github.ostiary.operator.Figures.Recent;
import io.github.ostiary.operator.Figures.RuleFigures;
import io.github.ostiary.operator.Figures.Slice;
import io.github.ostiary.operator.Figures.WaitFigures;
import io.github.ostiary.operator.Fleet.Coverage;
import io.github.ostiary.operator.FleetNode.Build;
import io.github.ostiary.operator.FleetNode.Life;
import io.github.ostiary.operator.FleetNode.State;
import io.github.ostiary.testing.EveryFigure;
import io.github.ostiary.testing.FigureVariants;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What several nodes have done together, and what tells them apart. */
class FleetSumTest {

    private static final Build USUAL = new Build("1.0", "aaaa");

    /** A siege that one node knows of goes on. */
    private static final Set<String> NOT_ADDED = Set.of("rules.lockout.siege");

    private static FleetNode node(String name, State state, Build build, Figures figures) {
        return new FleetNode("id-" + name, name, build, new Life(state, Duration.ZERO, Duration.ZERO), figures);
    }

    private static FleetNode node(String name, Build build) {
        return node(name, State.RUNNING, build, EveryFigure.figures());
    }

    private static Fleet fleet(FleetNode... nodes) {
        return new Fleet(Coverage.ALL_NODES, "id-a", List.of(nodes), List.of());
    }

    private static Figures sum(Figures... figures) {
        return fleet(Arrays.stream(figures)
                        .map(each -> node("a", State.RUNNING, USUAL, each))
                        .toArray(FleetNode[]::new))
                .figures();
    }

    @Test
    void everyFigureIsAdded() {
        Figures one = EveryFigure.figures();
        assertThat(sum(one)).isEqualTo(one);
        Figures two = sum(one, one);
        assertThat(FigureVariants.all().entrySet().stream()
                        .filter(variant -> sum(one, variant.getValue()).equals(two))
                        .map(Map.Entry::getKey))
                .containsExactlyInAnyOrderElementsOf(NOT_ADDED);
        RuleFigures rule = two.rules().get(0);
        assertThat(rule.allowed()).isEqualTo(2);
        assertThat(rule.deniedInAll()).isEqualTo(2);
        assertThat(rule.lastHour().denied()).isEqualTo(2);
        assertThat(rule.lockout().orElseThrow().count(LockoutEvent.LOCKED)).isEqualTo(2);
        assertThat(two.store().orElseThrow().calls().count()).isEqualTo(400);
        assertThat(two.store().orElseThrow().unreachable()).isEqualTo(1);
    }

    @Test
    void rulesThatOneNodeHasStandAmongThoseOfAll() {
        Figures here = ofRule("limit.b", recent(5, 1, 2));
        Figures there = ofRule("limit.a", recent(5, 3, 4));
        assertThat(sum(here, there).rules()).extracting(RuleFigures::rule).containsExactly("limit.a", "limit.b");
        assertThat(sum().rules()).isEmpty();
    }

    @Test
    void partsAreAddedFromTheNewest() {
        assertThat(minute(recent(5, 1, 2, 3), recent(5, 10, 20))).containsExactly(1L, 12L, 23L);
        assertThat(minute(recent(5, 10, 20), recent(5, 1, 2, 3))).containsExactly(1L, 12L, 23L);
        assertThat(minute(recent(5, 1, 2, 3), recent(10, 10, 20))).containsExactly(1L, 2L, 33L);
        assertThat(minute(recent(5), recent(5))).isEmpty();
        assertThat(minute(recent(5, 1), recent(5))).containsExactly(1L);
    }

    private static List<Long> minute(Recent one, Recent other) {
        return sum(ofRule("limit.a", one), ofRule("limit.a", other)).rules().get(0).lastMinute().parts().stream()
                .map(Slice::allowed)
                .toList();
    }

    private static Recent recent(int seconds, int... allowed) {
        return new Recent(
                Duration.ofSeconds(seconds),
                IntStream.of(allowed).mapToObj(each -> new Slice(each, 0)).toList());
    }

    private static Figures ofRule(String name, Recent recent) {
        RuleFigures rule = new RuleFigures(name, 1, Map.of(), 0, Optional.empty(), recent, recent);
        Distribution none = new Distribution(List.of(), List.of(), 0);
        return new Figures(true, List.of(rule), Optional.empty(), new WaitFigures(0, 0, none), 0, 0, 0);
    }

    @Test
    void whoHasStoppedOrIsSilentDoesNotCount() {
        Figures one = EveryFigure.figures();
        Fleet fleet = fleet(
                node("a", State.RUNNING, USUAL, one),
                node("b", State.SILENT, USUAL, one),
                node("c", State.STOPPED, USUAL, one));
        assertThat(fleet.figures()).isEqualTo(one);
        assertThat(fleet.gone()).extracting(FleetNode::name).containsExactly("b", "c");
        assertThat(fleet.node("id-b")).map(FleetNode::name).hasValue("b");
        assertThat(fleet.node("c")).map(FleetNode::id).hasValue("id-c");
        assertThat(fleet.node("d")).isEmpty();
        assertThat(fleet(node("shop-10/7", USUAL), node("shop-1/9", USUAL)).node("shop-1"))
                .map(FleetNode::name)
                .hasValue("shop-1/9");
    }

    @Test
    void whoRunsSomethingElseThanMostIsNamed() {
        Build configured = new Build("1.0", "bbbb");
        Build older = new Build("0.9", "aaaa");
        assertThat(fleet(node("a", USUAL), node("b", USUAL)).differing()).isEmpty();
        assertThat(fleet(node("a", configured), node("b", USUAL), node("c", USUAL), node("d", older))
                        .differing())
                .extracting(FleetNode::name)
                .containsExactly("a", "d");
        assertThat(fleet(node("a", USUAL), node("b", configured)).differing())
                .extracting(FleetNode::name)
                .containsExactly("b");
        FleetNode gone = node("a", State.SILENT, older, EveryFigure.figures());
        assertThat(fleet(gone, node("b", USUAL)).differing()).isEmpty();
    }

    @Test
    void mostFiguresAreWithinABound() {
        Distribution times = new Distribution(List.of(0.001, 0.01, 0.1), List.of(50L, 49L, 1L, 0L), 1);
        assertThat(times.within(0.5)).hasValue(0.001);
        assertThat(times.within(0.99)).hasValue(0.01);
        assertThat(times.within(1)).hasValue(0.1);
        assertThat(new Distribution(List.of(0.001), List.of(0L, 1L), 1).within(0.5))
                .isEmpty();
        assertThat(new Distribution(List.of(0.001), List.of(0L, 0L), 0).within(0.5))
                .isEmpty();
    }
}
