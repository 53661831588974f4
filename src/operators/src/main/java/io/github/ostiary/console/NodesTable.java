package io.github.ostiary.console;

import io.github.ostiary.console.PageFrame.Tab;
import io.github.ostiary.operator.Figures;
import io.github.ostiary.operator.Figures.Recent;
import io.github.ostiary.operator.Figures.StoreFigures;
import io.github.ostiary.operator.Fleet;
import io.github.ostiary.operator.FleetNode;
import io.github.ostiary.operator.FleetNode.State;
import io.github.ostiary.text.Durations;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** The nodes of a fleet as a table: what each runs, since when, and what it has done within the last minute. */
final class NodesTable {

    private static final int MOST_GONE = 20;

    private NodesTable() {}

    /**
     * Makes it.
     *
     * @param now µs
     */
    static Html of(ConsoleVisit visit, Fleet fleet, long now) {
        List<FleetNode> gone = fleet.gone();
        Stream<FleetNode> shown =
                Stream.concat(fleet.running().stream(), gone.stream().limit(MOST_GONE));
        return Html.of(
                """
                <section aria-labelledby="nodes"><h2 id="nodes">Nodes</h2>
                <div class="card scroll"><table class="stack">
                <thead><tr><th scope="col">Node</th><th scope="col">State</th><th scope="col">Version</th><th scope="col">Configuration</th>
                  <th scope="col" class="num">Admitted<br>last minute</th><th scope="col" class="num">Denied<br>last minute</th>
                  <th scope="col">Redis, seen from the node</th></tr></thead>
                <tbody>{}</tbody></table></div>{}</section>
                """,
                shown.map(node -> row(visit, fleet, node, now)).toList(),
                Html.when(
                        gone.size() > MOST_GONE,
                        Html.of(
                                "<p class=\"hint\">{} more have gone within the last hour.</p>",
                                gone.size() - MOST_GONE)));
    }

    private static Html row(ConsoleVisit visit, Fleet fleet, FleetNode node, long now) {
        return Html.of(
                """
                <tr><th scope="row"><a href="{}"><bdi>{}</bdi></a>{}</th>
                <td data-label="State"><span>{}</span></td>
                <td data-label="Version"><span>{}</span></td><td data-label="Configuration"><span>{}</span></td>
                {}{}
                <td data-label="Redis, seen from the node"><span>{}</span></td></tr>
                """,
                visit.address(Tab.OVERVIEW.path, FleetView.NODE, node.id()),
                node.name(),
                Html.when(node.id().equals(fleet.self()), Html.of(" <span class=\"tag\">this node</span>")),
                state(node, now),
                marked(
                        node,
                        version(node),
                        node.build().version().equals(fleet.usual().version())),
                marked(
                        node,
                        node.build().configuration(),
                        node.build().configuration().equals(fleet.usual().configuration())),
                cell("Admitted, last minute", node, Recent::allowed),
                cell("Denied, last minute", node, Recent::denied),
                node.figures()
                        .store()
                        .filter(store -> node.runs())
                        .map(NodesTable::store)
                        .orElse(Html.of("–")));
    }

    private static Html marked(FleetNode node, String text, boolean usual) {
        return usual || !node.runs() ? Html.of("{}", text) : Words.state("warn", text);
    }

    private static String version(FleetNode node) {
        return node.build().version().isEmpty() ? "unknown" : node.build().version();
    }

    private static Html state(FleetNode node, long now) {
        String running = "for " + Moments.of(node.life().running());
        if (node.runs()) {
            return Html.of("{}<small>{}</small>", Words.state("good", "runs"), running);
        }
        boolean stopped = node.life().state() == State.STOPPED;
        return Html.of(
                "{}<small>since {}</small>",
                Words.state(stopped ? "idle" : "bad", stopped ? "stopped" : "silent"),
                Moments.since(now - Durations.toMicros(node.life().heard())));
    }

    /** A cell; of a node that is gone no minute is the last one. */
    private static Html cell(String label, FleetNode node, ToLongFunction<Recent> what) {
        long sum = node.runs() ? minute(node.figures(), what) : 0;
        return Html.of(
                "<td data-label=\"{}\" class=\"num{}\"><span>{}</span></td>",
                label,
                sum == 0 ? " none" : "",
                node.runs() ? Words.number(sum) : "–");
    }

    private static long minute(Figures figures, ToLongFunction<Recent> what) {
        return figures.rules().stream()
                .mapToLong(rule -> what.applyAsLong(rule.lastMinute()))
                .sum();
    }

    private static Html store(StoreFigures store) {
        return Html.of(
                "{}{}",
                store.degraded() ? Words.state("bad", "away") : Words.state("good", "answers"),
                within(store).isEmpty() ? Html.NONE : Html.of("<small>{}</small>", within(store)));
    }

    /** How long its calls took; empty if there are none, or too many were beyond all bounds. */
    static String within(StoreFigures store) {
        return store.calls().within(0.99).isEmpty()
                ? ""
                : String.format(
                        Locale.ROOT,
                        "99 %% of calls within %s ms",
                        millis(store.calls().within(0.99).getAsDouble()));
    }

    private static String millis(double seconds) {
        return String.format(Locale.ROOT, "%.1f", 1_000 * seconds).replaceFirst("\\.0$", "");
    }
}
