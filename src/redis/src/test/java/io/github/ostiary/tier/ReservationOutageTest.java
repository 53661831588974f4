package io.github.ostiary.tier;

import static io.github.ostiary.tier.SteppedNodes.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.tier.SteppedNodes.Node;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A reservation reaches the store once, and so does what its call has cost, whatever becomes of the words on their way. */
class ReservationOutageTest {

    private static final Limit LIMIT = Limits.of(Algorithm.SLIDING_WINDOW, "1000/1d");

    private final SteppedNodes nodes = new SteppedNodes();
    private final Node one = nodes.node();

    private static Charge reserved(String id) {
        return new Charge(LIMIT, "bob", 100).reserved(id);
    }

    private void settle(String id, long cost) {
        one.tiers.settle(Operation.ABANDON, List.of(reserved(id).costing(cost)));
    }

    private long left() throws StoreException {
        return left(nodes.shared.line(), new Charge(LIMIT, "bob", 1));
    }

    private static long left(Store store, Charge charge) throws StoreException {
        return store.ask(Operation.PEEK, List.of(charge), Store.NO_DEADLINE)
                .get(0)
                .remaining();
    }

    /** Two questions for a request, one before and one after, with whatever else it holds. */
    @Test
    void aCallCostsOneQuestionBeforeAndOneAfter() throws StoreException {
        LeaseClaim lease = nodes.lease("bob");
        AttemptClaim attempt = nodes.attempt("bob");
        int before = nodes.heard.size();
        assertThat(one.admits(reserved("a"), lease, attempt)).isTrue();
        one.tiers.settle(
                Operation.SUCCEED, List.of(attempt, lease, reserved("a").costing(30)));
        assertThat(nodes.heard.subList(before, nodes.heard.size()))
                .containsExactly(
                        "DECIDE bob/a bob/" + lease.id() + " bob/" + attempt.id(),
                        "SUCCEED bob/" + attempt.id() + " bob/" + lease.id() + " bob/a");
        assertThat(left()).isEqualTo(970);
    }

    @Test
    void aLostAnswerIsAskedForAgainAndTakesOnce() throws StoreException {
        nodes.shared.losing = 1;
        assertThat(one.admits(reserved("a"))).isTrue();
        assertThat(nodes.heard(Operation.DECIDE)).hasSize(2);
        assertThat(left()).isEqualTo(900);
        nodes.shared.losing = 1;
        settle("a", 250);
        assertThat(left()).isEqualTo(750);
    }

    /** Gone between reserving and settling: the store hears of it when it is back. */
    @Test
    void whatIsSettledWhileTheStoreIsAwayIsSentLater() throws StoreException {
        assertThat(one.admits(reserved("a"), reservedOf("joe"))).isTrue();
        one.loses();
        settle("a", 30);
        settle("a", 999);
        nodes.clock.pass(3_600 * SECOND);
        one.finds();
        nodes.clock.pass(2 * SECOND);
        assertThat(left()).isEqualTo(970);
    }

    private static Charge reservedOf(String who) {
        return new Charge(LIMIT, who, 1).reserved(who);
    }

    /** A day later the estimate stays. */
    @Test
    void whatIsSentTooLateIsGivenUp() throws StoreException {
        Limit month = Limits.of(Algorithm.SLIDING_WINDOW, "1000/30d");
        Charge charge = new Charge(month, "bob", 100).reserved("a");
        assertThat(one.admits(charge)).isTrue();
        one.loses();
        one.tiers.settle(Operation.ABANDON, List.of(charge.costing(30)));
        nodes.clock.leap(Charge.OPEN_MICROS);
        one.finds();
        nodes.clock.pass(2 * SECOND);
        assertThat(left(nodes.shared.line(), new Charge(month, "bob", 1))).isEqualTo(900);
    }

    /** What the stand-in has granted it settles itself, and the store never hears of a name that it does not know. */
    @Test
    void theStandInSettlesWhatItReserved() throws StoreException {
        one.loses();
        Charge share = new Charge(LIMIT, "bob", 1).dividedBy(2);
        assertThat(one.admits(reserved("a"))).isTrue();
        assertThat(left(one.local, share)).isEqualTo(400);
        settle("a", 30);
        assertThat(left(one.local, share)).isEqualTo(470);
        settle("a", 5);
        assertThat(left(one.local, share)).isEqualTo(470);
        one.finds();
        nodes.clock.pass(2 * SECOND);
        assertThat(left()).isEqualTo(1_000);
    }

    /** It crashes: nothing is ever said. */
    @Test
    void whatIsNeverSettledStaysCharged() throws StoreException {
        assertThat(one.admits(reserved("a"))).isTrue();
        nodes.clock.pass(3_600 * SECOND);
        assertThat(left()).isEqualTo(900);
    }

    /** A settlement that gives back opens what this node has just denied. */
    @Test
    void whatIsGivenBackIsKnownHereAtOnce() {
        Charge most = new Charge(LIMIT, "bob", 950).reserved("most");
        assertThat(one.admits(most)).isTrue();
        assertThat(one.admits(reserved("a"))).isFalse();
        one.tiers.settle(Operation.ABANDON, List.of(most.costing(100)));
        assertThat(one.admits(reserved("b"))).isTrue();
    }
}
