package io.github.ostiary.algorithm;

import static io.github.ostiary.testing.LockoutPolicies.attempt;
import static io.github.ostiary.testing.LockoutPolicies.policy;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.AttemptClaim.Purpose;
import io.github.ostiary.store.AttemptClaim.Traits;
import io.github.ostiary.store.FoundBefore;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Step;
import io.github.ostiary.store.Step.Action;
import io.github.ostiary.store.Step.Growth;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.store.Verdict.Consequence;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** One sentence of the contract each: locks. Times are seconds. */
class LockoutTest extends LockoutCase {

    @Test
    void locksOnTheThirdFailureUntilTheVeryEnd() {
        assertThat(wrong(0).passed()).isTrue();
        assertThat(wrong(1).remaining()).isEqualTo(1);
        assertThat(wrong(2))
                .isEqualTo(new Verdict(false, 0, 300_000_000, 0, 0, 300_000_000, new Consequence(Reason.LOCKED, true))
                        .withFound(FoundBefore.locked(3, FoundBefore.UNKNOWN)));
        assertThat(begin(3, "a"))
                .isEqualTo(
                        new Verdict(false, 0, 299_000_000, 0, 0, 299_000_000, new Consequence(Reason.LOCKED, false)));
        assertThat(begin(301.999999, "a").retryMicros()).isEqualTo(1);
        assertThat(begin(302, "a").passed()).isTrue();
    }

    @Test
    void aFailureAgedExactlyTheWindowHasLeft() {
        wrong(0);
        wrong(30);
        assertThat(wrong(60).passed()).isTrue();
        assertThat(wrong(89.999999).reason()).isEqualTo(Reason.LOCKED);
        assertThat(state(90).phase()).isEqualTo(Phase.LOCKED);
    }

    @Test
    void noMoreThanTheThresholdIsInFlight() {
        assertThat(begin(0, "a").remaining()).isEqualTo(2);
        assertThat(begin(0, "b").remaining()).isEqualTo(1);
        assertThat(begin(0, "c").remaining()).isZero();
        assertThat(begin(0, "d"))
                .isEqualTo(new Verdict(false, 0, 1_000_000, 0, 0, 1_000_000, new Consequence(Reason.BUSY, false)));
        assertThat(settle(1, "a", Operation.ABANDON).passed()).isTrue();
        assertThat(begin(1, "d").passed()).isTrue();
        settle(1, "b", Operation.FAIL);
        assertThat(begin(1, "e").reason()).isEqualTo(Reason.BUSY);
        assertThat(state(1).inFlight()).isEqualTo(2);
    }

    @Test
    void settlingTwiceChangesNothing() {
        begin(0, "a");
        settle(0, "a", Operation.FAIL);
        settle(0, "a", Operation.FAIL);
        settle(0, "a", Operation.SUCCEED);
        settle(0, "never", Operation.FAIL);
        assertThat(state(0).failures()).isEqualTo(1);
    }

    @Test
    void whatIsNotSettledBecomesAFailureOfItsBegin() {
        begin(0, "a");
        begin(1, "b");
        begin(2, "c");
        assertThat(state(29.999999).inFlight()).isEqualTo(3);
        assertThat(state(30).failures()).isEqualTo(1);
        assertThat(state(31).inFlight()).isEqualTo(1);
        lockout.advance(rule, micros(40));
        assertThat(lockout.peek(attempt(rule, "d", "", "")))
                .isEqualTo(new Verdict(false, 0, 300_000_000, 0, 0, 300_000_000, new Consequence(Reason.LOCKED, true))
                        .withFound(FoundBefore.locked(3, FoundBefore.UNKNOWN)));
        assertThat(settle(41, "c", Operation.SUCCEED).reason()).isEqualTo(Reason.LOCKED);
    }

    @Test
    void aLateFailureCompletesAWindowThatHasEnded() {
        rule = policy().lock(3, 10, 300).settle(100).named("login");
        wrong(0);
        begin(5, "late");
        wrong(9);
        wrong(20);
        assertThat(settle(30, "late", Operation.FAIL).reason()).isEqualTo(Reason.LOCKED);
    }

    @Test
    void successClearsFailuresButNoReservationNoLockNoLevel() {
        rule = policy().lock(3, 60, 10, 2, 3).named("login");
        wrong(0);
        begin(1, "slow");
        right(1);
        assertThat(state(1).failures()).isZero();
        assertThat(state(1).inFlight()).isEqualTo(1);
        wrong(2);
        wrong(2);
        assertThat(settle(3, "slow", Operation.FAIL).retryMicros()).isEqualTo(10_000_000);
        right(13);
        wrong(14);
        wrong(14);
        assertThat(wrong(14).retryMicros()).isEqualTo(20_000_000);
    }

