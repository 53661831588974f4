package io.github.ostiary.tier;

import static io.github.ostiary.tier.SteppedNodes.SECOND;
import static io.github.ostiary.tier.SteppedNodes.place;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.LogLines;
import io.github.ostiary.tier.SteppedNodes.Node;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A lock that one node knows outlives a store that loses its data, and an unlocking elsewhere ends it all the same. */
class LockKeeperTest {

    private static final long MINUTE = 60 * SECOND;

    private final SteppedNodes nodes = new SteppedNodes();
    private final Node one = nodes.node();
    private final Node two = nodes.node();

    private Phase phase(String who) {
        return nodes.state(who).phase();
    }

    @Test
    void whoIsLockedIsDeniedAtOnceByAStoreThatHasLostIt() {
        one.wrong("bob", 3);
        nodes.clock.pass(2 * SECOND);
        nodes.shared.flush();
        nodes.clock.leap(SECOND);
        assertThat(one.decide(nodes.attempt("bob")).said(0).reason()).isEqualTo(Reason.LOCKED);
        assertThat(phase("bob")).isEqualTo(Phase.LOCKED);
        assertThat(nodes.state("bob").remaining().orElseThrow())
                .as("for what was left of it")
                .isEqualTo(Duration.ofSeconds(597));
        assertThat(two.lets("bob")).isFalse();
    }

    /** More than one call takes; one of them blocked. */
    @Test
    void allThatAreKnownAreLockedAgainWithinASecond() throws StoreException {
        for (int i = 0; i < 250; i++) {
            one.locks("k" + i, 10 * MINUTE);
        }
        one.locks("blocked", Verdict.NEVER);
        nodes.clock.pass(2 * SECOND);
        nodes.shared.flush();
        nodes.clock.pass(SECOND);
        for (int i = 0; i < 250; i++) {
            assertThat(phase("k" + i)).as("k" + i).isEqualTo(Phase.LOCKED);
        }
        assertThat(phase("blocked")).isEqualTo(Phase.BLOCKED);
        assertThat(nodes.state("blocked").reason()).isEqualTo("by hand");
    }

    /** In the background, at once: an answer that does not fit what is known says so. */
    @Test
    void anAnswerThatDoesNotFitIsReasonToLookAtOnce() throws StoreException {
        AttemptClaim attempt = nodes.attempt("bob");
        assertThat(one.admits(attempt)).isTrue();
        one.locks("bob", 10 * MINUTE);
        one.locks("eve", 10 * MINUTE);
        nodes.clock.pass(500_000);
        nodes.shared.flush();
        one.tiers.settle(Operation.ABANDON, List.of(attempt));
        nodes.clock.background();
        assertThat(phase("eve")).isEqualTo(Phase.LOCKED);
        assertThat(phase("bob")).isEqualTo(Phase.LOCKED);
    }

    @Test
    void whoIsUnlockedElsewhereIsLetInASecondLaterAndStaysUnlocked() throws StoreException {
        one.wrong("bob", 3);
        two.unlocks("bob");
        assertThat(one.lets("bob")).as("known for less than a second").isFalse();
        nodes.clock.leap(SECOND);
        assertThat(one.lets("bob")).isTrue();
        nodes.shared.flush();
        nodes.clock.pass(2 * SECOND);
        assertThat(phase("bob")).isEqualTo(Phase.OPEN);
    }

    /** By whoever looks up what is known, once a second, whether anybody asks or not. */
    @Test
    void anUnlockingElsewhereIsHeardBeforeAnyoneAsks() throws StoreException {
        one.locks("bob", 10 * MINUTE);
        two.unlocks("bob");
        nodes.clock.pass(2 * SECOND);
        nodes.shared.away = true;
        assertThat(one.lets("bob")).as("the stand-in knows it, too").isTrue();
    }

