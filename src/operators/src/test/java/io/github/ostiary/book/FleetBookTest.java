package io.github.ostiary.book;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.GuardListener.Event;
import io.github.ostiary.GuardListener.Kind;
import io.github.ostiary.Key;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.TimeSource;
import io.github.ostiary.config.Declared;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.operator.Figures;
import io.github.ostiary.operator.Figures.RuleFigures;
import io.github.ostiary.operator.Figures.StoreFigures;
import io.github.ostiary.operator.Fleet;
import io.github.ostiary.operator.Fleet.Coverage;
import io.github.ostiary.operator.FleetNode;
import io.github.ostiary.operator.FleetNode.State;
import io.github.ostiary.operator.NodeEvent;
import io.github.ostiary.operator.SettingInForce;
import io.github.ostiary.operator.SettingInForce.Origin;
import io.github.ostiary.setup.WrittenRules;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.SharedState.Entry;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.testing.EveryFigure;
import io.github.ostiary.text.Durations;
import io.github.ostiary.trial.TrialLog;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the nodes of a fleet know of each other, by one sharedState in stepped time; their own clocks are apart. */
class FleetBookTest {

    private static final Figures FIGURES = answering(EveryFigure.figures());

    private final ManualTimeSource time = new ManualTimeSource();
    /** Of the book that was made last. */
    private FleetEvents events = new FleetEvents(Key::canonical, Duration.ofHours(1), time);

    private final SharedState sharedState = new LocalStore(1_000, time).sharedState();
    private final FleetBook a = book("a", 0, "300/1m");
    private final FleetBook b = book("b", 3_600, "300/1m");
    private final FleetBook c = book("c", -60, "300/1m");

    /** The store is not away. */
    private static Figures answering(Figures all) {
        StoreFigures store = all.store().orElseThrow();
        return new Figures(
                true,
                all.rules(),
                Optional.of(new StoreFigures(0, store.counted(), store.failures(), store.calls(), store.batches())),
                all.waiting(),
                all.countersHeld(),
                all.listenerDrops(),
                all.planFailures());
    }

    private FleetBook book(String name, int seconds, String rate) {
        return book(name, seconds, rate, FIGURES);
    }

    private FleetBook book(String name, int seconds, String rate, Figures figures) {
        SettingInForce setting = new SettingInForce("limit.browse.rate", rate, Origin.FILE, "");
        Declared declared = new Declared(Optional.empty(), List.of(setting), List.of(), Map.of());
        TimeSource clock = () -> time.micros() + seconds * 1_000_000L;
        events = new FleetEvents(Key::canonical, Duration.ofHours(1), clock);
        ThisNode node = new ThisNode(name, () -> figures, new WrittenRules(declared), clock, clock.micros());
        TrialBook trials = new TrialBook(new TrialLog(time), node.id(), sharedState, true, () -> "secret");
        return new FleetBook(node, events, trials, sharedState, true);
    }

    private static List<String> names(List<FleetNode> nodes) {
        return nodes.stream().map(FleetNode::name).toList();
    }

    private static long allowed(Fleet fleet) {
        return fleet.figures().rules().stream().mapToLong(RuleFigures::allowed).sum();
    }

    @Test
    void eachNodeShowsAllAddedUpAndEach() {
        List.of(c, b, a).forEach(FleetBook::say);
        for (FleetBook book : List.of(a, b, c)) {
            Fleet fleet = book.report();
            assertThat(fleet.coverage()).isEqualTo(Coverage.ALL_NODES);
            assertThat(names(fleet.running())).containsExactly("a", "b", "c");
            assertThat(allowed(fleet)).isEqualTo(3);
            assertThat(fleet.node("b").orElseThrow().figures()).isEqualTo(FIGURES);
            assertThat(fleet.differing()).isEmpty();
            assertThat(fleet.gone()).isEmpty();
        }
        assertThat(a.report().self())
                .isEqualTo(a.report().node("a").orElseThrow().id());
    }

    @Test
    void whoIsConfiguredOtherwiseIsNamed() {
        FleetBook other = book("d", 0, "100/1m");
        List.of(a, b, c, other).forEach(FleetBook::say);
        assertThat(names(a.report().differing())).containsExactly("d");
        assertThat(names(other.report().differing())).containsExactly("d");
    }

    @Test
    void whoSaysNothingMoreIsGoneSinceThenByTheClockOfTheStore() {
        List.of(a, b, c).forEach(FleetBook::say);
        time.advance(Duration.ofSeconds(30));
        List.of(a, b).forEach(FleetBook::say);
        assertThat(names(a.report().running())).containsExactly("a", "b", "c");
        time.advance(Duration.ofSeconds(1));
        Fleet fleet = a.report();
        assertThat(names(fleet.running())).containsExactly("a", "b");
        FleetNode gone = fleet.gone().get(0);
        assertThat(gone.life().state()).isEqualTo(State.SILENT);
        assertThat(gone.life().heard()).isEqualTo(Duration.ofSeconds(31));
        assertThat(gone.figures()).as("as it was last heard of").isEqualTo(FIGURES);
        assertThat(allowed(fleet)).isEqualTo(2);
        time.advance(Duration.ofMinutes(58));
        assertThat(names(a.report().gone())).containsExactlyInAnyOrder("b", "c");
        time.advance(Duration.ofSeconds(90));
        assertThat(names(a.report().gone())).containsExactly("b");
    }

    @Test
    void whoEndsSaysSo() {
        List.of(a, b).forEach(FleetBook::say);
        b.close();
        FleetNode gone = a.report().gone().get(0);
        assertThat(gone.name()).isEqualTo("b");
        assertThat(gone.life().state()).isEqualTo(State.STOPPED);
        assertThat(gone.figures().rules()).isEmpty();
    }

