package io.github.ostiary.setup;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.rule.RuleLedger;
import io.github.ostiary.rule.Siege;
import io.github.ostiary.rule.Siege.Sign;
import io.github.ostiary.rule.SiegeThreshold;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.SharedState.Entry;
import io.github.ostiary.store.SharedState.Topic;
import io.github.ostiary.store.StoreException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How nodes hear of each other's sieges, by one sharedState. */
class SiegeBookTest {

    private static final SiegeThreshold THRESHOLD = new SiegeThreshold(20, 1_800_000_000L);

    private final ManualTimeSource time = new ManualTimeSource();
    private final SharedState sharedState = new LocalStore(1_000, time).sharedState();
    private final RuleLedger here = new RuleLedger(time);
    private final RuleLedger there = new RuleLedger(time);
    private final SiegeBook ofHere = new SiegeBook(here, sharedState, true);
    private final SiegeBook ofThere = new SiegeBook(there, sharedState, true);

    private int networks;

    private void fail(RuleLedger node, int times) {
        for (int i = 0; i < times; i++) {
            node.siege("main.account").count(Sign.FAILED, "network-" + networks++, THRESHOLD);
        }
    }

    private void lookAround() {
        for (int i = 0; i < 5; i++) { // in its turn each tells and hears
            ofHere.look();
            ofThere.look();
        }
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
        ofHere.look();
        assertThat(begun(here)).isTrue();
        assertThat(begun(there)).isFalse();
        ofThere.look();
        assertThat(begun(there)).isTrue();
        assertThat(ofHere.beganHere("main.account")).isTrue();
        assertThat(ofThere.beganHere("main.account")).isFalse();
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
        lookAround();
        assertThat(begun(there)).isTrue();
    }

    @Test
    void otherSignInsAreOthers() {
        fail(here, 20);
        Siege other = there.siege("admin.account");
        fail(there, 0);
        lookAround();
        other.count(Sign.FAILED, "network", THRESHOLD);
        assertThat(other.on(THRESHOLD)).isFalse();
    }

    @Test
    void aForeignTextIsPassedOver() throws StoreException {
        sharedState.put(new Topic("sieges", 1_000), new Entry("main.account_other", "0,0;snonsense", 1_000_000));
        fail(here, 20);
        lookAround();
        assertThat(begun(here)).isTrue();
        assertThat(begun(there)).isFalse();
    }

    /** By then its signs are few there too: a node that has stopped says what it said last, for a day. */
    @Test
    void aNodeThatHasStoppedKeepsNoSiegeUp() {
        fail(there, 20);
        ofThere.look();
        time.advance(Duration.ofMinutes(15));
        ofHere.look();
        fail(here, 5);
        assertThat(begun(here)).isFalse();
    }

    @Test
    void itsEndIsSaidAtOnce() {
        assertThat(begun(there)).isFalse();
        fail(here, 20);
        lookAround();
        assertThat(begun(there)).isTrue();
        time.advance(Duration.ofMinutes(11));
        lookAround();
        assertThat(begun(here)).isFalse();
        fail(there, 4);
        lookAround();
        assertThat(begun(there)).as("what led to it leads to no other").isFalse();
    }
}
