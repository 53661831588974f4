package io.github.ostiary.tier;

import static io.github.ostiary.tier.SteppedNodes.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.ConcurrencyPolicy;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.tier.SteppedNodes.Node;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A call keeps its permit for as long as it runs, whatever becomes of the store, and no longer. */
class LeaseKeeperTest {

    private final SteppedNodes nodes = new SteppedNodes();
    private final Node one = nodes.node();
    private final Node two = nodes.node();

    /** What is reached through this has not ended. */
    private final Object call = new Object();

    /** How many of a key's permits are free, as the store says. */
    private long free() {
        try {
            return nodes.shared
                    .line()
                    .ask(Operation.PEEK, List.of(nodes.lease("bob")), Store.NO_DEADLINE)
                    .get(0)
                    .remaining();
        } catch (StoreException e) {
            throw new IllegalStateException(e);
        }
    }

    private LeaseClaim entered(Node node) {
        LeaseClaim lease = nodes.lease("bob");
        assertThat(node.admits(lease)).isTrue();
        return lease;
    }

    private void gives(Node node, LeaseClaim... leases) {
        node.tiers.settle(Operation.ABANDON, List.of(leases));
    }

    @Test
    void aRunningCallKeepsItsLease() {
        LeaseClaim running = entered(one);
        one.tiers.watch(List.of(running), call);
        nodes.clock.pass(9 * SECOND);
        assertThat(nodes.heard(Operation.RENEW)).isEmpty();
        nodes.clock.pass(2 * SECOND);
        assertThat(nodes.heard(Operation.RENEW)).containsExactly("RENEW bob/" + running.lease());
        nodes.clock.pass(100 * SECOND);
        assertThat(nodes.heard(Operation.RENEW)).hasSize(11);
        assertThat(free()).isEqualTo(2);
        gives(one, running);
        assertThat(free()).isEqualTo(3);
        assertThat(nodes.askedWithin(60 * SECOND)).isZero();
        assertThat(nodes.clock.isIdle()).isTrue();
    }

    @Test
    void aLeaseThatIsNoCallsEndsInItsTime() {
        LeaseClaim byHand = entered(one);
        LeaseClaim gone = entered(one);
        one.tiers.watch(List.of(gone), call);
        one.tiers.unwatch(List.of(gone));
        nodes.clock.pass(29 * SECOND);
        assertThat(free()).isEqualTo(1);
        nodes.clock.pass(2 * SECOND);
        assertThat(free()).isEqualTo(3);
        assertThat(one.tiers.renew(byHand)).isFalse();
        assertThat(free()).isEqualTo(3);
    }

    @Test
    void aLeaseByHandIsRenewedByHand() {
        LeaseClaim byHand = entered(one);
        for (int i = 0; i < 3; i++) {
            nodes.clock.pass(20 * SECOND);
            assertThat(one.tiers.renew(byHand)).isTrue();
        }
        nodes.clock.pass(29 * SECOND);
        assertThat(free()).isEqualTo(2);
        nodes.clock.pass(2 * SECOND);
        assertThat(free()).isEqualTo(3);
    }

    /** One renewal finds a lease lost: all others are taken again with it, long before they are due. */
    @Test
    void whatAStoreHasLostIsTakenAgain() {
        LeaseClaim first = entered(one);
        one.tiers.watch(List.of(first), call);
        nodes.clock.pass(8 * SECOND);
        LeaseClaim second = entered(one);
        one.tiers.watch(List.of(second), call);
        nodes.shared.flush();
        assertThat(free()).isEqualTo(3);
        nodes.clock.pass(2 * SECOND + 500_000);
        assertThat(free()).isEqualTo(1);
    }

    /** Room or not: its call is at work. */
    @Test
    void aRunningCallTakesItsLeaseAgainThoughOthersHaveAll() {
        LeaseClaim running = entered(one);
        one.tiers.watch(List.of(running), call);
        nodes.shared.flush();
        List<LeaseClaim> others = List.of(entered(two), entered(two), entered(two));
        nodes.clock.pass(11 * SECOND);
        gives(two, others.get(0));
        assertThat(two.admits(nodes.lease("bob"))).as("three are at work").isFalse();
        gives(one, running);
        assertThat(two.admits(nodes.lease("bob"))).isTrue();
    }