    @Test
    void theLastToGoStandFirstAndTheFirstMakeRoom() {
        for (int i = 0; i < 250; i++) {
            FleetBook each = book("start-" + i, 0, "300/1m");
            each.say();
            each.close();
            time.advance(Duration.ofSeconds(1));
        }
        a.say();
        Fleet fleet = b.report();
        assertThat(names(fleet.running())).containsExactly("a", "b");
        assertThat(names(fleet.gone())).hasSize(199).startsWith("start-249", "start-248");
    }

    @Test
    void whatCannotBeReadIsNamedAndKeepsNothingBack() throws StoreException {
        sharedState.put(FleetBook.TOPIC, new Entry("rogue", "<script>", 3_600_000_000L));
        sharedState.put(FleetBook.TOPIC, new Entry("later", "2\tsomething\telse", 3_600_000_000L));
        sharedState.put(FleetBook.TOPIC, new Entry("empty", "", 3_600_000_000L));
        b.say();
        Fleet fleet = a.report();
        assertThat(fleet.unreadable()).containsExactlyInAnyOrder("rogue", "later", "empty");
        assertThat(names(fleet.running())).containsExactly("a", "b");
    }

    /** Whoever writes that a text stays for longer than nodes do has not written it in the future. */
    @Test
    void aTextThatStaysForLongerWasWrittenNow() throws StoreException {
        b.say();
        Entry said = sharedState.entries(FleetBook.TOPIC, 10).get(0);
        sharedState.put(FleetBook.TOPIC, new Entry(said.name(), said.text(), 2 * said.leftMicros()));
        assertThat(a.report().node("b").orElseThrow().life().heard()).isZero();
    }

    @Test
    void eventsOfOthersAreHeardWithTheirTimesByTheClockHere() {
        FleetBook late = book("late", 7_200, "300/1m");
        for (int i = 1; i <= 130; i++) {
            events.on(new Event(
                    i == 130 ? Kind.LOCKED : Kind.LIMITED,
                    "main.account",
                    Optional.of(Key.principal("bob")),
                    i == 130 ? Optional.of(Duration.ofMinutes(15)) : Optional.empty()));
        }
        time.advance(Duration.ofSeconds(3));
        late.say();
        time.advance(Duration.ofSeconds(4));
        late.say();
        List<NodeEvent> heard = a.eventsOfOthers();
        assertThat(heard).as("of a flood the last").hasSize(100);
        NodeEvent newest = heard.get(0);
        assertThat(newest.number()).isEqualTo(130);
        assertThat(newest.name()).isEqualTo("late");
        assertThat(newest.at()).isEqualTo(Durations.instant(time.micros() - 7_000_000));
        assertThat(newest.event())
                .isEqualTo(new Event(
                        Kind.LOCKED,
                        "main.account",
                        Optional.of(Key.principal("bob")),
                        Optional.of(Duration.ofMinutes(15))));
        assertThat(late.eventsOfOthers()).isEmpty();
        time.advance(Duration.ofHours(1));
        assertThat(a.eventsOfOthers()).isEmpty();
    }

    @Test
    void aLineThatNoNodeHasWrittenIsPassedOver() throws StoreException {
        String sound = "[1,\"id\",\"b\",1,1,\"LIMITED\",\"login\",null,null]";
        List<String> rogue = List.of(
                "",
                "<script>",
                sound.replaceFirst("1", "2"),
                sound.replace("id", "<b>"),
                sound.replace("login", "<b>"),
                sound.replace("LIMITED", "UNHEARD"),
                sound.replace("null,null", "\"" + "x".repeat(500) + "\",null"),
                sound.replace("null,null", "\"9.principal.3.bobs\",null"),
                sound.replace("null,null", "null,\"soon\""),
                sound.replace("null,null", "null,-1"),
                sound);
        sharedState.append(FleetEvents.TOPIC, rogue, 60_000_000);
        assertThat(a.eventsOfOthers()).hasSize(1).extracting(NodeEvent::node).containsExactly("id");
    }

    /** What the store does not take now it is offered again. */
    @Test
    void eventsWaitForAStoreThatIsAway() {
        events.on(new Event(Kind.LIMITED, "login", Optional.empty(), Optional.empty()));
        FleetEvents.News news = events.news();
        assertThat(events.news().lines(a.report().nodes().get(0)).texts()).hasSize(1);
        events.on(new Event(Kind.LIMITED, "login", Optional.empty(), Optional.empty()));
        events.said(news);
        assertThat(events.news().lines(a.report().nodes().get(0)).texts()).hasSize(1);
    }

    @Test
    void whoCountsNothingIsNoNode() {
        Figures little = new Figures(false, List.of(), FIGURES.store(), FIGURES.waiting(), 0, 0, 0);
        FleetBook tool = book("tool", 0, "300/1m", little);
        a.say();
        assertThat(names(tool.report().nodes())).containsExactly("a");
        assertThat(tool.report().self()).isEmpty();
        tool.close();
        assertThat(a.report().gone()).isEmpty();
    }

    @Test
    void withoutASharedStoreItIsAFleetOfOne() {
        Declared none = new Declared(Optional.empty(), List.of(), List.of(), Map.of());
        ThisNode node = new ThisNode("alone", () -> FIGURES, new WrittenRules(none), time, time.micros());
        TrialBook trials = new TrialBook(new TrialLog(time), node.id(), sharedState, false, () -> "");
        Fleet fleet = new FleetBook(node, events, trials, sharedState, false).report();
        assertThat(fleet.coverage()).isEqualTo(Coverage.ONE_NODE);
        assertThat(names(fleet.running())).containsExactly("alone");
        assertThat(fleet.figures()).isEqualTo(FIGURES);
    }
}
