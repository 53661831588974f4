package io.github.ostiary.setup;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.config.Declared;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.operator.Figures;
import io.github.ostiary.operator.Figures.RuleFigures;
import io.github.ostiary.operator.Figures.StoreFigures;
import io.github.ostiary.operator.Fleet;
import io.github.ostiary.operator.Fleet.Coverage;
import io.github.ostiary.operator.FleetNode;
import io.github.ostiary.operator.FleetNode.State;
import io.github.ostiary.operator.SettingInForce;
import io.github.ostiary.operator.SettingInForce.Origin;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.SharedState.Entry;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.testing.EveryFigure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the nodes of a fleet know of each other, by one board in stepped time; their own clocks are apart. */
class FleetBookTest {

    private static final Figures FIGURES = answering(EveryFigure.figures());

    private final ManualTimeSource time = new ManualTimeSource();
    private final SharedState board = new LocalStore(1_000, time).board();
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
                all.listenerDrops());
    }

    private FleetBook book(String name, int seconds, String rate) {
        return book(name, seconds, rate, FIGURES);
    }

    private FleetBook book(String name, int seconds, String rate, Figures figures) {
        SettingInForce setting = new SettingInForce("limit.browse.rate", rate, Origin.FILE, "");
        Declared declared = new Declared(Optional.empty(), List.of(setting), List.of(), Map.of());
        ThisNode node = new ThisNode(
                name, () -> figures, new WrittenRules(declared), () -> time.micros() + seconds * 1_000_000L);
        return new FleetBook(node, board, true);
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
        board.put(FleetBook.TOPIC, new Entry("rogue", "<script>", 3_600_000_000L));
        board.put(FleetBook.TOPIC, new Entry("later", "2\tsomething\telse", 3_600_000_000L));
        board.put(FleetBook.TOPIC, new Entry("empty", "", 3_600_000_000L));
        b.say();
        Fleet fleet = a.report();
        assertThat(fleet.unreadable()).containsExactlyInAnyOrder("rogue", "later", "empty");
        assertThat(names(fleet.running())).containsExactly("a", "b");
    }

    /** Whoever writes that a text stays for longer than nodes do has not written it in the future. */
    @Test
    void aTextThatStaysForLongerWasWrittenNow() throws StoreException {
        b.say();
        Entry said = board.notices(FleetBook.TOPIC, 10).get(0);
        board.put(FleetBook.TOPIC, new Entry(said.name(), said.text(), 2 * said.leftMicros()));
        assertThat(a.report().node("b").orElseThrow().life().heard()).isZero();
    }

    @Test
    void whoCountsNothingIsNoNode() {
        Figures little = new Figures(false, List.of(), FIGURES.store(), FIGURES.waiting(), 0, 0);
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
        ThisNode node = new ThisNode("alone", () -> FIGURES, new WrittenRules(none), time);
        Fleet fleet = new FleetBook(node, board, false).report();
        assertThat(fleet.coverage()).isEqualTo(Coverage.ONE_NODE);
        assertThat(names(fleet.running())).containsExactly("alone");
        assertThat(fleet.figures()).isEqualTo(FIGURES);
    }
}
