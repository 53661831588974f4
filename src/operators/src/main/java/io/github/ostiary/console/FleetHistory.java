package io.github.ostiary.console;

import io.github.ostiary.GuardListener.Event;
import io.github.ostiary.console.EventRing.Heard;
import io.github.ostiary.operator.Fleet;
import io.github.ostiary.operator.FleetNode;
import io.github.ostiary.operator.NodeEvent;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.text.Durations;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/** The events of this node, from memory, among those that the other nodes have written. */
final class FleetHistory {

    static final Comparator<NodeEvent> NEWEST = Comparator.comparing(NodeEvent::at)
            .thenComparing(NodeEvent::number)
            .thenComparing(NodeEvent::node)
            .reversed();

    private final EventRing own;
    private final OperatorApi operators;

    FleetHistory(EventRing own, OperatorApi operators) {
        this.own = own;
        this.operators = operators;
    }

    /**
     * The newest, first.
     *
     * @param view of the nodes, or of one
     */
    List<NodeEvent> last(FleetView view, Predicate<Event> wanted) {
        Fleet fleet = view.fleet();
        String chosen = view.chosen().map(FleetNode::id).orElse("");
        String name = fleet.node(fleet.self()).map(FleetNode::name).orElse("");
        List<NodeEvent> all = new ArrayList<>();
        if (chosen.isEmpty() || chosen.equals(fleet.self())) {
            for (Heard each : own.last(wanted)) {
                Instant at = Durations.instant(each.micros());
                all.add(new NodeEvent(fleet.self(), name, each.number(), at, each.event()));
            }
        }
        if (view.isOfSeveral() && !chosen.equals(fleet.self())) {
            operators.eventsOfOthers().stream()
                    .filter(each -> wanted.test(each.event()))
                    .filter(each -> chosen.isEmpty() || each.node().equals(chosen))
                    .forEach(all::add);
        }
        all.sort(NEWEST);
        return all;
    }
}
