package io.github.ostiary.tier;

import static io.github.ostiary.tier.SteppedNodes.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.LockState.Phase;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.LockBook.LockId;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.testing.LockoutPolicies;
import io.github.ostiary.tier.SteppedNodes.Node;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a stand-in has locked is handed over once, and is then the store's. */
class OutageLocksTest {

    private final SteppedNodes nodes = new SteppedNodes();
    private final Node one = nodes.node();
    private final Node two = nodes.node();

    private Phase phase(String who) {
        return nodes.state(who).phase();
    }

    private void lockedInAnOutage(String... who) {
        one.loses();
        for (String each : who) {
            one.wrong(each, 3);
        }
    }

    @Test
    void aLockThatBeganInAnOutageIsTheStoresBeforeAnyRequestAsksIt() {
        lockedInAnOutage("bob");
        assertThat(one.lets("bob")).isFalse();
        one.finds();
        assertThat(phase("bob")).isEqualTo(Phase.LOCKED);
        assertThat(two.lets("bob")).isFalse();
        int before = nodes.shared.questions;
        nodes.clock.leap(SECOND / 2);
        assertThat(one.lets("bob")).isFalse();
        assertThat(nodes.shared.questions).as("it is known here, too").isEqualTo(before);
    }

    @Test
    void oneThatIsUnlockedElsewhereAfterwardsDoesNotComeBackWithTheNextOutage() throws StoreException {
        lockedInAnOutage("bob");
        one.finds();
        two.unlocks("bob");
        nodes.clock.pass(2 * SECOND);
        assertThat(one.lets("bob")).isTrue();
        one.loses();
        assertThat(one.lets("bob")).as("the stand-in has forgotten it").isTrue();
        one.finds();
        assertThat(phase("bob")).isEqualTo(Phase.OPEN);
    }

    /** The store hears of the unlocking that was made here only after a later one that was made elsewhere. */
    @Test
    void whatLockedSinceItWasUnlockedHereDoesNotComeBackAfterItWasUnlockedElsewhere() throws StoreException {
        one.loses();
        one.unlocks("bob");
        nodes.clock.pass(2 * SECOND);
        one.wrong("bob", 3);
        assertThat(one.lets("bob")).isFalse();
        nodes.clock.pass(2 * SECOND);
        two.unlocks("bob");
        nodes.clock.pass(2 * SECOND);
        one.finds();
        assertThat(phase("bob")).isEqualTo(Phase.OPEN);
        assertThat(one.lets("bob")).isTrue();
    }

    /** Attempts of an outage that nothing settles fail as of their begin: found later, they lock by what happened before. */
    @Test
    void whatFailedBeforeItWasUnlockedElsewhereDoesNotLockIt() throws StoreException {
        LockoutPolicy policy = LockoutPolicies.policy().lock(3, 600, 600).named("late");
        one.loses();
        for (String id : List.of("a", "b", "c")) {
            assertThat(one.admits(SteppedNodes.attempt(policy, "bob", id))).isTrue();
        }
        nodes.clock.pass(2 * policy.settleMicros());
        LockId place = new LockId(policy, "bob");
        two.tiers.locks().unlock(place, 0);
        nodes.clock.pass(2 * SECOND);
        one.finds();
        assertThat(nodes.shared.state(place).phase()).isEqualTo(Phase.OPEN);
    }

    /** More than are listed or handed over in one call. */
    @Test
    void allOfManyAreHandedOver() throws StoreException {
        one.loses();
        for (int i = 0; i < 1_050; i++) {
            one.local.locks().lock(SteppedNodes.place("k" + i), "", 600 * SECOND, "");
        }
        one.finds();
        for (int i = 0; i < 1_050; i++) {
            assertThat(phase("k" + i)).as("k" + i).isEqualTo(Phase.LOCKED);
        }
    }

    @Test
    void aChallengeIsNotHandedOverAsALock() {
        LockoutPolicy policy =
                LockoutPolicies.policy().challenge(1, 60).lock(9, 60, 600).named("asked");
        one.loses();
        AttemptClaim attempt = SteppedNodes.attempt(policy, "bob", "a");
        assertThat(one.admits(attempt)).isTrue();
        one.tiers.settle(Operation.FAIL, List.of(attempt));
        assertThat(one.admits(SteppedNodes.attempt(policy, "bob", "b"))).isFalse();
        one.finds();
        assertThat(nodes.shared.state(new LockId(policy, "bob")).phase()).isEqualTo(Phase.OPEN);
    }

    /** As long as the store has not heard of all, the stand-in has to agree to whatever it lets in. */
    @Test
    void whatCouldNotBeHandedOverIsStillLockedHereAndHandedOverNextTime() {
        lockedInAnOutage("bob");
        nodes.shared.cutAfter(2); // it answers a ping and tells its epoch
        nodes.clock.pass(5 * SECOND);
        assertThat(one.breaker.unreachable()).isEqualTo(1);
        one.finds();
        assertThat(phase("bob")).isEqualTo(Phase.LOCKED);
    }

    /** Away for so short a time that the store is asked all the while. */
    @Test
    void whatIsNotHandedOverYetIsDeniedThoughTheStoreLetsItIn() {
        LockoutPolicy policy = LockoutPolicies.policy().lock(1, 60, 600).named("once");
        AttemptClaim first = SteppedNodes.attempt(policy, "bob", "a");
        nodes.shared.away = true;
        assertThat(one.admits(first)).isTrue();
        one.tiers.settle(Operation.FAIL, List.of(first));
        nodes.shared.away = false;
        assertThat(one.breaker.unreachable()).isZero();
        assertThat(one.admits(SteppedNodes.attempt(policy, "bob", "b"))).isFalse();
        LockId place = new LockId(policy, "bob");
        assertThat(nodes.shared.state(place).inFlight()).as("let in there").isEqualTo(1);
        nodes.clock.background();
        assertThat(nodes.shared.state(place).inFlight()).as("given back").isZero();
        nodes.clock.pass(SECOND);
        assertThat(nodes.shared.state(place).phase()).isEqualTo(Phase.LOCKED);
    }

    /** Nothing but the stand-in knows of it, and no request comes. */
    @Test
    void aLockThatNoOneAsksForAgainIsHandedOverWithinASecond() {
        LockoutPolicy policy = LockoutPolicies.policy().lock(1, 60, 600).named("once");
        AttemptClaim first = SteppedNodes.attempt(policy, "bob", "a");
        nodes.shared.away = true;
        assertThat(one.admits(first)).isTrue();
        one.tiers.settle(Operation.FAIL, List.of(first));
        nodes.shared.away = false;
        nodes.clock.pass(SECOND);
        assertThat(nodes.shared.state(new LockId(policy, "bob")).phase()).isEqualTo(Phase.LOCKED);
    }

    @Test
    void onceAllIsHandedOverNothingIsLeftToDo() {
        one.loses();
        one.wrong("bob", 1);
        one.finds();
        nodes.clock.pass(60 * SECOND);
        assertThat(nodes.clock.isIdle()).isTrue();
        assertThat(one.tiers.held()).isPositive();
    }
}
