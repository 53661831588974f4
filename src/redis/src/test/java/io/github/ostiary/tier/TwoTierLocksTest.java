package io.github.ostiary.tier;

import static io.github.ostiary.tier.SteppedNodes.SECOND;
import static io.github.ostiary.tier.SteppedNodes.place;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.Lockouts;
import io.github.ostiary.engine.TierAnswer;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.LockBook.KeptLock;
import io.github.ostiary.store.LockBook.KeptLock.Age;
import io.github.ostiary.store.LockBook.LockId;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.LockoutPolicies;
import io.github.ostiary.tier.SteppedNodes.Node;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an operator does through one node works there at once, and in the store as soon as that answers. */
class TwoTierLocksTest {

    private static final long MINUTE = 60 * SECOND;

    private final SteppedNodes nodes = new SteppedNodes();
    private final Node one = nodes.node();
    private final Node two = nodes.node();

    private Verdict denial(String who) {
        TierAnswer answer = one.decide(nodes.attempt(who));
        return answer.said(0);
    }

    @Test
    void whoIsLockedByHandIsDeniedAtOnceWithoutTheStore() throws StoreException {
        one.locks("bob", 10 * MINUTE);
        int before = nodes.shared.questions;
        assertThat(denial("bob").reason()).isEqualTo(Reason.LOCKED);
        assertThat(denial("bob").retryMicros()).isEqualTo(10 * MINUTE);
        assertThat(nodes.shared.questions).isEqualTo(before);
        assertThat(nodes.state("bob").phase()).isEqualTo(Phase.LOCKED);
        assertThat(nodes.state("bob").reason()).isEqualTo("by hand");
    }

    @Test
    void aLockThatLastsLongerGoesOn() throws StoreException {
        one.locks("bob", 10 * MINUTE);
        one.locks("bob", MINUTE);
        assertThat(denial("bob").retryMicros()).isEqualTo(10 * MINUTE);
        one.locks("bob", 10 * MINUTE + 1);
        assertThat(denial("bob").retryMicros()).isEqualTo(10 * MINUTE + 1);
        one.locks("bob", Verdict.NEVER);
        one.locks("bob", 20 * MINUTE);
        assertThat(denial("bob").reason()).isEqualTo(Reason.BLOCKED);
    }

    @Test
    void aChallengeIsNoLock() throws StoreException {
        LockoutPolicy policy =
                LockoutPolicies.policy().challenge(1, 60).lock(9, 60, 600).named("asked");
        AttemptClaim wrong = SteppedNodes.attempt(policy, "bob", "wrong");
        assertThat(one.admits(wrong)).isTrue();
        one.tiers.settle(Operation.FAIL, List.of(wrong));
        assertThat(one.admits(SteppedNodes.attempt(policy, "bob", "a"))).isFalse();
        one.tiers.locks().lock(new LockId(policy, "bob"), "", MINUTE, "");
        assertThat(one.decide(SteppedNodes.attempt(policy, "bob", "b")).said(0).reason())
                .isEqualTo(Reason.LOCKED);
    }

    /** What failed before is heard before: it is no reason to lock anew once it is unlocked. */
    @Test
    void olderEndsArriveBeforeWhatIsDoneByHand() throws StoreException {
        AttemptClaim first = nodes.attempt("bob");
        assertThat(one.admits(first)).isTrue();
        nodes.shared.away = true;
        one.tiers.settle(Operation.FAIL, List.of(first));
        nodes.shared.away = false;
        one.locks("bob", MINUTE);
        assertThat(nodes.heard(Operation.FAIL)).hasSize(1);
        AttemptClaim second = nodes.attempt("eve");
        assertThat(one.admits(second)).isTrue();
        nodes.shared.away = true;
        one.tiers.settle(Operation.FAIL, List.of(second));
        nodes.shared.away = false;
        one.unlocks("eve");
        assertThat(nodes.heard(Operation.FAIL)).hasSize(2);
        assertThat(nodes.state("eve").failures()).isZero();
    }

    @Test
    void whoIsUnlockedIsLetInAtOnce() throws StoreException {
        one.wrong("bob", 3);
        one.unlocks("bob");
        assertThat(one.lets("bob")).isTrue();
        assertThat(nodes.state("bob").failures()).isZero();
        one.wrong("bob", 2);
        assertThat(one.lets("bob")).isTrue();
    }

    @Test
    void anUnlockingInAnOutageWorksHereAtOnceAndThereAfterwards() throws StoreException {
        one.wrong("bob", 3);
        one.loses();
        assertThat(one.lets("bob")).isFalse();
        one.unlocks("bob");
        assertThat(one.lets("bob")).isTrue();
        assertThat(nodes.state("bob").phase()).isEqualTo(Phase.LOCKED);
        one.finds();
        assertThat(nodes.state("bob").phase()).isEqualTo(Phase.OPEN);
        assertThat(two.lets("bob")).isTrue();
    }

    /** In the background, though no request comes. */
    @Test
    void anUnlockingThatIsLostOnItsWayIsSaidAgain() throws StoreException {
        two.locks("bob", 10 * MINUTE);
        nodes.shared.away = true;
        one.unlocks("bob");
        nodes.shared.away = false;
        nodes.clock.pass(SECOND);
        assertThat(nodes.state("bob").phase()).isEqualTo(Phase.OPEN);
    }

    /** A lock of another node that began since is none of it. */
    @Test
    void anUnlockingThatArrivesLateEndsNoYoungerLock() throws StoreException {
        two.locks("bob", 10 * MINUTE);
        nodes.shared.away = true;
        one.unlocks("bob");
        nodes.shared.away = false;
        nodes.clock.leap(SECOND);
        two.locks("bob", 20 * MINUTE);
        nodes.clock.pass(SECOND);
        assertThat(nodes.state("bob").phase()).isEqualTo(Phase.LOCKED);
    }

    @Test
    void anUnlockingThatCannotBeKeptIsTheOperatorsNews() throws StoreException {
        one.locks("bob", 10 * MINUTE);
        nodes.shared.away = true;
        for (int i = 0; i < 10_000; i++) {
            one.tiers.outbox.add(Operation.FAIL, List.of(nodes.attempt("k" + i)));
        }
        assertThatThrownBy(() -> one.unlocks("bob")).isInstanceOf(StoreException.class);
    }

    @Test
    void aLockInAnOutageIsTheOperatorsNews() {
        nodes.shared.away = true;
        assertThatThrownBy(() -> one.locks("bob", MINUTE)).isInstanceOf(StoreException.class);
        assertThat(one.lets("bob")).isTrue();
    }

    @Test
    void whatIsLookedAtIsTheStores() throws StoreException {
        LockBook locks = one.tiers.locks();
        two.locks("bob", 10 * MINUTE);
        assertThat(locks.state(place("bob")).phase()).isEqualTo(Phase.LOCKED);
        assertThat(locks.look(List.of(place("bob"), place("eve"))))
                .satisfiesExactly(
                        bob -> assertThat(bob.orElseThrow().locked()).isTrue(),
                        eve -> assertThat(eve.orElseThrow().locked()).isFalse());
        Lockouts.Page page = locks.list(SteppedNodes.LOGIN, null, 10);
        assertThat(page.keys()).singleElement().satisfies(key -> assertThat(key.identity())
                .isEqualTo("bob"));
        assertThat(locks.restore(List.of(new KeptLock(place("eve"), "eve", MINUTE, new Age(0, false), "", ""))))
                .containsExactly(true);
        assertThat(nodes.state("eve").phase()).isEqualTo(Phase.LOCKED);
    }
}
