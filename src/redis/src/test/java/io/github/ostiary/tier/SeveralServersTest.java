package io.github.ostiary.tier;

import static io.github.ostiary.tier.SteppedNodes.SECOND;
import static io.github.ostiary.tier.SteppedNodes.TIMEOUT;
import static io.github.ostiary.tier.SteppedNodes.place;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.LockState.Phase;
import io.github.ostiary.engine.TierAnswer;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.LockBook.LockId;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.testing.LockoutPolicies;
import io.github.ostiary.testing.SharedStore;
import io.github.ostiary.tier.SteppedNodes.Node;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Servers fail, lose their data and leave apart from each other: what one has is no other's concern. */
class SeveralServersTest {

    private static final long MINUTE = 60 * SECOND;

    private final SteppedNodes nodes = new SteppedNodes();
    private final SharedStore a = nodes.shared;
    private final SharedStore b = new SharedStore(nodes.clock.of(0), nodes, true);
    private final Servers servers = new Servers().and("a", a).and("b", b);
    private final Node one = nodes.new Node(servers);
    private final Object call = new Object();

    private static Phase phase(SharedStore server, String who) {
        return server.state(place(who)).phase();
    }

    /** The server of those whose names begin with a goes, which the node finds out. */
    private void loses() {
        a.away = true;
        for (int i = 0; i < 5; i++) {
            one.decide(nodes.attempt("amy"));
        }
        assertThat(one.breaker.unreachable()).isEqualTo(1);
    }

    @Test
    void onlyWhatADeadServerHasIsDecidedHere() {
        loses();
        int before = a.questions;
        assertThat(one.decide(nodes.attempt("adam")).degraded()).isTrue();
        assertThat(one.decide(nodes.attempt("bob")).degraded()).isFalse();
        assertThat(b.state(place("bob")).inFlight()).isEqualTo(1);
        assertThat(one.decide(nodes.attempt("bob"), nodes.attempt("adam")).degraded())
                .isTrue();
        assertThat(a.questions).as("it costs nothing").isEqualTo(before);
        assertThat(b.state(place("bob")).inFlight()).as("all or none").isEqualTo(1);
    }

    @Test
    void whatIsAskedOfSeveralServersIsAnsweredInItsOrder() throws StoreException {
        one.locks("adam", MINUTE);
        nodes.clock.leap(SECOND);
        TierAnswer answer = one.decide(nodes.attempt("bob"), nodes.attempt("adam"));
        assertThat(answer.said(0).passed()).isTrue();
        assertThat(answer.said(1).passed()).isFalse();
    }

    @Test
    void aServerThatComesBackHearsWhatItIsOwedAndNoOtherDoes() {
        AttemptClaim adam = nodes.attempt("adam");
        assertThat(one.admits(adam)).isTrue();
        loses();
        one.tiers.settle(Operation.FAIL, List.of(adam));
        one.wrong("al", 3);
        b.away = true;
        a.away = false;
        nodes.clock.pass(2 * SECOND);
        assertThat(one.breaker.unreachable()).isZero();
        assertThat(a.state(place("adam")).failures()).isEqualTo(1);
        assertThat(phase(a, "al")).isEqualTo(Phase.LOCKED);
        b.away = false;
        nodes.clock.pass(2 * SECOND);
        assertThat(phase(b, "al")).isEqualTo(Phase.OPEN);
        assertThat(b.state(place("adam")).failures()).isZero();
    }

    @Test
    void locksOfAServerThatIsStillAwayAreHandedOverWhenItIsBack() {
        loses();
        b.away = true;
        for (int i = 0; i < 5; i++) {
            one.decide(nodes.attempt("bea"));
        }
        assertThat(one.breaker.unreachable()).isEqualTo(2);
        one.wrong("adam", 3);
        one.wrong("bob", 3);
        a.away = false;
        nodes.clock.pass(5 * SECOND);
        assertThat(phase(a, "adam")).isEqualTo(Phase.LOCKED);
        b.away = false;
        nodes.clock.pass(5 * SECOND);
        assertThat(phase(b, "bob")).isEqualTo(Phase.LOCKED);
        assertThat(phase(a, "bob")).isEqualTo(Phase.OPEN);
    }

    @Test
    void onlyTheServerThatLostItsDataHearsOfItsLocks() throws StoreException {
        one.locks("adam", 10 * MINUTE);
        one.locks("bob", 10 * MINUTE);
        nodes.clock.pass(2 * SECOND);
        int usual = b.questions;
        nodes.clock.pass(SECOND);
        usual = b.questions - usual;
        a.flush();
        int before = b.questions;
        nodes.clock.pass(SECOND);
        assertThat(phase(a, "adam")).isEqualTo(Phase.LOCKED);
        assertThat(b.questions - before).isEqualTo(usual);
    }