    @Test
    void anUnlockingElsewhereStandsThoughTheDataAreLostLater() throws StoreException {
        one.locks("bob", 10 * MINUTE);
        nodes.clock.pass(2 * SECOND);
        two.unlocks("bob");
        nodes.clock.pass(2 * SECOND);
        nodes.shared.flush();
        nodes.clock.pass(2 * SECOND);
        assertThat(phase("bob")).isEqualTo(Phase.OPEN);
        assertThat(one.lets("bob")).isTrue();
    }

    /** What is known of it is too old: it may have been unlocked since. */
    @Test
    void aLockThatWasLongNotSeenIsNotHandedBack() throws StoreException {
        one.locks("bob", 10 * MINUTE);
        for (int i = 0; i < 5; i++) {
            nodes.shared.back(1); // the epoch is heard, what is locked is not
            nodes.clock.pass(SECOND);
        }
        nodes.shared.back(0);
        nodes.shared.flush();
        assertThat(one.lets("bob")).isTrue();
        assertThat(phase("bob")).isEqualTo(Phase.OPEN);
        nodes.clock.pass(2 * SECOND);
        assertThat(phase("bob")).isEqualTo(Phase.OPEN);
    }

    @Test
    void aLockThatWasSeenThreeSecondsAgoIsHandedBack() throws StoreException {
        one.locks("bob", 10 * MINUTE);
        nodes.clock.pass(SECOND);
        for (int i = 0; i < 2; i++) {
            nodes.shared.back(1);
            nodes.clock.pass(SECOND);
        }
        nodes.shared.back(0);
        nodes.shared.flush();
        nodes.clock.pass(SECOND);
        assertThat(phase("bob")).isEqualTo(Phase.LOCKED);
    }

    @Test
    void whoCannotHearWhetherTheDataAreLostDenies() {
        one.wrong("bob", 3);
        nodes.clock.pass(2 * SECOND);
        nodes.shared.flush();
        nodes.clock.leap(SECOND);
        nodes.shared.cutAfter(1);
        assertThat(one.decide(nodes.attempt("bob")).said(0).reason()).isEqualTo(Reason.LOCKED);
        nodes.shared.back(0);
        nodes.clock.background();
        assertThat(phase("bob")).as("and asks soon").isEqualTo(Phase.LOCKED);
    }

    /** A decision whose time is over asks nothing more. */
    @Test
    void whoHasNoTimeLeftToHearWhetherTheDataAreLostDenies() {
        one.wrong("bob", 3);
        nodes.clock.pass(2 * SECOND);
        nodes.shared.flush();
        nodes.clock.leap(SECOND);
        nodes.delay = 300_000;
        int before = nodes.shared.questions;
        assertThat(one.decide(nodes.attempt("bob")).said(0).reason()).isEqualTo(Reason.LOCKED);
        assertThat(nodes.shared.questions - before).isEqualTo(1);
        nodes.delay = 0;
        nodes.clock.background();
        assertThat(phase("bob")).isEqualTo(Phase.LOCKED);
    }

    /** Two questions: the decision, and whether the data are lost. Once they are known to be, that is not asked again. */
    @Test
    void aCallerAsksForTheEpochOnlyWhereALockIsMissing() throws StoreException {
        one.locks("bob", 10 * MINUTE);
        one.locks("eve", 10 * MINUTE);
        nodes.clock.pass(2 * SECOND);
        int before = nodes.shared.questions;
        assertThat(one.admits(nodes.attempt("joe"))).isTrue();
        assertThat(nodes.shared.questions - before).isEqualTo(1);
        nodes.shared.flush();
        nodes.clock.leap(SECOND);
        before = nodes.shared.questions;
        assertThat(one.admits(nodes.attempt("bob"))).isFalse();
        assertThat(nodes.shared.questions - before).as("and the lock").isEqualTo(3);
        before = nodes.shared.questions;
        assertThat(one.admits(nodes.attempt("eve"))).isFalse();
        assertThat(nodes.shared.questions - before).isEqualTo(2);
    }

