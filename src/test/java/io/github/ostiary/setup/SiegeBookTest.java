package io.github.ostiary.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.ostiary.GuardListener;
import io.github.ostiary.GuardListener.Kind;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.engine.Events;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.rule.RuleLedger;
import io.github.ostiary.rule.Siege;
import io.github.ostiary.rule.Siege.Sign;
import io.github.ostiary.rule.Siege.Threshold;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.SharedState.Entry;
import io.github.ostiary.store.SharedState.Topic;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.LogLines;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** How nodes hear of each other's sieges, by one board. */
class SiegeBookTest {

    private static final Threshold THRESHOLD = new Threshold(20, 1_800_000_000L);

    private final ManualTimeSource time = new ManualTimeSource();
    private final SharedState board = new LocalStore(1_000, time).board();
    private final RuleLedger here = new RuleLedger(time);
    private final RuleLedger there = new RuleLedger(time);
    private final List<GuardListener.Event> heard = new CopyOnWriteArrayList<>();
    private final Events events = new Events(List.of(heard::add));
    private final SiegeBook ofHere = new SiegeBook(here, board, true, events);
    private final SiegeBook ofThere = new SiegeBook(there, board, true, new Events(List.of()));

    private static void fail(RuleLedger node, int times) {
        for (int i = 0; i < times; i++) {
            node.siege("main.account").count(Sign.FAILED, THRESHOLD);
        }
    }

    private void lookAround() {
        ofHere.look();
        ofThere.look();
        ofHere.look();
    }

    private boolean begun(RuleLedger node) {
        return node.siege("main.account").on(THRESHOLD);
    }

    @Test
    void whatEachHasCountedBelongsToAll() {
        fail(here, 10);
        fail(there, 9);
        lookAround();
        fail(here, 1);
        assertThat(begun(here)).isTrue();
        assertThat(begun(there)).isFalse();
        lookAround();
        assertThat(begun(there)).isTrue();
    }

    @Test
    void whatIsSaidTwiceCountsOnce() {
        fail(here, 10);
        for (int i = 0; i < 300; i++) {
            lookAround();
        }
        fail(there, 9);
        lookAround();
        assertThat(begun(there)).isFalse();
        fail(there, 1);
        assertThat(begun(there)).isTrue();
    }

    @Test
    void otherSignInsAreOthers() {
        fail(here, 20);
        Siege other = there.siege("admin.account");
        fail(there, 0);
        lookAround();
        other.count(Sign.FAILED, THRESHOLD);
        assertThat(other.on(THRESHOLD)).isFalse();
    }

    @Test
    void aForeignTextIsPassedOver() throws StoreException {
        board.put(new Topic("sieges", 1_000), new Entry("main.account_other", "0;snonsense", 1_000_000));
        fail(here, 20);
        lookAround();
        assertThat(begun(here)).isTrue();
        assertThat(begun(there)).isFalse();
    }

    @Test
    void itsBeginAndItsEndAreSaidOnce() {
        try (LogLines log = LogLines.of(SiegeBook.class.getName())) {
            fail(here, 20);
            lookAround();
            lookAround();
            time.advance(Duration.ofMinutes(11));
            assertThat(begun(here)).isFalse();
            lookAround();
            lookAround();
            Await.until(() -> heard.size() == 2, Duration.ofSeconds(20));
            assertThat(heard)
                    .extracting(GuardListener.Event::kind, GuardListener.Event::rule)
                    .containsExactly(tuple(Kind.SIEGE_BEGAN, "main.account"), tuple(Kind.SIEGE_ENDED, "main.account"));
            assertThat(log.lines().stream()
                            .filter(line -> line.contains("siege"))
                            .toList())
                    .hasSizeBetween(2, 4)
                    .anyMatch(line -> line.contains("lockout.main.account: a siege has begun"))
                    .anyMatch(line -> line.contains("the siege is over"));
        }
    }
}