    @Test
    void aSuccessBegunBeforeALockDoesNotEndIt() {
        rule = policy().lock(4, 60, 300).named("login");
        begin(0, "good");
        begin(0, "bad");
        wrong(0);
        wrong(0);
        rule = policy().lock(3, 60, 300).named("login");
        assertThat(settle(1, "bad", Operation.FAIL).reason()).isEqualTo(Reason.LOCKED);
        assertThat(settle(1, "good", Operation.SUCCEED).reason()).isEqualTo(Reason.LOCKED);
        assertThat(state(1).failures()).isZero();
    }

    @Test
    void successClearsNothingUnlessConsecutive() {
        rule = policy().consecutive(false).lock(3, 60, 300).cap(4).named("login");
        wrong(0);
        wrong(1);
        right(2);
        assertThat(wrong(3).reason()).isEqualTo(Reason.LOCKED);
        assertThat(wrong(400).reason()).isEqualTo(Reason.BLOCKED);
    }

    @Test
    void eachLockIsLongerUntilTheMemoryOfTheLastIsOver() {
        rule = policy().lock(1, 60, 10, 2, 1).memory(100).named("login");
        assertThat(wrong(0).retryMicros()).isEqualTo(10_000_000);
        assertThat(wrong(10).retryMicros()).isEqualTo(20_000_000);
        assertThat(wrong(30 + 99.999999).retryMicros()).isEqualTo(40_000_000);
        assertThat(wrong(170 + 99.999999 + 0.000001).retryMicros()).isEqualTo(10_000_000);
    }

    @Test
    void growthIsBoundedWithoutOverflow() {
        long century = Step.MAX_MICROS;
        rule = policy().step(new Step(1, 1, Action.LOCK, century - 5, new Growth(1, century - 5, century), 1))
                .memory(2 * DAY)
                .named("login");
        assertThat(wrong(0).retryMicros()).isEqualTo(century - 5);
        assertThat(wrong((century - 5) / 1e6).retryMicros()).isEqualTo(century);
        rule = policy().step(new Step(1, 1, Action.LOCK, 1_000_000, new Growth(1e9, 0, 7_000_000), 1))
                .named("login");
        lockout.unlock(0);
        assertThat(wrong(0).retryMicros()).isPositive();
    }

    @Test
    void growthAddsAndStopsAtTheMost() {
        rule = policy().step(new Step(1, 1_000_000, Action.LOCK, 10_000_000, new Growth(1, 5_000_000, 17_000_000), 1))
                .named("login");
        assertThat(wrong(0).retryMicros()).isEqualTo(10_000_000);
        assertThat(wrong(10).retryMicros()).isEqualTo(15_000_000);
        assertThat(wrong(25).retryMicros()).isEqualTo(17_000_000);
    }

    @Test
    void rearmedFewerFailuresSufficeAndFewerAreInFlight() {
        rule = policy().lock(3, 60, 10, 1, 1).memory(100).named("login");
        wrong(0);
        wrong(0);
        wrong(0);
        assertThat(begin(10, "a").passed()).isTrue();
        assertThat(begin(10, "b").reason()).isEqualTo(Reason.BUSY);
        assertThat(settle(11, "a", Operation.FAIL).reason()).isEqualTo(Reason.LOCKED);
        assertThat(wrong(121).passed()).isTrue();
    }

    @Test
    void eachStepCountsSinceItLastFired() {
        rule = policy().lock(2, 60, 1).lock(5, 3_600, 900).named("login");
        wrong(0);
        assertThat(wrong(0).retryMicros()).isEqualTo(1_000_000);
        wrong(2);
        assertThat(wrong(2).retryMicros()).isEqualTo(1_000_000);
        assertThat(wrong(4).retryMicros()).isEqualTo(900_000_000);
        assertThat(wrong(905).passed()).isTrue();
        assertThat(wrong(905).retryMicros()).isEqualTo(1_000_000);
    }

    @Test
    void ofSeveralTheHighestWins() {
        rule = policy().lock(2, 60, 100).lock(2, 90, 50).delay(2, 100, 500).named("login");
        wrong(0);
        assertThat(wrong(0).retryMicros()).isEqualTo(50_000_000);
        rule = policy().block(1, 60).lock(1, 70, 50).named("login");
        assertThat(wrong(200).reason()).isEqualTo(Reason.BLOCKED);
    }

    @Test
    void delaysAfterEachFurtherFailureOneAtATime() {
        rule = policy().delay(3, 60, 2).named("login");
        wrong(0);
        wrong(0);
        assertThat(wrong(0).retryMicros()).isEqualTo(2_000_000);
        assertThat(begin(2, "a").passed()).isTrue();
        assertThat(begin(2, "b").reason()).isEqualTo(Reason.BUSY);
        assertThat(settle(2, "a", Operation.FAIL).retryMicros()).isEqualTo(2_000_000);
        assertThat(wrong(61).remaining()).isEqualTo(1);
        assertThat(wrong(61.5).retryMicros()).isEqualTo(2_000_000);
    }

