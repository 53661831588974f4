package io.github.ostiary.algorithm;

import static io.github.ostiary.testing.LockoutPolicies.answer;
import static io.github.ostiary.testing.LockoutPolicies.attempt;
import static io.github.ostiary.testing.LockoutPolicies.policy;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.FoundBefore;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.store.Verdict.Consequence;
import io.github.ostiary.testing.LockoutPolicies;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** One sentence of the contract each: challenges, caps, values, networks, time. Times are seconds. */
class LockoutChallengeTest extends LockoutCase {

    @Test
    void whilePendingAnAttemptNeedsAChallenge() {
        rule = policy().challenge(2, 60).wrong(2, 300).named("login");
        wrong(0);
        assertThat(wrong(0))
                .isEqualTo(new Verdict(
                        false,
                        0,
                        Verdict.NEVER,
                        0,
                        0,
                        Verdict.NEVER,
                        new Consequence(Reason.CHALLENGE_REQUIRED, true)));
        assertThat(begin(1, "a").reason()).isEqualTo(Reason.CHALLENGE_REQUIRED);
        assertThat(begin(1, answer(rule, "x")).remaining()).isEqualTo(1);
        assertThat(begin(1, answer(rule, "y")).remaining()).isZero();
        assertThat(begin(1, answer(rule, "z")).reason()).isEqualTo(Reason.BUSY);
        assertThat(settle(1, "x", Operation.FAIL).reason()).isEqualTo(Reason.CHALLENGE_REQUIRED);
        assertThat(state(1).wrongChallenges()).isEqualTo(1);
        assertThat(settle(2, "y", Operation.SUCCEED).passed()).isTrue();
        assertThat(state(2).wrongChallenges()).isZero();
        assertThat(wrong(3).passed()).isTrue();
        assertThat(wrong(4).reason()).isEqualTo(Reason.CHALLENGE_REQUIRED);
        assertThat(state(4).wrongChallenges()).isZero();
    }

    @Test
    void aChallengeNotPendingNeedsNoReservation() {
        rule = policy().challenge(2, 60).named("login");
        assertThat(begin(0, answer(rule, "x")).passed()).isTrue();
        assertThat(lockout.idleMicros(rule)).isZero();
        assertThat(settle(0, "x", Operation.FAIL).passed()).isTrue();
        assertThat(state(0).wrongChallenges()).isZero();
    }

    @Test
    void anUnsettledAnswerIsAWrongOne() {
        rule = policy().challenge(1, 60).wrong(1, 300).named("login");
        wrong(0);
        begin(1, answer(rule, "x"));
        assertThat(begin(31, "a").retryMicros()).isEqualTo(300_000_000);
        assertThat(begin(331, "a").passed()).isTrue();
    }

    @Test
    void afterTheLockOfAChallengeItsStepCountsAfresh() {
        rule = policy().challenge(4, 3_600).wrong(1, 10).named("login");
        begin(0, "late");
        begin(0, "later");
        wrong(1);
        rule = policy().challenge(2, 3_600).wrong(1, 10).named("login");
        assertThat(settle(2, "late", Operation.FAIL).reason()).isEqualTo(Reason.CHALLENGE_REQUIRED);
        settle(3, "later", Operation.FAIL);
        answered(3, Operation.FAIL);
        assertThat(state(13).failures()).isZero();
        assertThat(wrong(13).remaining()).isEqualTo(1);
    }

    @Test
    void passingChallengesDoesNotKeepOtherStepsFromLocking() {
        rule = policy().challenge(1, 60).lock(4, 3_600, 900).named("login");
        for (int i = 0; i < 3; i++) {
            assertThat(wrong(i).reason()).isEqualTo(Reason.CHALLENGE_REQUIRED);
            answered(i, Operation.SUCCEED);
        }
        assertThat(wrong(3).reason()).isEqualTo(Reason.LOCKED);
        assertThat(answered(4, Operation.SUCCEED).reason()).isEqualTo(Reason.LOCKED);
        assertThat(begin(903, "a").reason()).isEqualTo(Reason.CHALLENGE_REQUIRED);
    }