    @Test
    void aServerThatComesBackEmptyKnowsAllLocksBeforeAnyRequestAsksIt() throws StoreException {
        one.locks("bob", 10 * MINUTE);
        nodes.clock.pass(2 * SECOND);
        one.loses();
        nodes.shared.flush();
        nodes.shared.away = false;
        nodes.clock.pass(100_000);
        assertThat(one.breaker.unreachable()).isZero();
        assertThat(phase("bob")).isEqualTo(Phase.LOCKED);
    }

    @Test
    void nothingIsAskedOnceNothingIsKnown() throws StoreException {
        assertThat(nodes.askedWithin(MINUTE)).isZero();
        one.locks("bob", 10 * SECOND);
        assertThat(nodes.askedWithin(5 * SECOND))
                .as("the epoch, and what is known, each second")
                .isEqualTo(10);
        nodes.clock.pass(10 * SECOND);
        assertThat(nodes.askedWithin(MINUTE)).isZero();
        assertThat(nodes.clock.isIdle()).isTrue();
    }

    /** 2,000 keys a second, the others in the next one. */
    @Test
    void noMoreThanTwentyCallsASecondLookUpWhatIsKnown() throws StoreException {
        for (int i = 0; i < 2_150; i++) {
            one.locks("k" + i, 10 * MINUTE);
        }
        assertThat(nodes.askedWithin(SECOND)).isEqualTo(1 + 20);
        assertThat(nodes.askedWithin(SECOND)).isEqualTo(1 + 2);
        assertThat(nodes.askedWithin(SECOND)).isEqualTo(1 + 20);
    }

    /** A round over so many takes longer than what is otherwise too old to be handed back. */
    @Test
    void manyLocksAreHandedBackThoughEachIsSeenSeldom() throws StoreException {
        for (int i = 0; i < 9_000; i++) {
            one.locks("k" + i, 10 * MINUTE);
        }
        nodes.clock.pass(11 * SECOND);
        nodes.shared.flush();
        nodes.clock.pass(SECOND);
        for (int i = 0; i < 9_000; i++) {
            assertThat(phase("k" + i)).isEqualTo(Phase.LOCKED);
        }
    }

    @Test
    void whatThisNodeHeardOfByLookingIsKeptToo() throws StoreException {
        two.locks("bob", 10 * MINUTE);
        assertThat(one.lets("bob")).isFalse();
        assertThat(nodes.askedWithin(SECOND)).as("both nodes").isEqualTo(4);
        two.tiers.close();
        assertThat(nodes.askedWithin(SECOND)).isEqualTo(2);
        one.tiers.close();
        assertThat(nodes.askedWithin(SECOND)).isZero();
    }

    /** The store comes back from its backup: unlocked meanwhile is what it says so. */
    @Test
    void aReplicaThatMissedALockHearsOfItAndKeepsWhatItHas() throws StoreException {
        one.locks("eve", 10 * MINUTE);
        nodes.clock.pass(2 * SECOND);
        one.locks("bob", 10 * MINUTE);
        nodes.shared.failOver();
        assertThat(phase("eve")).isEqualTo(Phase.LOCKED);
        assertThat(phase("bob")).isEqualTo(Phase.OPEN);
        nodes.clock.pass(SECOND);
        assertThat(phase("bob")).isEqualTo(Phase.LOCKED);
        assertThat(nodes.shared.state(place("eve")).remaining().orElseThrow()).isLessThan(Duration.ofMinutes(10));
    }

    /** Denied by another rule, it holds nothing there; the other locks are restored all the same. */
    @Test
    void aLockThatIsMissingIsNewsThoughItsCallerIsDeniedAnyway() throws StoreException {
        one.locks("bob", 10 * MINUTE);
        one.locks("eve", 10 * MINUTE);
        nodes.clock.pass(2 * SECOND);
        nodes.shared.flush();
        Charge used = new Charge(Limits.of(Algorithm.FIXED_WINDOW, "1/1m"), "bob", 1);
        assertThat(two.admits(used)).isTrue();
        nodes.clock.leap(SECOND);
        assertThat(one.admits(nodes.attempt("bob"), used)).isFalse();
        nodes.clock.background();
        assertThat(phase("eve")).isEqualTo(Phase.LOCKED);
    }