    @Test
    void aShorterLockShortensNothing() {
        rule = policy().lock(1, 60, 10).named("login");
        lockout.advance(rule, micros(0));
        lockout.lock(300_000_000, "by hand", "the key");
        lockout.lock(10_000_000, "shorter", "");
        assertThat(state(1).reason()).isEqualTo("by hand");
        assertThat(state(1).remaining()).contains(Duration.ofSeconds(299));
        assertThat(lockout.label()).isEqualTo("the key");
        lockout.lock(Verdict.NEVER, "for good", "");
        lockout.lock(900_000_000, "longer", "");
        assertThat(state(2).phase()).isEqualTo(Phase.BLOCKED);
        assertThat(state(2).remaining()).isEmpty();
        assertThat(state(2).reason()).isEqualTo("for good");
        assertThat(begin(2, "a").retryMicros()).isEqualTo(Verdict.NEVER);
    }

    @Test
    void anUnlockingToldLateForgetsNothingThatBeganAfterIt() {
        rule = policy().lock(4, 60, 10).named("login");
        wrong(0);
        wrong(2);
        wrong(3);
        assertThat(state(5).failures()).isEqualTo(3);
        lockout.unlock(4_000_000);
        assertThat(state(5).failures()).isEqualTo(2);
        assertThat(wrong(6).passed()).isTrue();
        assertThat(wrong(7).retryMicros()).isEqualTo(10_000_000);
    }

    @Test
    void anUnlockingToldLateForgetsWhatFailedBeforeItBesideALockThatIsYounger() {
        rule = policy().lock(2, 60, 10).named("login");
        wrong(0);
        begin(2, "other");
        lockout.lock(3_000_000, "", "");
        assertThat(state(3).failures()).isEqualTo(1);
        lockout.unlock(2_000_000);
        assertThat(state(3).phase()).isEqualTo(Phase.LOCKED);
        assertThat(state(3).failures()).isZero();
    }

    @Test
    void aSuccessToldLateForgetsNothingThatBeganAfterIt() {
        rule = policy().lock(3, 60, 10).named("login");
        AttemptClaim right = attempt(rule, "right", "", "");
        begin(0, "right");
        wrong(1);
        wrong(3);
        lockout.advance(rule, micros(4));
        var unused = lockout.settle(right.endedAgo(2_000_000), Operation.SUCCEED);
        assertThat(state(4).failures()).isEqualTo(1);
    }

    @Test
    void unlockForgetsAllButReservations() {
        rule = policy().lock(2, 60, 10, 2, 1).cap(3).named("login");
        wrong(0);
        begin(0, "slow");
        wrong(0);
        lockout.unlock(0);
        assertThat(state(0).inFlight()).isEqualTo(1);
        assertThat(settle(0, "slow", Operation.FAIL).passed()).isTrue();
        assertThat(wrong(0).retryMicros()).isEqualTo(10_000_000);
    }

    /** Of a known network no more are looked at than the cap leaves, however many it sends at once. */
    @Test
    void noKnownNetworkPassesTheCap() {
        rule = policy().lock(3, 60, 300).cap(5).exempt(DAY).named("login");
        from(0, "home", Operation.SUCCEED);
        for (int i = 0; i < 4; i++) {
            from(1 + i * 400, "away", Operation.FAIL);
        }
        assertThat(begin(1_300, attempt(rule, "fifth", "", "home")).passed()).isTrue();
        assertThat(begin(1_300, attempt(rule, "sixth", "", "home")).reason()).isEqualTo(Reason.BUSY);
        assertThat(settle(1_300, "fifth", Operation.FAIL).reason()).isEqualTo(Reason.BLOCKED);
        assertThat(from(1_301, "home", Operation.SUCCEED).reason()).isEqualTo(Reason.BLOCKED);
    }

    /** A network that is only known passes no lock, and no siege asks it for anything. */
    @Test
    void whereNoneIsExemptAKnownNetworkPassesOnlyTheSiege() {
        rule = policy().lock(3, 60, 300).known(DAY).named("login");
        from(0, "home", Operation.SUCCEED);
        assertThat(besieged(1, "home").passed()).isTrue();
        assertThat(besieged(1, "away").reason()).isEqualTo(Reason.CHALLENGE_REQUIRED);
        assertThat(besieged(1, "home").passed()).isTrue();
        for (int i = 0; i < 3; i++) {
            from(2, "away", Operation.FAIL);
        }
        assertThat(from(3, "home", Operation.SUCCEED).passed()).isFalse();
        assertThat(besieged(3, "home").passed()).isFalse();
    }

    private Verdict besieged(double at, String network) {
        AttemptClaim asked =
                new AttemptClaim(rule, "k", "s" + ++ids, Purpose.ATTEMPT_IN_SIEGE, new Traits("", network, ""), "K");
        return tried(at, asked, Operation.SUCCEED);
    }
}
