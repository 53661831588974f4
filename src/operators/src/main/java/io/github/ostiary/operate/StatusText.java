package io.github.ostiary.operate;

import io.github.ostiary.operator.Figures;
import io.github.ostiary.operator.Figures.Recent;
import io.github.ostiary.operator.Figures.RuleFigures;
import io.github.ostiary.operator.Figures.StoreFigures;
import io.github.ostiary.operator.Fleet;
import io.github.ostiary.operator.Fleet.Coverage;
import io.github.ostiary.operator.FleetNode;
import io.github.ostiary.text.Durations;
import io.github.ostiary.text.Nearest;
import io.github.ostiary.text.OneLine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The nodes of a fleet and what they do, in lines of text. */
final class StatusText {

    private static final int LONGEST = 120;

    private StatusText() {}

    /**
     * Tells of all nodes, or of one.
     *
     * @param node its name or id; empty for all
     * @return a line for each node, and one for each rule; none if no node counts everything
     * @throws IllegalArgumentException if there is no such node
     * @throws IllegalStateException if the store does not answer, and what was asked is no node itself
     */
    static List<String> lines(Fleet fleet, String node) {
        if (fleet.coverage() == Coverage.STORE_AWAY && fleet.nodes().isEmpty()) {
            throw new IllegalStateException(
                    "the store does not answer, so the figures of the nodes are not known; ask again when it does");
        }
        List<String> lines = new ArrayList<>();
        if (fleet.coverage() == Coverage.STORE_AWAY) {
            lines.add("the store does not answer: figures of this node alone");
        }
        List<FleetNode> shown = node.isEmpty() ? fleet.nodes() : List.of(find(fleet, node));
        shown.forEach(each -> lines.add(line(each, fleet)));
        if (!fleet.unreadable().isEmpty()) {
            lines.add("these nodes have another version, whose figures cannot be read: "
                    + fleet.unreadable().stream().limit(10).collect(Collectors.joining(", ")));
        }
        Figures figures = node.isEmpty() ? fleet.figures() : shown.get(0).figures();
        figures.rules().forEach(rule -> lines.add(line(rule)));
        return lines;
    }

    private static FleetNode find(Fleet fleet, String node) {
        return fleet.node(node)
                .orElseThrow(() -> new IllegalArgumentException("there is no node '" + node + "'"
                        + Nearest.hint(
                                node,
                                fleet.nodes().stream().map(FleetNode::name).toList(),
                                "; status without a name lists all")));
    }

    private static String line(FleetNode node, Fleet fleet) {
        String state = node.life().state().name().toLowerCase(Locale.ROOT);
        return OneLine.of(node.name(), LONGEST) + "  " + state + " for "
                + lasting(node.runs() ? node.life().running() : node.life().heard())
                + (node.build().version().isEmpty()
                        ? ""
                        : ", version " + node.build().version())
                + ", configuration " + node.build().configuration()
                + (fleet.differing().contains(node) ? ", unlike most nodes" : "")
                + node.figures().store().map(StatusText::line).orElse("");
    }

    private static String line(StoreFigures store) {
        return (store.degraded() ? ", cannot reach the store" : ", the store answers")
                + (store.calls().within(0.99).isPresent()
                        ? String.format(
                                Locale.ROOT,
                                ", 99 %% of calls within %.1f ms",
                                1_000 * store.calls().within(0.99).getAsDouble())
                        : "");
    }

    private static String line(RuleFigures rule) {
        String reasons = rule.denied().entrySet().stream()
                .map(each -> each.getValue() + " "
                        + each.getKey().name().toLowerCase(Locale.ROOT).replace('_', ' '))
                .sorted()
                .collect(Collectors.joining(", "));
        return rule.rule() + "  last minute " + line(rule.lastMinute()) + ", last hour " + line(rule.lastHour())
                + (reasons.isEmpty() ? "" : ", since the start " + reasons);
    }

    private static String line(Recent recent) {
        return recent.allowed() + " admitted and " + recent.denied() + " denied";
    }

    private static String lasting(Duration duration) {
        return Durations.inWords(Durations.ceilSeconds(duration));
    }
}
