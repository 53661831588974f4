package io.github.ostiary.tier;

import static io.github.ostiary.tier.SteppedNodes.SECOND;
import static io.github.ostiary.tier.SteppedNodes.asks;
import static io.github.ostiary.tier.SteppedNodes.place;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.engine.TierAnswer;
import io.github.ostiary.operator.KeyStatus.Teller;
import io.github.ostiary.operator.StoreFigure;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.FailurePolicy;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.LockoutPolicies;
import io.github.ostiary.tier.SteppedNodes.Node;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a node asks the store, what it says without it, and what it learns from each answer. */
class CachedStoreTest {

    private static final Limit LIMIT = Limits.of(Algorithm.FIXED_WINDOW, "2/1h");

    private final SteppedNodes nodes = new SteppedNodes();
    private final Node one = nodes.node();
    private final Node two = nodes.node();

    private static Charge charge(String who) {
        return new Charge(LIMIT, who, 1);
    }

    private void usesUp(Node node, String who) {
        assertThat(node.admits(charge(who))).isTrue();
        assertThat(node.admits(charge(who))).isTrue();
    }

    /** The questions that something asks. */
    private int asked(Runnable deed) {
        int before = nodes.shared.questions;
        deed.run();
        return nodes.shared.questions - before;
    }

    @Test
    void whatANodeDeniesByItselfIsCounted() {
        usesUp(one, "bob");
        assertThat(one.counts.of(StoreFigure.NEAR_DENIALS)).isZero();
        assertThat(one.admits(charge("bob"))).isFalse();
        assertThat(one.tiers.decide(charge("bob"))).isNotNull();
        assertThat(one.tiers.denied(asks(charge("bob"))).size()).isEqualTo(1);
        assertThat(one.counts.of(StoreFigure.NEAR_DENIALS)).isEqualTo(3);
        assertThat(one.counts.of(StoreFigure.STAND_INS)).isZero();
    }

    @Test
    void aCallerIsDeniedByWhateverAnswersNowWhichIsSaid() {
        assertThat(one.tiers.teller(charge("bob"))).isEqualTo(Teller.SHARED);
        usesUp(one, "bob");
        assertThat(one.tiers.teller(charge("bob"))).isEqualTo(Teller.NEAR);
        nodes.clock.leap(SECOND);
        assertThat(one.tiers.teller(charge("bob"))).isEqualTo(Teller.SHARED);
        LockoutPolicy extending =
                LockoutPolicies.policy().lock(1, 60, 600).extend(true).named("extending");
        AttemptClaim attempt = SteppedNodes.attempt(extending, "bob", "a");
        assertThat(one.admits(attempt)).isTrue();
        one.tiers.settle(Operation.FAIL, List.of(attempt));
        assertThat(one.admits(SteppedNodes.attempt(extending, "bob", "b"))).isFalse();
        assertThat(one.tiers.teller(SteppedNodes.attempt(extending, "bob", "c")))
                .as("each denial counts there")
                .isEqualTo(Teller.SHARED);
        LockoutPolicy shadow = new LockoutPolicy(
                "shadow",
                true,
                extending.steps(),
                false,
                0,
                LockoutPolicies.policy().lock(1, 60, 60).named("any").aftermath(),
                extending.settleMicros());
        AttemptClaim reported = SteppedNodes.attempt(shadow, "bob", "d");
        assertThat(one.admits(reported)).isTrue();
        one.tiers.settle(Operation.FAIL, List.of(reported));
        one.decide(SteppedNodes.attempt(shadow, "bob", "e"));
        assertThat(one.tiers.teller(SteppedNodes.attempt(shadow, "bob", "f"))).isEqualTo(Teller.SHARED);
    }

    /** Each starts the lock anew, however well it is known. */
    @Test
    void anAttemptThatExtendsItsLockIsAlwaysTheStoresToCount() {
        LockoutPolicy extending =
                LockoutPolicies.policy().lock(1, 60, 600).extend(true).named("extending");
        AttemptClaim attempt = SteppedNodes.attempt(extending, "bob", "a");
        assertThat(one.admits(charge("bob"), attempt)).isTrue();
        one.tiers.settle(Operation.FAIL, List.of(attempt));
        nodes.clock.leap(SECOND / 2);
        for (int i = 0; i < 3; i++) {
            AttemptClaim more = SteppedNodes.attempt(extending, "bob", "b" + i);
            assertThat(asked(() -> assertThat(
                                    one.decide(charge("bob"), more).said(1).retryMicros())
                            .isEqualTo(600 * SECOND)))
                    .isEqualTo(1);
        }
    }