    @Test
    void aChallengeIsPendingUntilTheMemoryIsOver() {
        rule = policy().challenge(1, 60).memory(100).named("login");
        wrong(0);
        answered(50, Operation.FAIL);
        assertThat(state(149.999999).phase()).isEqualTo(Phase.CHALLENGED);
        assertThat(state(150).phase()).isEqualTo(Phase.OPEN);
    }

    @Test
    void theCapHoldsWhateverThePacing() {
        rule = policy().lock(3, 60, 60).cap(4).named("login");
        for (int i = 0; i < 3; i++) {
            wrong(i * DAY);
        }
        assertThat(begin(3 * DAY, "a").remaining()).isZero();
        assertThat(begin(3 * DAY, "b").reason()).isEqualTo(Reason.BUSY);
        assertThat(settle(3 * DAY, "a", Operation.FAIL))
                .isEqualTo(
                        new Verdict(false, 0, Verdict.NEVER, 0, 0, Verdict.NEVER, new Consequence(Reason.BLOCKED, true))
                                .withFound(FoundBefore.locked(4, FoundBefore.UNKNOWN)));
        assertThat(state(3_000 * DAY).phase()).isEqualTo(Phase.BLOCKED);
        assertThat(idleSeconds(3 * DAY)).isEqualTo(Math.round(3_660 * DAY));
    }

    @Test
    void theCapForgetsAfterAYearAndADay() {
        rule = policy().lock(3, 60, 60).cap(2).named("login");
        wrong(0);
        assertThat(idleSeconds(0)).isEqualTo(Math.round(366 * DAY));
        assertThat(wrong(366 * DAY).passed()).isTrue();
        assertThat(wrong(700 * DAY).reason()).isEqualTo(Reason.BLOCKED);
    }

    @Test
    void distinctCountsAValueOnceWithItsNewestFailure() {
        rule = policy().distinct(true).consecutive(false).lock(3, 60, 300).named("login");
        value(0, "a");
        value(1, "a");
        assertThat(state(1).failures()).isEqualTo(1);
        value(30, "b");
        value(59, "a");
        assertThat(value(100, "c").passed()).isTrue();
        assertThat(value(101, "d").reason()).isEqualTo(Reason.LOCKED);
    }

    @Test
    void distinctAValueThatCountsTakesNoRoom() {
        rule = policy().distinct(true).consecutive(false).lock(2, 60, 300).named("login");
        value(0, "a");
        for (int i = 0; i < 5; i++) {
            assertThat(begin(1, attempt(rule, "a" + i, "a", "")).passed()).isTrue();
            assertThat(begin(1, attempt(rule, "b" + i, "b", "")).passed()).isTrue();
        }
        assertThat(begin(1, attempt(rule, "c", "c", "")).reason()).isEqualTo(Reason.BUSY);
    }

    @Test
    void distinctAMarkedValueCountsAgainOnlyIfItFailsAgain() {
        rule = policy().distinct(true).consecutive(false).lock(2, 600, 10).named("login");
        begin(0, attempt(rule, "early", "a", ""));
        value(1, "a");
        value(2, "b");
        assertThat(state(12).failures()).isZero();
        settle(12, "early", Operation.FAIL);
        assertThat(state(12).failures()).isZero();
        value(13, "a");
        assertThat(state(13).failures()).isEqualTo(1);
    }

    @Test
    void reservationsAreBoundedEvenIfTheyTakeNoRoom() {
        rule = policy().distinct(true).lock(2, 60, 300).named("login");
        for (int i = 0; i < 1_000; i++) {
            assertThat(begin(1, attempt(rule, "a" + i, "a", "")).passed()).isTrue();
        }
        assertThat(begin(1, attempt(rule, "z", "a", "")).reason()).isEqualTo(Reason.BUSY);
    }

