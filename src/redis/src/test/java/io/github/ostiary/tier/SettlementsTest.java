package io.github.ostiary.tier;

import static io.github.ostiary.tier.SteppedNodes.SECOND;
import static io.github.ostiary.tier.SteppedNodes.place;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.tier.SteppedNodes.Node;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How an attempt ended reaches the store, once, whatever becomes of the words on their way. */
class SettlementsTest {

    private final SteppedNodes nodes = new SteppedNodes();
    private final Node one = nodes.node();

    private AttemptClaim begun(String who) {
        AttemptClaim attempt = nodes.attempt(who);
        assertThat(one.admits(attempt)).isTrue();
        return attempt;
    }

    private List<Verdict> failed(AttemptClaim attempt) {
        return one.tiers.settle(Operation.FAIL, List.of(attempt));
    }

    @Test
    void theStoreSaysHowOneMoreAttemptWouldStand() {
        assertThat(failed(begun("bob"))).singleElement().satisfies(said -> assertThat(said.remaining())
                .isEqualTo(2));
        failed(begun("bob"));
        assertThat(failed(begun("bob"))).singleElement().satisfies(said -> assertThat(said.passed())
                .isFalse());
        int before = nodes.shared.questions;
        assertThat(one.lets("bob")).isFalse();
        assertThat(nodes.shared.questions).as("which is known here").isEqualTo(before);
    }

    @Test
    void aWordWhoseAnswerIsLostIsSaidAgainAtOnceAndCountsOnce() {
        AttemptClaim bob = begun("bob");
        nodes.shared.losing = 1;
        assertThat(failed(bob)).hasSize(1);
        assertThat(nodes.heard(Operation.FAIL)).hasSize(2);
        assertThat(nodes.state("bob").failures()).isEqualTo(1);
        assertThat(nodes.state("bob").inFlight()).isZero();
    }

    /** Half of the time a call may take is over: its caller does not wait for as long again. */
    @Test
    void oneThatTookItsTimeIsSaidAgainLater() {
        AttemptClaim bob = begun("bob");
        nodes.shared.losing = 1;
        nodes.delay = 101_000;
        assertThat(failed(bob)).as("no store could be asked").isEmpty();
        assertThat(nodes.heard(Operation.FAIL)).hasSize(1);
        nodes.delay = 0;
        nodes.clock.pass(SECOND);
        assertThat(nodes.heard(Operation.FAIL)).hasSize(2);
        assertThat(nodes.state("bob").failures()).isEqualTo(1);
    }

    @Test
    void oneThatWasLostWithinHalfTheTimeIsSaidAgain() {
        AttemptClaim bob = begun("bob");
        nodes.shared.losing = 1;
        nodes.delay = 100_000;
        failed(bob);
        assertThat(nodes.heard(Operation.FAIL)).hasSize(2);
    }

    /** It failed when it did, not when the store heard of it: an unlocking in between forgives it. */
    @Test
    void anEndThatIsHeardLateCountsForWhenItWas() throws StoreException {
        AttemptClaim bob = begun("bob");
        nodes.shared.away = true;
        failed(bob);
        nodes.shared.away = false;
        nodes.clock.leap(2 * SECOND);
        nodes.shared.line().locks().unlock(place("bob"));
        nodes.clock.pass(SECOND);
        assertThat(nodes.state("bob").inFlight()).isZero();
        assertThat(nodes.state("bob").failures()).isZero();
    }

    /** Those of one key arrive in their order: else a success would clear what failed after it, or not what failed before. */
    @Test
    void olderEndsOfAKeyArriveFirst() {
        AttemptClaim first = begun("bob");
        AttemptClaim second = begun("bob");
        nodes.shared.away = true;
        failed(first);
        nodes.shared.away = false;
        nodes.clock.leap(1);
        one.tiers.settle(Operation.SUCCEED, List.of(second));
        assertThat(nodes.heard).containsSubsequence("FAIL bob/" + first.id(), "SUCCEED bob/" + second.id());
        assertThat(nodes.state("bob").failures()).isZero();
    }

    /** Known to be locked here, let in there: what was granted with it is given back. */
    @Test
    void whatTheStoreGrantedInVainIsGivenBack() throws StoreException {
        Limit limit = Limits.of(Algorithm.FIXED_WINDOW, "5/1h");
        Charge charge = new Charge(limit, "bob", 2);
        Charge counting = new Charge(Limits.with(Limits.named(limit, "counting"), 0, true, false), "bob", 2);
        one.locks("bob", 600 * SECOND);
        nodes.clock.pass(2 * SECOND);
        nodes.shared.flush();
        nodes.clock.leap(SECOND);
        assertThat(one.admits(charge, counting, nodes.attempt("bob"))).isFalse();
        nodes.clock.background();
        assertThat(remaining(charge)).isEqualTo(5);
        assertThat(remaining(counting)).as("denials count, and this is one").isEqualTo(3);
        assertThat(nodes.state("bob").inFlight()).isZero();
        assertThat(nodes.state("bob").phase()).isEqualTo(Phase.LOCKED);
    }

    private long remaining(Charge charge) throws StoreException {
        return nodes.shared
                .line()
                .ask(Operation.PEEK, List.of(charge), Store.NO_DEADLINE)
                .get(0)
                .remaining();
    }

    /** A store that is not asked for long: what it may hold of an attempt that was denied here is given back. */
    @Test
    void whatTheStoreMayHoldOfAnAttemptThatIsDeniedHereIsGivenBack() {
        AttemptClaim bob = nodes.attempt("bob");
        one.wrong("bob", 2);
        nodes.shared.losing = 3;
        AttemptClaim open = begun("bob");
        assertThat(nodes.state("bob").inFlight()).isEqualTo(1);
        assertThat(one.admits(bob)).as("three may fail").isFalse();
        one.tiers.settle(Operation.ABANDON, List.of(open));
        nodes.clock.pass(2 * SECOND);
        assertThat(nodes.state("bob").inFlight()).isZero();
        assertThat(nodes.state("bob").failures()).isEqualTo(2);
    }

    @Test
    void aLeaseWhoseReleaseIsLostIsFreeLater() throws StoreException {
        LeaseClaim lease = nodes.lease("bob");
        assertThat(one.admits(lease)).isTrue();
        nodes.shared.away = true;
        one.tiers.settle(Operation.ABANDON, List.of(lease));
        nodes.shared.away = false;
        nodes.clock.pass(SECOND);
        assertThat(nodes.shared
                        .line()
                        .ask(Operation.PEEK, List.of(lease), Store.NO_DEADLINE)
                        .get(0)
                        .remaining())
                .isEqualTo(3);
    }

    @Test
    void aRenewalWhoseAnswerIsLostIsAskedForAgain() {
        LeaseClaim lease = nodes.lease("bob");
        assertThat(one.admits(lease)).isTrue();
        nodes.shared.losing = 1;
        assertThat(one.tiers.renew(lease)).isTrue();
        assertThat(nodes.heard(Operation.RENEW)).hasSize(2);
    }
}
