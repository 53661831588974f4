package io.github.ostiary.book;

import io.github.ostiary.operator.Fleet;
import io.github.ostiary.operator.Fleet.Coverage;
import io.github.ostiary.operator.FleetNode;
import io.github.ostiary.operator.FleetNode.State;
import io.github.ostiary.operator.NodeEvent;
import io.github.ostiary.setup.Background;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.SharedState.Entry;
import io.github.ostiary.store.SharedState.Line;
import io.github.ostiary.store.SharedState.Topic;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.text.Durations;
import io.github.ostiary.text.Log;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The figures of the whole fleet: each node puts what it has done beside what the others have, where one that is asked reads all.
 * Thread-safe.
 *
 * <p>Costs one call each five seconds, of nodes that count everything, and one more for each question. A text counts for 30
 * seconds and stays for an hour, so that a node that is gone is known by name; how old it is the store says, by how long it
 * still stays, so that no two clocks are compared. At most 200 nodes: those that are gone make room first.
 */
final class FleetBook implements AutoCloseable {

    static final Topic TOPIC = new Topic(FleetEvents.TOPIC.name(), 200);

    private static final System.Logger LOG = Log.of(FleetBook.class);
    private static final long SAY_MILLIS = 5_000;
    private static final int TURNS = 12;
    private static final int AGREEING = 0;
    private static final int TRIALS = 2;
    private static final long KEPT_MICROS = 3_600L * 1_000_000;
    private static final Comparator<FleetNode> ORDER = Comparator.comparing((FleetNode node) -> !node.runs())
            .thenComparing(node -> node.runs() ? Duration.ZERO : node.life().heard())
            .thenComparing(FleetNode::name)
            .thenComparing(FleetNode::id);

    private final ThisNode self;
    private final FleetEvents events;
    private final TrialBook trials;
    private final SharedState sharedState;
    private final boolean shared;

    /** The rounds so far; one thread counts them. */
    private int ticks;

    /**
     * Nothing said.
     *
     * @param events of this node, to be said
     * @param trials what rules on trial have seen
     * @param shared whether other nodes share this state
     */
    FleetBook(ThisNode self, FleetEvents events, TrialBook trials, SharedState sharedState, boolean shared) {
        this.self = self;
        this.events = events;
        this.trials = trials;
        this.sharedState = sharedState;
        this.shared = shared;
    }

    /** Says from now on what this node does. */
    void start(Background background) {
        if (speaks(self.now(State.RUNNING))) {
            background.every(SAY_MILLIS, this::tick);
        }
    }

    /** A node that counts next to nothing, such as the command line, is none of the fleet's. */
    private boolean speaks(FleetNode node) {
        return shared && node.figures().complete();
    }

    /** One call: the figures; in their place twice a minute, where rules are on trial, what is to be known of these. */
    void tick() {
        int turn = ticks++ % TURNS;
        if (turn == AGREEING && trials.isAny()) {
            trials.agree();
        } else if (turn == TRIALS && trials.isAny()) {
            trials.say();
        } else {
            say();
        }
    }

    /** Says what this node has done. */
    void say() {
        say(self.now(State.RUNNING));
    }

    private void say(FleetNode node) {
        FleetEvents.News news = events.news();
        try {
            Entry entry = new Entry(self.id(), FleetText.write(node), KEPT_MICROS);
            sharedState.put(TOPIC, List.of(entry), news.lines(node));
            events.said(news);
        } catch (StoreException e) {
            LOG.log(Level.DEBUG, "The figures of this node are not known to the other nodes yet", e);
        }
    }

    /** All nodes; this one alone if the shared state does not answer. */
    Fleet report() {
        FleetNode own = self.now(State.RUNNING);
        boolean among = speaks(own) || !shared;
        List<FleetNode> nodes = new ArrayList<>(among ? List.of(own) : List.of());
        List<String> unreadable = new ArrayList<>();
        Coverage coverage = shared ? Coverage.ALL_NODES : Coverage.ONE_NODE;
        try {
            for (Entry entry : shared ? sharedState.entries(TOPIC, TOPIC.most()) : List.<Entry>of()) {
                if (!entry.name().equals(self.id())) {
                    read(entry, nodes, unreadable);
                }
            }
        } catch (StoreException e) {
            coverage = Coverage.STORE_AWAY;
            LOG.log(Level.DEBUG, "The figures of the other nodes are not known", e);
        }
        nodes.sort(ORDER);
        return new Fleet(coverage, among ? self.id() : "", nodes, unreadable);
    }

    /** The observations of rules on trial on all nodes. */
    TrialBook trials() {
        return trials;
    }

    /** The last events of the other nodes; none if the shared state does not answer. */
    List<NodeEvent> eventsOfOthers() {
        List<NodeEvent> heard = new ArrayList<>();
        try {
            for (Line line :
                    shared ? sharedState.lines(FleetEvents.TOPIC, FleetEvents.TOPIC.most()) : List.<Line>of()) {
                events.read(line)
                        .filter(event -> !event.node().equals(self.id()))
                        .ifPresent(heard::add);
            }
        } catch (StoreException e) {
            LOG.log(Level.DEBUG, "The events of the other nodes are not known", e);
        }
        return heard;
    }

    private static void read(Entry entry, List<FleetNode> nodes, List<String> unreadable) {
        Duration heard = Durations.ofMicros(Math.max(0, KEPT_MICROS - entry.leftMicros()));
        try {
            nodes.add(FleetText.read(entry.name(), entry.text(), heard));
        } catch (IllegalArgumentException e) {
            unreadable.add(entry.name());
            LOG.log(
                    Level.DEBUG,
                    "What a node has written cannot be read: another version writes it in another form",
                    e);
        }
    }

    /** Says that this node ends, if the shared state answers. */
    @Override
    public void close() {
        FleetNode node = self.now(State.STOPPED);
        boolean away = node.figures().store().map(store -> store.degraded()).orElse(false);
        if (speaks(node) && !away) {
            trials.say();
            say(node);
        }
    }
}