    @Test
    void attemptsWhileLockedExtendOnlyIfAsked() {
        for (int i = 0; i < 3; i++) {
            wrong(i);
        }
        wrong(100);
        assertThat(state(302).phase()).isEqualTo(Phase.OPEN);
        rule = policy().lock(3, 60, 300, 2, 3).extend(true).named("login");
        lockout.unlock(0);
        for (int i = 400; i < 403; i++) {
            wrong(i);
        }
        assertThat(wrong(410))
                .isEqualTo(
                        new Verdict(false, 0, 300_000_000, 0, 0, 300_000_000, new Consequence(Reason.LOCKED, false)));
        wrong(411);
        assertThat(wrong(412))
                .isEqualTo(new Verdict(false, 0, 600_000_000, 0, 0, 600_000_000, new Consequence(Reason.LOCKED, true))
                        .withFound(FoundBefore.locked(3, FoundBefore.UNKNOWN)));
        assertThat(answered(413, Operation.SUCCEED).retryMicros()).isEqualTo(599_000_000);
    }

    private int found(String network, String spelling, Operation ending, double at) {
        AttemptClaim asked = LockoutPolicies.written(rule, "f" + at + network + spelling, network, spelling);
        lockout.advance(rule, micros(at));
        assertThat(lockout.passes(asked, 0)).isTrue();
        lockout.take(asked);
        return lockout.settle(asked, ending).consequence().found();
    }

    /** For a mail to the owner: a spelling that hides where a success comes from would hide a thief. */
    @Test
    void aSuccessAndALockSayWhatTheyFollowFrom() {
        rule = policy().lock(3, 60, 300).exempt(DAY).named("login");
        assertThat(found("home", "", Operation.SUCCEED, 0))
                .as("first")
                .isEqualTo(FoundBefore.succeeded(0, FoundBefore.UNKNOWN));
        assertThat(found("home", "", Operation.FAIL, 1)).isEqualTo(FoundBefore.NOTHING);
        assertThat(found("home", "", Operation.SUCCEED, 2)).isEqualTo(FoundBefore.succeeded(1, FoundBefore.KNOWN));
        assertThat(found("there", "", Operation.ABANDON, 3)).isEqualTo(FoundBefore.NOTHING);
        assertThat(found("there", "BOB", Operation.SUCCEED, 3)).isEqualTo(FoundBefore.succeeded(0, FoundBefore.NEW));
        assertThat(found("there", "", Operation.SUCCEED, 4))
                .as("known to BOB only")
                .isEqualTo(FoundBefore.succeeded(0, FoundBefore.NEW));
        for (int i = 0; i < 2; i++) {
            found("elsewhere", "", Operation.FAIL, 5 + i);
        }
        assertThat(found("home", "", Operation.FAIL, 7)).isEqualTo(FoundBefore.locked(3, FoundBefore.KNOWN));
        assertThat(found("home", "", Operation.SUCCEED, 8))
                .as("in spite of the lock")
                .isEqualTo(FoundBefore.succeeded(3, FoundBefore.KNOWN));
        assertThat(found("new", "", Operation.SUCCEED, 400 + DAY))
                .as("all is old")
                .isEqualTo(FoundBefore.succeeded(0, FoundBefore.UNKNOWN));
        assertThat(settle(401 + DAY, "never", Operation.SUCCEED).consequence().found())
                .isEqualTo(FoundBefore.NOTHING);
    }

    @Test
    void aKnownNetworkIsNotShutOutByOthers() {
        rule = policy().lock(2, 60, 300).challenge(2, 60).exempt(30 * DAY).named("login");
        from(0, "home", Operation.SUCCEED);
        from(1, "evil", Operation.FAIL);
        from(1, "evil", Operation.FAIL);
        assertThat(from(2, "evil", Operation.SUCCEED).reason()).isEqualTo(Reason.LOCKED);
        assertThat(begin(2, attempt(rule, "h1", "", "home")).passed()).isTrue();
        assertThat(begin(2, attempt(rule, "h2", "", "home")).passed()).isTrue();
        assertThat(begin(2, attempt(rule, "h3", "", "home")).reason()).isEqualTo(Reason.LOCKED);
        settle(2, "h1", Operation.FAIL);
        assertThat(begin(2, attempt(rule, "h3", "", "home")).reason()).isEqualTo(Reason.LOCKED);
        settle(2, "h2", Operation.FAIL);
        assertThat(begin(2, attempt(rule, "h3", "", "home")).reason()).isEqualTo(Reason.LOCKED);
        assertThat(begin(302, attempt(rule, "h4", "", "home")).reason()).isEqualTo(Reason.CHALLENGE_REQUIRED);
    }

