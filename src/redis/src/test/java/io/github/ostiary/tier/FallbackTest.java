package io.github.ostiary.tier;

import static io.github.ostiary.tier.SteppedNodes.LOGIN;
import static io.github.ostiary.tier.SteppedNodes.SECOND;
import static io.github.ostiary.tier.SteppedNodes.asks;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.engine.TierAnswer;
import io.github.ostiary.operator.StoreFigure;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.FailurePolicy;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.AttemptClaim.Purpose;
import io.github.ostiary.store.AttemptClaim.Traits;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.LockoutPolicies;
import io.github.ostiary.tier.SteppedNodes.Node;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a node decides by itself, each rule by its policy, and what it begins with. */
class FallbackTest {

    private static final Limit LIMIT = Limits.of(Algorithm.FIXED_WINDOW, "10/1h");

    private final SteppedNodes nodes = new SteppedNodes();
    private final Node one = nodes.node();

    private static Charge charge(String who) {
        return new Charge(LIMIT, who, 1);
    }

    /** How many of a caller's calls are let in, one after the other. */
    private int admitted(String who, int calls) {
        int count = 0;
        for (int i = 0; i < calls; i++) {
            count += one.admits(charge(who)) ? 1 : 0;
        }
        return count;
    }

    private TierAnswer decide(FailurePolicy policy, Claim... claims) {
        return one.tiers.decide(asks(policy, claims));
    }

    @Test
    void aNodeGrantsItsShare() {
        one.loses();
        assertThat(admitted("bob", 10)).as("one of two nodes").isEqualTo(5);
        TierAnswer answer = one.decide(charge("bob"));
        assertThat(answer.degraded()).isTrue();
        assertThat(answer.unavailable()).isNull();
        assertThat(one.counts.of(StoreFigure.STAND_INS)).isEqualTo(16);
    }

    @Test
    void whatThisNodeGrantedBeforeIsPartOfItsShare() {
        assertThat(admitted("bob", 4)).isEqualTo(4);
        one.loses();
        assertThat(admitted("bob", 10)).isEqualTo(1);
    }

    /** Of a window of the calendar each answer says what all nodes have used, and a node stands in for its part of the rest. */
    @Test
    void whatAllNodesHaveUsedOfACalendarsWindowIsKnown() {
        Node two = nodes.node();
        Limit year = Limits.of(Algorithm.CALENDAR, "10/year");
        for (int i = 0; i < 5; i++) {
            assertThat(two.admits(new Charge(year, "bob", 1))).isTrue();
        }
        assertThat(one.admits(new Charge(year, "bob", 1))).isTrue();
        one.loses();
        int alone = 0;
        for (int i = 0; i < 10; i++) {
            alone += one.admits(new Charge(year, "bob", 1)) ? 1 : 0;
        }
        assertThat(alone).as("half of the four that were left").isEqualTo(2);
    }

    /** Denied together with another, nothing was used. */
    @Test
    void whatWasDeniedWithAnotherIsNoPartOfIt() {
        Charge used = new Charge(Limits.named(Limits.of(Algorithm.FIXED_WINDOW, "1/1h"), "narrow"), "bob", 1);
        assertThat(one.admits(used)).isTrue();
        nodes.clock.leap(2 * SECOND);
        for (int i = 0; i < 4; i++) {
            assertThat(one.admits(charge("bob"), used)).isFalse();
        }
        one.loses();
        assertThat(admitted("bob", 10)).isEqualTo(5);
    }

    @Test
    void aKnownDenialStandsToItsEnd() {
        Node two = nodes.node();
        for (int i = 0; i < 10; i++) {
            assertThat(two.admits(charge("bob"))).isTrue();
        }
        assertThat(one.admits(charge("bob"))).isFalse();
        one.loses();
        nodes.clock.leap(10 * SECOND);
        assertThat(one.decide(charge("bob")).said(0).retryMicros()).isBetween(3_000 * SECOND, 3_600 * SECOND);
        assertThat(one.admits(charge("bob"), charge("eve"))).isFalse();
        assertThat(admitted("eve", 10)).as("nothing was used by that").isEqualTo(5);
        nodes.clock.leap(3_600 * SECOND);
        assertThat(one.admits(charge("bob"))).isTrue();
    }