    /** Mutual exclusion: it is taken again only if no other has it. */
    @Test
    void aLeaseByHandThatWasLostIsRenewedIfThereIsRoom() {
        LeaseClaim byHand = entered(one);
        nodes.shared.flush();
        assertThat(one.tiers.renew(byHand)).isTrue();
        assertThat(free()).isEqualTo(2);
        nodes.shared.flush();
        List<LeaseClaim> others = List.of(entered(two), entered(two), entered(two));
        assertThat(one.tiers.renew(byHand)).isFalse();
        gives(two, others.get(0));
        assertThat(one.tiers.renew(byHand)).as("it was given back").isFalse();
        assertThat(free()).isEqualTo(1);
    }

    @Test
    void whatIsGivenBackWhileItIsTakenAgainIsFree() {
        LeaseClaim running = entered(one);
        one.tiers.watch(List.of(running), call);
        nodes.shared.flush();
        nodes.clock.pass(9 * SECOND);
        // The renewal finds it lost; it is given back while it is being taken again.
        nodes.meanwhile = () -> nodes.meanwhile = () -> {
            gives(one, running);
            nodes.shared.flush();
            retaken(running);
        };
        nodes.clock.pass(2 * SECOND);
        assertThat(nodes.heard(Operation.KEEP)).hasSize(2);
        assertThat(free()).isEqualTo(3);
    }