    @Test
    void aKnownNetworkIsForgottenInTimeAndNeverPassesABlock() {
        rule = policy().lock(2, 60, 300).exempt(100).named("login");
        from(0, "home", Operation.SUCCEED);
        lockout.lock(300_000_000, "", "");
        assertThat(begin(99.999999, attempt(rule, "a", "", "home")).passed()).isTrue();
        assertThat(begin(100, attempt(rule, "b", "", "home")).reason()).isEqualTo(Reason.LOCKED);
        from(99.999999, "home", Operation.SUCCEED);
        lockout.lock(Verdict.NEVER, "", "");
        assertThat(begin(101, attempt(rule, "c", "", "home")).reason()).isEqualTo(Reason.BLOCKED);
    }

    @Test
    void onlyTheNewestNetworksAreRemembered() {
        rule = policy().lock(1, 60, 300).exempt(100).named("login");
        for (int i = 0; i < 17; i++) {
            from(0, "n" + i, Operation.SUCCEED);
        }
        lockout.lock(300_000_000, "", "");
        assertThat(begin(1, attempt(rule, "a", "", "n0")).reason()).isEqualTo(Reason.LOCKED);
        assertThat(begin(1, attempt(rule, "b", "", "n1")).passed()).isTrue();
    }

    @Test
    void aSmallStepBackFreezesAndALargeOneGoesOn() {
        wrong(10);
        wrong(11);
        assertThat(wrong(10.5).retryMicros()).isEqualTo(300_000_000);
        assertThat(begin(11, "a").retryMicros()).isEqualTo(300_000_000);
        assertThat(begin(-7_200, "a").retryMicros()).isEqualTo(300_000_000);
        assertThat(begin(-7_100, "a").retryMicros()).isEqualTo(200_000_000);
        assertThat(begin(-6_900, "a").passed()).isTrue();
    }

    @Test
    void exactlyASecondBackStillFreezes() {
        rule = policy().lock(1, 60, 300).extend(true).named("login");
        wrong(10);
        assertThat(wrong(9).retryMicros()).isEqualTo(300_000_000);
        assertThat(wrong(9.5).retryMicros()).isEqualTo(300_000_000);
        assertThat(state(11).remaining()).contains(Duration.ofSeconds(299));
    }

    @Test
    void aLoweredThresholdDeniesNothingWithoutALock() {
        rule = policy().lock(5, 60, 300).named("login");
        for (int i = 0; i < 4; i++) {
            wrong(i);
        }
        rule = policy().lock(2, 60, 300).named("login");
        assertThat(begin(5, "a").passed()).isTrue();
        assertThat(begin(5, "b").reason()).isEqualTo(Reason.BUSY);
        assertThat(settle(5, "a", Operation.FAIL).reason()).isEqualTo(Reason.LOCKED);
    }

    @Test
    void isFreshAgainWhenIdle() {
        rule = policy().lock(2, 60, 300).memory(1_000).named("login");
        assertThat(idleSeconds(0)).isZero();
        wrong(0);
        assertThat(idleSeconds(10)).isEqualTo(50);
        begin(20, "a");
        assertThat(idleSeconds(20)).isEqualTo(90);
        settle(21, "a", Operation.FAIL);
        assertThat(idleSeconds(21)).isEqualTo(1_300);
        assertThat(idleSeconds(1_321)).isZero();
        assertThat(lockout.label()).isEmpty();
    }

    /** Or whoever forgets idle states would end a lock early. */
    @Test
    void aClockThatStandsStillDelaysBeingIdle() {
        wrong(10);
        lockout.advance(rule, micros(9.5));
        assertThat(lockout.idleMicros(rule)).isEqualTo(60_500_000);
    }

    @Test
    void askingChangesNothing() {
        wrong(0);
        for (int i = 0; i < 5; i++) {
            lockout.advance(rule, micros(-3_600 * i));
            assertThat(lockout.peek(attempt(rule, "a", "", "")).remaining()).isEqualTo(2);
        }
        assertThat(state(59.999999).failures()).isEqualTo(1);
        assertThat(state(60).failures()).isZero();
    }
}