    @Test
    void aRuleThatAllowsLetsInUncounted() {
        one.loses();
        for (int i = 0; i < 20; i++) {
            TierAnswer answer = decide(FailurePolicy.ALLOW, charge("bob"));
            assertThat(answer.said(0)).isNull();
            assertThat(answer.degraded()).isTrue();
        }
    }

    /** It looks at what is known no more than at what is used. */
    @Test
    void aRuleThatAllowsForgetsWhatIsKnown() {
        assertThat(admitted("bob", 11)).isEqualTo(10);
        one.loses();
        nodes.clock.leap(2 * SECOND);
        assertThat(decide(FailurePolicy.ALLOW, charge("bob")).admits(asks(charge("bob"))))
                .isTrue();
    }

    @Test
    void aRuleThatDeniesDeniesAllAndNamesItself() {
        one.loses();
        List<Ask> both = new ArrayList<>(asks(charge("bob")));
        both.addAll(asks(FailurePolicy.DENY, nodes.attempt("bob")));
        TierAnswer answer = one.tiers.decide(both);
        assertThat(answer.unavailable()).isEqualTo("login");
        assertThat(answer.admits(both)).isFalse();
        assertThat(admitted("bob", 10)).as("nothing was used by that").isEqualTo(5);
        Charge shadow = new Charge(Limits.with(LIMIT, 0, false, true), "bob", 1);
        assertThat(decide(FailurePolicy.DENY, shadow).unavailable()).isNull();
    }

    @Test
    void whatIsChargedMeanwhileIsUsedHere() {
        one.loses();
        TierAnswer answer = one.tiers.ask(Operation.CHARGE, asks(new Charge(LIMIT, "bob", 3)));
        assertThat(answer.degraded()).isTrue();
        assertThat(answer.said(0).remaining()).isEqualTo(2);
        assertThat(admitted("bob", 10)).isEqualTo(2);
        assertThat(one.tiers
                        .ask(Operation.CHARGE, asks(FailurePolicy.ALLOW, charge("bob")))
                        .said(0))
                .isNull();
    }

    @Test
    void whoWasLockedIsDeniedThoughTheStandInKnowsNoFailure() {
        one.wrong("bob", 3);
        one.loses();
        assertThat(one.decide(nodes.attempt("bob")).said(0).reason()).isEqualTo(Reason.LOCKED);
    }

    /** Two have failed, and one may yet: with the threshold of three there is room for no other. */
    @Test
    void aStandInKnowsOfWhatFailedAndOfWhatIsInFlight() {
        one.wrong("bob", 2);
        AttemptClaim open = nodes.attempt("bob");
        assertThat(one.admits(open)).isTrue();
        one.loses();
        assertThat(one.decide(nodes.attempt("bob")).said(0).reason()).isEqualTo(Reason.BUSY);
        one.tiers.settle(Operation.FAIL, List.of(open));
        assertThat(one.decide(nodes.attempt("bob")).said(0).reason()).isEqualTo(Reason.LOCKED);
    }

    /** What failed through this node is more than the lower threshold there is by now: no lock follows from the past alone. */
    @Test
    void noLockFollowsFromWhatFailedBefore() {
        LockoutPolicy lenient =
                LockoutPolicies.policy().lock(9, 60, 600).settle(30).named("login");
        for (int i = 0; i < 5; i++) {
            AttemptClaim attempt = SteppedNodes.attempt(lenient, "bob", "before" + i);
            assertThat(one.admits(attempt)).isTrue();
            one.tiers.settle(Operation.FAIL, List.of(attempt));
        }
        one.loses();
        AttemptClaim last = SteppedNodes.attempt(LOGIN, "bob", "last");
        assertThat(one.admits(last)).isTrue();
        assertThat(one.admits(SteppedNodes.attempt(LOGIN, "bob", "one more"))).isFalse();
        one.tiers.settle(Operation.SUCCEED, List.of(last));
        assertThat(one.lets("bob")).isTrue();
    }

