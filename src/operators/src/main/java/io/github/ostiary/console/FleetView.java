package io.github.ostiary.console;

import io.github.ostiary.console.PageFrame.Tab;
import io.github.ostiary.operator.Figures;
import io.github.ostiary.operator.Fleet;
import io.github.ostiary.operator.Fleet.Coverage;
import io.github.ostiary.operator.FleetNode;
import io.github.ostiary.operator.FleetNode.Build;
import io.github.ostiary.operator.FleetNode.State;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The nodes of a page: all of them together, or the one that its visitor has chosen. Immutable.
 *
 * @param fleet as it is known now
 * @param wanted the id or name of the one that was asked for; empty for all
 */
record FleetView(Fleet fleet, String wanted) {

    /** The parameter that chooses one. */
    static final String NODE = "node";

    static FleetView of(Fleet fleet, ConsoleVisit visit) {
        return new FleetView(fleet, visit.parameter(NODE));
    }

    /**
     * The same for programs, which must not take all nodes for the one they asked for.
     *
     * @throws IllegalArgumentException if there is no such node
     */
    static FleetView strictly(Fleet fleet, ConsoleVisit visit) {
        FleetView view = of(fleet, visit);
        if (view.isUnknown()) {
            throw new IllegalArgumentException("there is no node '" + view.wanted
                    + "', or it has been gone for more than an hour; overview lists the nodes under nodes");
        }
        return view;
    }

    /** The one that was chosen. */
    Optional<FleetNode> chosen() {
        return wanted.isEmpty() ? Optional.empty() : fleet.node(wanted);
    }

    private boolean isUnknown() {
        return !wanted.isEmpty() && chosen().isEmpty();
    }

    /** The figures of the chosen node, or of all that run together. */
    Figures figures() {
        return chosen().map(FleetNode::figures).orElseGet(fleet::figures);
    }

    /** Whether a visitor has nodes to choose from. */
    boolean isOfSeveral() {
        return fleet.nodes().size() > 1;
    }

    /** Whose figures these are, in the middle of a sentence. */
    Html whose() {
        if (chosen().isPresent()) {
            return Html.of("<bdi>{}</bdi>", chosen().get().name());
        }
        int count = fleet.running().size();
        return Html.of(
                "{}", fleet.coverage() != Coverage.ALL_NODES || count == 1 ? "this node" : "all " + count + " nodes");
    }

    /** A list of nodes to choose from; nothing where there is one. */
    Html field(String id) {
        return Html.when(
                isOfSeveral() || !wanted.isEmpty(),
                Html.of(
                        "<div class=\"field\"><label for=\"{}\">Node</label><select id=\"{}\" name=\"{}\"><option"
                                + " value=\"\">all running nodes</option>{}</select></div>",
                        id,
                        id,
                        NODE,
                        fleet.nodes().stream().map(this::option).toList()));
    }

    private Html option(FleetNode node) {
        boolean selected = chosen().filter(node::equals).isPresent();
        return Html.of(
                "<option value=\"{}\"{}>{}{}</option>",
                node.id(),
                Html.when(selected, Html.of(" selected")),
                node.name(),
                node.id().equals(fleet.self()) ? " (this node)" : node.runs() ? "" : " (gone)");
    }

    /** The same as a form. */
    Html form(ConsoleVisit visit, Tab tab) {
        Html field = field(NODE);
        return Html.when(
                !field.isEmpty(),
                Html.of(
                        "<form class=\"row\" action=\"{}\" method=\"get\">{}<button>Show</button></form>",
                        visit.address(tab.path),
                        field));
    }

    /** The notices that are to be read before the figures of the nodes. */
    List<Html> notices() {
        return List.of(
                Html.when(
                        fleet.coverage() == Coverage.STORE_AWAY,
                        notice(
                                "bad",
                                "Redis does not answer.",
                                "The figures of other nodes are not known: these are of this node alone.")),
                Html.when(
                        isUnknown(),
                        notice(
                                "warn",
                                "That node is not known any more.",
                                "Nodes that have gone are kept for an hour. All running nodes are shown.")),
                Html.when(
                        !fleet.differing().isEmpty(),
                        notice("warn", "Some nodes differ from the others.", differing())),
                Html.when(
                        !fleet.unreadable().isEmpty(),
                        notice(
                                "warn",
                                Words.count(fleet.unreadable().size(), "node") + " cannot be read, and is left out.",
                                "Another version of Ostiary writes figures in another form: "
                                        + fleet.unreadable().stream().limit(10).collect(Collectors.joining(", "))
                                        + ".")),
                chosen().filter(node -> !node.runs()).map(FleetView::gone).orElse(Html.NONE));
    }

    private static Html notice(String colour, String head, String text) {
        return Html.of("<p class=\"notice {}\" role=\"status\"><strong>{}</strong> {}</p>", colour, head, text);
    }

    private String differing() {
        List<FleetNode> differing = fleet.differing();
        Build usual = fleet.usual();
        String versions = differing.stream()
                .filter(node -> !node.build().version().equals(usual.version()))
                .map(node -> node.name() + " has version " + node.build().version())
                .collect(Collectors.joining(", "));
        String configured = differing.stream()
                .filter(node -> !node.build().configuration().equals(usual.configuration()))
                .map(FleetNode::name)
                .collect(Collectors.joining(", "));
        return (versions.isEmpty() ? "" : versions + ", most have " + usual.version() + ". ")
                + (configured.isEmpty()
                        ? ""
                        : "Other rules or settings than most nodes: " + configured
                                + ". Compare their Rules, files and environments.");
    }

    private static Html gone(FleetNode node) {
        return notice(
                "warn",
                "This node is gone.",
                node.life().state() == State.STOPPED
                        ? "It stopped in an orderly way, and left no figures."
                        : "These are the last figures that it wrote.");
    }
}
