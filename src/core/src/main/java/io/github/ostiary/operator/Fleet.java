package io.github.ostiary.operator;

import io.github.ostiary.operator.FleetNode.Build;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The nodes that share a store, and what each has done. A node without a shared store is a fleet of one. No figure is about a
 * caller. Immutable.
 *
 * @param coverage whether these are all nodes
 * @param self the id of the node that was asked; empty if it is none itself, since it counts nothing
 * @param nodes that run, in the order of their names; then those that are gone, the last to go first
 * @param unreadable ids of nodes whose figures cannot be read here, since another version has written them
 */
public record Fleet(Coverage coverage, String self, List<FleetNode> nodes, List<String> unreadable) {

    /** The nodes whose figures there are. */
    public enum Coverage {
        /** The figures are of this node, which shares its counters with no other. */
        ONE_NODE,
        /** The figures of all nodes that count everything, as {@code metrics} and the console have them do. */
        ALL_NODES,
        /** The figures of this node, since the store that has the others does not answer. */
        STORE_AWAY
    }

    /** Copies the lists. */
    public Fleet {
        nodes = List.copyOf(nodes);
        unreadable = List.copyOf(unreadable);
    }

    /**
     * The nodes that run.
     *
     * @return in the order of their names
     */
    public List<FleetNode> running() {
        return nodes.stream().filter(FleetNode::runs).toList();
    }

    /**
     * The nodes that have stopped or are silent.
     *
     * @return the last to go first
     */
    public List<FleetNode> gone() {
        return nodes.stream().filter(node -> !node.runs()).toList();
    }

    /**
     * A node.
     *
     * @param named its id, its name, or its machine; of several the first
     * @return empty if it was not heard of within the last hour
     */
    public Optional<FleetNode> node(String named) {
        return nodes.stream()
                .filter(node -> node.id().equals(named))
                .findFirst()
                .or(() -> nodes.stream()
                        .filter(node -> node.name().equals(named) || node.name().startsWith(named + "/"))
                        .findFirst());
    }

    /**
     * The figures of all nodes that run, added up.
     *
     * @return complete if all of them are; of 1,000 rules at most
     */
    public Figures figures() {
        return FigureSum.of(running().stream().map(FleetNode::figures).toList());
    }

    /**
     * The nodes that run, and run something else than most of them do.
     *
     * @return empty if all have the same version and configuration
     */
    public List<FleetNode> differing() {
        Build usual = usual();
        return running().stream().filter(node -> !node.build().equals(usual)).toList();
    }

    /**
     * The build that most nodes run; of as many, the one that the first has.
     *
     * @return of the nodes that run
     */
    public Build usual() {
        Map<Build, Integer> builds = new HashMap<>();
        running().forEach(node -> builds.merge(node.build(), 1, Integer::sum));
        Build usual = new Build("", "");
        int most = 0;
        for (FleetNode node : running()) {
            int count = builds.getOrDefault(node.build(), 0);
            if (count > most) {
                usual = node.build();
                most = count;
            }
        }
        return usual;
    }
}