    @Test
    void whatSucceedsHereClearsWhatFailedHere() {
        one.wrong("bob", 2);
        one.loses();
        AttemptClaim right = nodes.attempt("bob");
        assertThat(one.admits(right)).isTrue();
        one.tiers.settle(Operation.SUCCEED, List.of(right));
        one.wrong("bob", 2);
        assertThat(one.lets("bob")).isTrue();
    }

    @Test
    void whatIsUnlockedHereIsForgottenHere() throws StoreException {
        one.wrong("bob", 2);
        one.loses();
        one.unlocks("bob");
        one.wrong("bob", 2);
        assertThat(one.lets("bob")).isTrue();
    }

    @Test
    void aResetIsFeltHereThoughTheStoreCannotHearOfIt() {
        one.loses();
        assertThat(admitted("bob", 10)).isEqualTo(5);
        assertThatThrownBy(() -> one.tiers.change(Operation.RESET, List.of(charge("bob"))))
                .isInstanceOf(StoreException.class);
        assertThat(admitted("bob", 10)).isEqualTo(5);
    }

    /** What is given back in vain is used still. */
    @Test
    void aCreditThatTheStoreCannotHearOfIsNone() {
        one.loses();
        assertThat(admitted("bob", 10)).isEqualTo(5);
        assertThatThrownBy(() -> one.tiers.change(Operation.CREDIT, List.of(charge("bob"))))
                .isInstanceOf(StoreException.class);
        assertThat(admitted("bob", 10)).isZero();
    }

    @Test
    void aCreditIsFeltHereAndThere() throws StoreException {
        assertThat(admitted("bob", 11)).isEqualTo(10);
        one.tiers.change(Operation.CREDIT, List.of(charge("bob")));
        assertThat(admitted("bob", 2)).isEqualTo(1);
    }

    /** The application has seen a right answer: it is not asked for another one. */
    @Test
    void whoPassesAChallengeInAnOutageIsNotAskedAgain() {
        LockoutPolicy policy =
                LockoutPolicies.policy().challenge(1, 60).lock(9, 60, 600).named("asked");
        AttemptClaim wrong = SteppedNodes.attempt(policy, "bob", "wrong");
        assertThat(one.admits(wrong)).isTrue();
        one.tiers.settle(Operation.FAIL, List.of(wrong));
        assertThat(one.admits(SteppedNodes.attempt(policy, "bob", "a"))).isFalse();
        one.loses();
        assertThat(one.decide(SteppedNodes.attempt(policy, "bob", "b")).said(0).reason())
                .isEqualTo(Reason.CHALLENGE_REQUIRED);
        for (Operation ending : List.of(Operation.FAIL, Operation.SUCCEED)) {
            AttemptClaim answer = new AttemptClaim(policy, "bob", "by " + ending, Purpose.CHALLENGE, Traits.NONE, "");
            assertThat(one.admits(answer)).isTrue();
            one.tiers.settle(ending, List.of(answer));
            assertThat(one.admits(SteppedNodes.attempt(policy, "bob", "after " + ending)))
                    .isEqualTo(ending == Operation.SUCCEED);
        }
    }

    @Test
    void onceTheStoreIsBackItDecides() {
        one.loses();
        one.wrong("bob", 2);
        one.finds();
        assertThat(one.decide(nodes.attempt("bob")).degraded()).isFalse();
        assertThat(nodes.state("bob").phase()).isEqualTo(Phase.OPEN);
        assertThat(nodes.state("bob").failures())
                .as("what failed here is forgotten")
                .isZero();
    }
}