    @Test
    void whatALookFindsIsKnownForASecond() {
        usesUp(one, "bob");
        nodes.clock.leap(SECOND);
        assertThat(asked(() -> assertThat(
                                one.tiers.denied(asks(charge("bob"))).said(0).passed())
                        .isFalse()))
                .isEqualTo(1);
        assertThat(asked(() -> assertThat(one.admits(charge("bob"))).isFalse())).isZero();
        assertThat(asked(() -> one.tiers.denied(asks(charge("bob"))))).isZero();
    }

    /** An hour's permits are back: a look finds that, and nothing is known any more. */
    @Test
    void aLookAtWhatHasPassedSaysSo() throws StoreException {
        usesUp(one, "bob");
        nodes.clock.leap(SECOND);
        two.tiers.change(Operation.RESET, List.of(charge("bob")));
        assertThat(one.tiers.denied(asks(charge("bob"))).said(0).passed()).isTrue();
        usesUp(one, "bob");
    }

    @Test
    void aLookInVainKnowsNothing() {
        usesUp(one, "bob");
        nodes.clock.leap(SECOND);
        nodes.shared.away = true;
        assertThat(one.tiers.denied(asks(charge("bob")))).isSameAs(TierAnswer.NONE);
    }

    @Test
    void oneClaimAloneIsAskedForInTime() {
        nodes.delay = 1_000;
        assertThat(one.tiers.decide(charge("bob")).passed()).isTrue();
        assertThat(one.tiers.decide(charge("bob")).passed()).isTrue();
        nodes.clock.leap(SECOND);
        assertThat(asked(() ->
                        assertThat(one.tiers.decide(charge("bob")).passed()).isFalse()))
                .as("a probe")
                .isEqualTo(1);
        assertThat(asked(() ->
                        assertThat(one.tiers.decide(charge("bob")).passed()).isFalse()))
                .isZero();
        nodes.shared.away = true;
        nodes.clock.leap(SECOND);
        assertThat(one.tiers.decide(charge("bob"))).isNull();
    }

    /** What the store is owed follows whatever it answers. */
    @Test
    void anAnswerToOneClaimAloneIsAnAnswer() {
        AttemptClaim attempt = nodes.attempt("bob");
        assertThat(one.admits(attempt)).isTrue();
        nodes.shared.away = true;
        one.tiers.settle(Operation.FAIL, List.of(attempt));
        nodes.shared.away = false;
        assertThat(one.tiers.decide(charge("eve"))).isNotNull();
        nodes.clock.background();
        assertThat(nodes.state("bob").failures()).isEqualTo(1);
    }

    @Test
    void whatIsChargedIsSaidOfOneMore() {
        Charge two = new Charge(LIMIT, "bob", 2);
        TierAnswer answer = one.tiers.ask(Operation.CHARGE, asks(two));
        assertThat(answer.said(0).remaining()).isZero();
        assertThat(answer.said(0).passed()).isFalse();
        assertThat(answer.degraded()).isFalse();
        assertThat(asked(() -> assertThat(one.admits(charge("bob"))).isFalse())).isZero();
        assertThat(one.tiers.ask(Operation.PEEK, asks(charge("bob"))).said(0).remaining())
                .isZero();
    }

    @Test
    void whoAsksAgainWhileItsDenialIsOnItsWayIsInNoOnesWay() {
        LockoutPolicy narrow = LockoutPolicies.policy().lock(1, 60, 600).named("narrow");
        AttemptClaim bob = SteppedNodes.attempt(narrow, "bob", "same");
        assertThat(one.admits(bob)).isTrue();
        nodes.shared.away = true;
        one.tiers.settle(Operation.ABANDON, List.of(bob));
        nodes.shared.away = false;
        assertThat(one.admits(SteppedNodes.attempt(narrow, "bob", "other")))
                .as("the first one is there still")
                .isFalse();
        assertThat(one.admits(bob)).isTrue();
        assertThat(nodes.heard(Operation.ABANDON)).hasSize(1);
    }

    /** It cannot write, but it knows who is locked: a stand-in that knew no lock would let them in. */
    @Test
    void aStoreThatCannotDecideIsAskedWhoIsLocked() throws StoreException {
        two.locks("bob", 600 * SECOND);
        nodes.shared.losing = 2;
        assertThat(one.decide(nodes.attempt("bob")).said(0).reason()).isEqualTo(Reason.LOCKED);
        assertThat(nodes.heard(Operation.PEEK)).isNotEmpty();
        two.unlocks("bob");
        nodes.clock.pass(2 * SECOND);
        nodes.shared.away = true;
        assertThat(one.lets("bob")).as("what is known is looked up").isTrue();
    }