    /** What the store did before it heard of the end. */
    private void retaken(LeaseClaim lease) {
        try {
            var unused = nodes.shared.line().ask(Operation.KEEP, List.of(lease), Store.NO_DEADLINE);
        } catch (StoreException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aLeaseThatWasGivenBackWhileItWasRenewedIsNotTakenAgain() {
        LeaseClaim running = entered(one);
        one.tiers.watch(List.of(running), call);
        nodes.shared.flush();
        nodes.clock.pass(9 * SECOND);
        nodes.meanwhile = () -> gives(one, running);
        nodes.clock.pass(2 * SECOND);
        assertThat(nodes.heard(Operation.KEEP)).isEmpty();
        assertThat(free()).isEqualTo(3);
    }

    @Test
    void aStoreThatHasLostWhatThisNodeHoldsGrantsNoneOfItAgain() {
        entered(one);
        entered(one);
        entered(one);
        nodes.clock.pass(SECOND);
        nodes.shared.flush();
        assertThat(one.admits(nodes.lease("bob"))).isFalse();
        assertThat(free()).isZero();
    }

    /** Some are another node's, or ended there: what is left is granted. */
    @Test
    void aStoreThatCountsAllThatThisNodeHoldsIsAskedOnce() {
        entered(one);
        entered(two);
        nodes.clock.pass(SECOND);
        nodes.heard.clear();
        entered(one);
        assertThat(nodes.heard).hasSize(1);
    }

    @Test
    void whatIsLostIsFoundThoughThereIsRoomForMore() {
        entered(one);
        nodes.clock.pass(SECOND);
        nodes.shared.flush();
        entered(one);
        assertThat(free()).as("two of three").isEqualTo(1);
    }

    /** What was granted with the lease that must be asked for again is given back first. */
    @Test
    void nothingIsChargedTwiceThoughALeaseIsAskedForAgain() throws StoreException {
        Charge charge = new Charge(Limits.of(Algorithm.FIXED_WINDOW, "5/1h"), "bob", 2);
        entered(one);
        nodes.clock.pass(SECOND);
        nodes.shared.flush();
        assertThat(one.admits(charge, nodes.lease("bob"))).isTrue();
        assertThat(nodes.shared
                        .line()
                        .ask(Operation.PEEK, List.of(charge), Store.NO_DEADLINE)
                        .get(0)
                        .remaining())
                .isEqualTo(3);
        assertThat(free()).isEqualTo(1);
    }

    @Test
    void theStandInGrantsThisNodesShareLessWhatItHolds() {
        LeaseClaim held = entered(one);
        one.loses();
        LeaseClaim here = entered(one);
        assertThat(one.admits(nodes.lease("bob"))).as("two of three").isFalse();
        gives(one, held);
        entered(one);
        gives(one, here);
        one.finds();
        assertThat(free()).as("what the stand-in granted counts").isEqualTo(2);
    }

    @Test
    void inAnOutageOnlyAStandInsOwnLeaseIsRenewedByHand() {
        LeaseClaim there = entered(one);
        one.loses();
        LeaseClaim here = entered(one);
        nodes.clock.pass(20 * SECOND);
        assertThat(one.tiers.renew(there)).as("no store says so").isFalse();
        assertThat(one.tiers.renew(here)).isTrue();
        nodes.clock.pass(20 * SECOND);
        assertThat(one.tiers.renew(here)).isTrue();
        nodes.clock.pass(31 * SECOND);
        assertThat(one.tiers.renew(here)).isFalse();
    }

    /** Nothing the store hears after its call ended takes it again. */
    @Test
    void whatEndedInAnOutageIsFreeAfterwards() {
        LeaseClaim running = entered(one);
        one.tiers.watch(List.of(running), call);
        one.loses();
        nodes.clock.pass(SECOND);
        gives(one, running);
        one.finds();
        assertThat(free()).isEqualTo(3);
    }

    @Test
    void aRunningCallsLeaseOutlivesAnOutageThatIsLongerThanIt() {
        LeaseClaim running = entered(one);
        one.tiers.watch(List.of(running), call);
        one.loses();
        nodes.clock.pass(70 * SECOND);
        entered(one);
        assertThat(one.admits(nodes.lease("bob"))).as("it is known here").isFalse();
        one.finds();
        assertThat(free()).isEqualTo(1);
    }

    private List<LeaseClaim> many(ConcurrencyPolicy policy, int count) {
        List<LeaseClaim> leases = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            LeaseClaim lease = new LeaseClaim(policy, "bob", "many" + i);
            assertThat(one.admits(lease)).isTrue();
            leases.add(lease);
        }
        one.tiers.watch(leases, call);
        return leases;
    }

    private List<Integer> renewals() {
        return nodes.heard(Operation.RENEW).stream()
                .map(text -> text.split(" ").length - 1)
                .toList();
    }

    @Test
    void manyAreRenewedInLists() {
        many(new ConcurrencyPolicy("many", "", 1_000, 30 * SECOND, false), 120);
        nodes.clock.pass(11 * SECOND);
        assertThat(renewals()).containsExactly(50, 50, 20);
    }

    /** Each list takes a round trip however long it is: where renewals come late the next one is twice as long. */
    @Test
    void listsGrowWhereRenewalsComeLate() {
        many(new ConcurrencyPolicy("many", "", 5_000, SECOND, false), 2_000);
        nodes.clock.leap(400_000);
        nodes.delay = 100_000;
        nodes.clock.background();
        assertThat(renewals()).containsExactly(50, 100, 200, 400, 800, 450);
    }

    @Test
    void aServerThatDoesNotAnswerIsAskedAgainLater() {
        LeaseClaim running = entered(one);
        one.tiers.watch(List.of(running), call);
        nodes.clock.pass(9 * SECOND);
        nodes.shared.dropping = true;
        assertThat(nodes.askedWithin(2 * SECOND)).isEqualTo(1);
        assertThat(nodes.askedWithin(2 * SECOND)).as("a twelfth of 30 s later").isEqualTo(1);
        nodes.shared.dropping = false;
        nodes.clock.pass(3 * SECOND);
        assertThat(nodes.heard(Operation.RENEW)).hasSize(1);
        assertThat(free()).isEqualTo(2);
    }

    @Test
    void whoIsClosedRenewsNothing() {
        LeaseClaim running = entered(one);
        one.tiers.watch(List.of(running), call);
        one.tiers.close();
        assertThat(nodes.askedWithin(60 * SECOND)).isZero();
    }

    /** At once: not with the next renewals. */
    @Test
    void aStoreThatComesBackEmptyHearsOfAllLeases() {
        LeaseClaim first = entered(one);
        LeaseClaim second = entered(one);
        one.tiers.watch(List.of(first), call);
        one.loses();
        nodes.shared.flush();
        nodes.shared.away = false;
        while (one.breaker.unreachable() > 0) {
            nodes.clock.pass(1_000);
        }
        nodes.clock.background();
        assertThat(free()).isEqualTo(1);
        assertThat(nodes.heard(Operation.KEEP)).hasSize(1);
        assertThat(nodes.heard(Operation.RENEW))
                .as("what may be lost is taken again")
                .isEmpty();
        gives(one, first, second);
        assertThat(free()).isEqualTo(3);
    }

    @Test
    void aLeaseThatAStandInGrantedFirstOfAllIsRenewedToo() {
        one.loses();
        LeaseClaim running = entered(one);
        one.tiers.watch(List.of(running), call);
        one.finds();
        nodes.clock.pass(60 * SECOND);
        assertThat(free()).isEqualTo(2);
        gives(one, running);
        nodes.clock.pass(SECOND);
        assertThat(free()).isEqualTo(3);
    }

    /** Nothing else has woken what renews. */
    @Test
    void aStandInsLeaseIsRenewedThoughTheStoreWasAwayForAMomentOnly() {
        nodes.shared.away = true;
        LeaseClaim running = entered(one);
        nodes.shared.away = false;
        one.tiers.watch(List.of(running), call);
        nodes.clock.pass(60 * SECOND);
        assertThat(free()).isEqualTo(2);
    }
}