    @Test
    void aServerThatFailsIsNotInTheWayOfOneThatLostItsData() throws StoreException {
        one.locks("adam", 10 * MINUTE);
        one.locks("bob", 10 * MINUTE);
        nodes.clock.pass(2 * SECOND);
        a.flush();
        b.away = true;
        nodes.clock.pass(SECOND);
        assertThat(phase(a, "adam")).isEqualTo(Phase.LOCKED);
        b.away = false;
        a.away = true;
        b.flush();
        nodes.clock.pass(SECOND);
        assertThat(phase(b, "bob")).isEqualTo(Phase.LOCKED);
    }

    /** It has some of what others had, and may not have heard of all. */
    @Test
    void aNewServerHearsOfTheLocksItShouldHave() throws StoreException {
        one.locks("carl", 10 * MINUTE);
        nodes.clock.pass(2 * SECOND);
        SharedStore c = new SharedStore(nodes.clock.of(0), nodes, true);
        servers.and("c", c);
        nodes.clock.pass(SECOND);
        assertThat(phase(c, "carl")).isEqualTo(Phase.LOCKED);
        assertThat(one.lets("carl")).isFalse();
    }

    @Test
    void aServerThatLeftAndCameBackHearsOfTheLocksItMissed() throws StoreException {
        SharedStore c = new SharedStore(nodes.clock.of(0), nodes, true);
        servers.and("c", c);
        one.locks("adam", 10 * MINUTE);
        nodes.clock.pass(2 * SECOND);
        servers.remove("c");
        one.locks("carl", 10 * MINUTE);
        nodes.clock.pass(2 * SECOND);
        servers.and("c", c);
        nodes.clock.pass(SECOND);
        assertThat(phase(c, "carl")).isEqualTo(Phase.LOCKED);
    }

    @Test
    void aDeadServerThatLeavesIsAwayNoMore() {
        loses();
        servers.remove("a");
        nodes.clock.pass(2 * SECOND);
        assertThat(one.breaker.unreachable()).isZero();
        assertThat(one.decide(nodes.attempt("adam")).degraded()).isFalse();
        int before = a.questions;
        nodes.clock.pass(MINUTE);
        assertThat(a.questions).isEqualTo(before);
    }

    @Test
    void aServerThatIsDeadAtTheStartIsAskedInTheBackground() {
        b.away = true;
        Node late = nodes.new Node(servers);
        assertThat(late.breaker.unreachable()).isEqualTo(1);
        assertThat(late.decide(nodes.attempt("adam")).degraded()).isFalse();
        int before = b.questions;
        assertThat(late.decide(nodes.attempt("bob")).degraded()).isTrue();
        assertThat(b.questions).isEqualTo(before);
        b.away = false;
        nodes.clock.pass(2 * SECOND);
        assertThat(late.breaker.unreachable()).isZero();
        assertThat(late.decide(nodes.attempt("bob")).degraded()).isFalse();
    }

    @Test
    void aDeadServerKeepsNoOthersLeasesWaiting() {
        LeaseClaim adam = nodes.lease("adam");
        LeaseClaim bob = nodes.lease("bob");
        assertThat(one.admits(adam)).isTrue();
        assertThat(one.admits(bob)).isTrue();
        one.tiers.watch(List.of(adam, bob), call);
        nodes.clock.pass(9 * SECOND);
        a.away = true;
        nodes.clock.pass(2 * SECOND);
        assertThat(nodes.heard(Operation.RENEW)).containsExactly("RENEW bob/" + bob.lease());
        a.away = false;
        nodes.clock.pass(3 * SECOND);
        assertThat(nodes.heard(Operation.RENEW)).hasSize(2);
    }

    @Test
    void aLeaseWhoseCounterCannotBeUsedKeepsNoOtherWaiting() {
        LeaseClaim bea = nodes.lease("bea");
        LeaseClaim bob = nodes.lease("bob");
        assertThat(one.admits(bea)).isTrue();
        assertThat(one.admits(bob)).isTrue();
        one.tiers.watch(List.of(bea, bob), call);
        servers.spoilt = "bea";
        nodes.clock.pass(10 * SECOND + 500_000);
        assertThat(servers.refused)
                .as("by halves, and then again a twelfth of 30 s later")
                .isEqualTo(2);
        assertThat(nodes.heard(Operation.RENEW)).containsExactly("RENEW bob/" + bob.lease());
        servers.spoilt = null;
        nodes.clock.pass(3 * SECOND);
        assertThat(nodes.heard(Operation.RENEW)).contains("RENEW bea/" + bea.lease());
    }