    /** Each question takes its time: who has waited for most of it decides here. */
    @Test
    void aStoreThatTakesItsTimeIsNotAskedWhoIsLocked() throws StoreException {
        two.locks("bob", 600 * SECOND);
        nodes.heard.clear();
        nodes.shared.losing = 2;
        nodes.delay = 60_000;
        assertThat(one.decide(nodes.attempt("bob")).degraded()).isTrue();
        assertThat(nodes.heard).hasSize(2);
    }

    @Test
    void whatIsOnlyALimitAsksNoOneWhoIsLocked() {
        nodes.shared.losing = 2;
        Charge held = charge("bob");
        assertThat(one.decide(held, nodes.lease("bob")).degraded()).isTrue();
        assertThat(nodes.heard(Operation.PEEK)).isEmpty();
    }

    /** A quarter more than the time a call may take is the end of it. */
    @Test
    void whoHasWaitedTooLongAsksNoSecondTime() {
        nodes.shared.losing = 1;
        nodes.delay = 250_001;
        assertThat(one.decide(nodes.attempt("bob")).degraded()).isTrue();
        assertThat(nodes.heard).hasSize(1);
        nodes.shared.losing = 1;
        nodes.delay = 250_000;
        nodes.heard.clear();
        assertThat(one.decide(nodes.attempt("eve")).degraded()).isFalse();
        assertThat(nodes.heard).hasSize(2);
    }

    @Test
    void aChargeIsNeverAskedForASecondTime() throws StoreException {
        nodes.shared.losing = 1;
        Charge bob = charge("bob");
        TierAnswer answer = one.decide(bob, nodes.attempt("bob"));
        assertThat(answer.admits(asks(bob, nodes.attempt("bob")))).isTrue();
        assertThat(answer.degraded()).as("the stand-in judges it").isTrue();
        assertThat(nodes.heard(Operation.DECIDE)).hasSize(2);
        assertThat(nodes.heard(Operation.DECIDE).get(1)).doesNotContain("bob/ ");
        assertThat(nodes.shared
                        .line()
                        .ask(Operation.PEEK, List.of(bob), Long.MAX_VALUE)
                        .get(0)
                        .remaining())
                .isEqualTo(1);
    }

    /** Its share of two permits is one: what the store granted with the second is given back. */
    @Test
    void whatTheStandInDeniesIsGivenBack() {
        nodes.shared.losing = 1;
        assertThat(one.admits(charge("bob"), nodes.attempt("bob"))).isTrue();
        nodes.shared.losing = 1;
        AttemptClaim second = nodes.attempt("bob");
        TierAnswer answer = one.decide(charge("bob"), second);
        assertThat(answer.admits(asks(charge("bob"), second))).isFalse();
        assertThat(nodes.state("bob").inFlight()).isEqualTo(2);
        nodes.clock.pass(SECOND);
        assertThat(nodes.state("bob").inFlight()).isEqualTo(1);
    }

    /** Both answers were lost, and no other request comes: it must not become a failure after its time. */
    @Test
    void whatTheStoreMayHoldOfWhatIsDeniedHereIsGivenBackThoughNoOneAsks() {
        nodes.shared.losing = 2;
        List<Ask> attempt = asks(FailurePolicy.DENY, nodes.attempt("bob"));
        assertThat(one.tiers.decide(attempt).admits(attempt)).isFalse();
        assertThat(nodes.state("bob").inFlight()).isEqualTo(1);
        nodes.clock.pass(SECOND);
        assertThat(nodes.state("bob").inFlight()).isZero();
        assertThat(nodes.state("bob").failures()).isZero();
    }

    @Test
    void whatIsHeldHereIsSaid() {
        assertThat(one.tiers.held()).isZero();
        usesUp(one, "bob");
        assertThat(one.tiers.held()).isPositive();
        assertThat(one.tiers.unreachable()).isZero();
        one.loses();
        assertThat(one.tiers.unreachable()).isEqualTo(1);
        assertThat(one.tiers.sharedState()).isNotNull();
        long before = one.counts.of(StoreFigure.STAND_INS);
        assertThat(one.tiers.standIn(asks(charge("eve"))).degraded()).isTrue();
        assertThat(one.counts.of(StoreFigure.STAND_INS)).isEqualTo(before + 1);
    }

    @Test
    void aBlockIsKnownWhereverItIsHeardOf() throws StoreException {
        two.tiers.locks().lock(place("bob"), "bob", Verdict.NEVER, "");
        assertThat(one.decide(nodes.attempt("bob")).said(0).reason()).isEqualTo(Reason.BLOCKED);
        assertThat(asked(() -> assertThat(one.lets("bob")).isFalse())).isZero();
    }
}