    @Test
    void aLockThatEndsWhileTheAnswerIsOnItsWayDeniesNothing() throws StoreException {
        one.locks("bob", SECOND + 50_000);
        nodes.clock.leap(SECOND);
        nodes.delay = 100_000;
        assertThat(one.admits(nodes.attempt("bob"))).isTrue();
    }

    /** Another node has heard of the loss, and unlocks. */
    @Test
    void whatWasUnlockedSinceTheDataWereLostIsNotLockedAgain() throws StoreException {
        one.locks("bob", 10 * MINUTE);
        nodes.clock.pass(2 * SECOND);
        nodes.shared.flush();
        nodes.clock.leap(SECOND);
        two.unlocks("bob");
        assertThat(one.lets("bob")).isTrue();
        nodes.clock.pass(2 * SECOND);
        assertThat(phase("bob")).isEqualTo(Phase.OPEN);
    }

    @Test
    void aKnownLockIsNoReasonToHurry() throws StoreException {
        two.locks("bob", 10 * MINUTE);
        int before = nodes.shared.questions;
        assertThat(one.lets("bob")).isFalse();
        nodes.clock.background();
        assertThat(nodes.shared.questions - before).isEqualTo(1);
    }

    /** Between a round's two questions: what seems unlocked was lost. */
    @Test
    void dataThatAreLostInTheMiddleOfARoundAreNoUnlocking() throws StoreException {
        one.locks("bob", 10 * MINUTE);
        nodes.clock.pass(2 * SECOND);
        nodes.before = nodes.shared::flush;
        nodes.clock.pass(SECOND);
        assertThat(phase("bob")).isEqualTo(Phase.LOCKED);
        assertThat(one.lets("bob")).isFalse();
    }

    /** What could not be said while the store was silent is said as soon as it answers anything. */
    @Test
    void whatTheStoreIsOwedFollowsItsNextAnswer() {
        AttemptClaim bob = nodes.attempt("bob");
        assertThat(one.admits(bob)).isTrue();
        nodes.shared.away = true;
        one.tiers.settle(Operation.FAIL, List.of(bob));
        nodes.shared.away = false;
        assertThat(one.admits(nodes.attempt("eve"))).isTrue();
        nodes.clock.background();
        assertThat(nodes.state("bob").failures()).isEqualTo(1);
    }

    @Test
    void operatorsHearHowManyLocksWereRestored() throws StoreException {
        try (LogLines lines = LogLines.of(LockKeeper.class.getName())) {
            one.loses();
            nodes.shared.flush();
            one.finds();
            assertThat(lines.lines()).as("none was").isEmpty();
            one.locks("bob", 10 * MINUTE);
            one.locks("eve", 10 * MINUTE);
            nodes.clock.pass(2 * SECOND);
            nodes.shared.flush();
            nodes.clock.pass(2 * SECOND);
            assertThat(lines.lines()).singleElement().satisfies(line -> assertThat(line)
                    .startsWith("The shared store lost its data: this node restored 2 locks."));
        }
    }

    /** Whoever needs it next has its turn. */
    @Test
    void aRoundThatIsOverIsInNoOnesWay() throws Exception {
        one.locks("bob", 10 * MINUTE);
        nodes.clock.pass(2 * SECOND);
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            for (int i = 0; i < 2; i++) {
                Future<?> turn = other.submit(() -> {
                    one.tiers.returning(Store.UNDIVIDED);
                    return true;
                });
                turn.get(20, TimeUnit.SECONDS);
                nodes.clock.pass(SECOND);
            }
        } finally {
            other.shutdownNow();
        }
    }
}