    /** A counter that cannot be used is no outage: nothing is unlocked later. */
    @Test
    void anUnlockingThatCannotBeDoneIsTheOperatorsNews() throws StoreException {
        one.locks("bob", 10 * MINUTE);
        servers.spoilt = "bob";
        assertThatThrownBy(() -> one.unlocks("bob")).isInstanceOf(StoreException.class);
        servers.spoilt = null;
        nodes.clock.pass(5 * SECOND);
        assertThat(phase(b, "bob")).isEqualTo(Phase.LOCKED);
    }

    @Test
    void anEndingReachesTheServerThatAnswersAndTheOtherOneLater() {
        AttemptClaim adam = nodes.attempt("adam");
        AttemptClaim bob = nodes.attempt("bob");
        assertThat(one.admits(adam, bob)).isTrue();
        loses();
        one.tiers.settle(Operation.FAIL, List.of(adam, bob));
        assertThat(b.state(place("bob")).failures()).isEqualTo(1);
        assertThat(a.state(place("adam")).inFlight()).isEqualTo(1);
        a.away = false;
        nodes.clock.pass(TIMEOUT.toMillis() * 10_000);
        assertThat(a.state(place("adam")).failures()).isEqualTo(1);
        assertThat(b.state(place("bob")).failures()).isEqualTo(1);
    }

    @Test
    void leasesOfAllServersAreRenewedTogether() {
        LeaseClaim adam = nodes.lease("adam");
        LeaseClaim bob = nodes.lease("bob");
        assertThat(one.admits(adam)).isTrue();
        assertThat(one.admits(bob)).isTrue();
        one.tiers.watch(List.of(adam, bob), call);
        nodes.clock.pass(10 * SECOND);
        assertThat(nodes.heard(Operation.RENEW)).hasSize(2);
    }

    /** What a server does not answer is not asked for part by part. */
    @Test
    void aServerThatFailsIsLookedAtOnceARoundAndTheOthersAll() throws StoreException {
        for (int i = 0; i < 250; i++) {
            one.locks("a" + i, 10 * MINUTE);
        }
        one.locks("bob", 10 * MINUTE);
        nodes.clock.pass(2 * SECOND);
        a.away = true;
        int ofA = a.questions;
        int ofB = b.questions;
        nodes.clock.pass(SECOND);
        assertThat(a.questions - ofA).as("the epoch, and the first part").isEqualTo(2);
        assertThat(b.questions - ofB).as("the epoch, and what is known").isEqualTo(2);
    }

    @Test
    void aCounterThatCannotBeUsedHidesNoOthersLock() throws StoreException {
        one.locks("bob", 10 * MINUTE);
        one.locks("bea", 10 * MINUTE);
        servers.spoilt = "bea";
        nodes.clock.pass(5 * SECOND);
        b.flush();
        nodes.clock.pass(SECOND);
        assertThat(phase(b, "bob")).isEqualTo(Phase.LOCKED);
    }

    /** None of them answers when the application starts. */
    @Test
    void aStoreThatComesBackAsAWholeHearsOfLocksAtOnce() {
        a.away = true;
        b.away = true;
        Node late = nodes.new Node(servers);
        LockoutPolicy once = LockoutPolicies.policy().lock(1, 60, 600).named("once");
        for (String who : List.of("adam", "bob")) {
            AttemptClaim attempt = SteppedNodes.attempt(once, who, who);
            assertThat(late.admits(attempt)).isTrue();
            late.tiers.settle(Operation.FAIL, List.of(attempt));
        }
        a.away = false;
        b.away = false;
        while (late.breaker.unreachable() > 0) {
            nodes.clock.pass(10_000);
        }
        assertThat(a.state(new LockId(once, "adam")).phase()).isEqualTo(Phase.LOCKED);
        assertThat(b.state(new LockId(once, "bob")).phase()).isEqualTo(Phase.LOCKED);
    }

    /** While one server is away, what others are owed is sent with the next round. */
    @Test
    void whatAServerIsOwedIsSentWithinASecondThoughAnotherIsAway() {
        AttemptClaim bob = nodes.attempt("bob");
        assertThat(one.admits(bob)).isTrue();
        loses();
        b.away = true;
        one.tiers.settle(Operation.FAIL, List.of(bob));
        b.away = false;
        assertThat(one.admits(nodes.attempt("bill"))).isTrue();
        nodes.clock.background();
        assertThat(b.state(place("bob")).failures()).isZero();
        nodes.clock.pass(SECOND);
        assertThat(b.state(place("bob")).failures()).isEqualTo(1);
    }
}
