package io.github.ostiary.algorithm;

import static io.github.ostiary.testing.LockoutPolicies.attempt;
import static io.github.ostiary.testing.LockoutPolicies.policy;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Verdict;
import org.junit.jupiter.api.Test;

/** What stands in a key's way, and who passes nevertheless. Times are microseconds. */
class FailureRecordTest {

    private static final long NOW = 1_000_000_000;
    private static final LockoutPolicy POLICY =
            policy().lock(3, 60, 60).exempt(60).wrong(2, 10).named("login");

    private final FailureRecord failureRecord = new FailureRecord();
    private final StepCounts rungs = new StepCounts();
    private final InFlight inFlight = new InFlight();

    private Verdict denial(boolean attempt, long now) {
        return failureRecord.denial(POLICY, attempt, now);
    }

    @Test
    void aLockDeniesAllUntilItsEndAndIsNewsOnce() {
        failureRecord.lock.begin(NOW, 5, "", NOW);
        Verdict denied = denial(true, NOW + 1);
        assertThat(denied.reason()).isEqualTo(Reason.LOCKED);
        assertThat(denied.retryMicros()).isEqualTo(4);
        assertThat(denied.fired()).isTrue();
        failureRecord.callBegins();
        assertThat(denial(false, NOW + 1).fired()).isFalse();
        assertThat(failureRecord.age(POLICY, NOW + 1)).isEqualTo(1);
        assertThat(failureRecord.phase(POLICY, NOW + 5)).isEqualTo(Phase.OPEN);
        assertThat(failureRecord.age(POLICY, NOW + 5)).isZero();
        assertThat(denial(true, NOW + 5)).isSameAs(FailureRecord.BUSY);
    }

    @Test
    void aChallengeIsInTheWayOfAttemptsOnly() {
        failureRecord.challenge.ask(NOW, 10);
        assertThat(denial(true, NOW).reason()).isEqualTo(Reason.CHALLENGE_REQUIRED);
        assertThat(denial(true, NOW).retryMicros()).isEqualTo(Verdict.NEVER);
        assertThat(denial(false, NOW).reason()).isEqualTo(Reason.BUSY);
        assertThat(failureRecord.roomToAnswer(2, POLICY, inFlight, NOW)).isEqualTo(2);
        failureRecord.answeredWrong(POLICY, rungs, NOW, NOW);
        assertThat(failureRecord.roomToAnswer(2, POLICY, inFlight, NOW)).isEqualTo(1);
        failureRecord.answeredWrong(POLICY, rungs, NOW, NOW);
        assertThat(failureRecord.phase(POLICY, NOW)).as("so many lock").isEqualTo(Phase.LOCKED);
        assertThat(failureRecord.phase(POLICY, NOW + 10_000_000))
                .as("and end it")
                .isEqualTo(Phase.OPEN);
    }

    @Test
    void answersAreTakenWhileItIsPendingAndKeepItSo() {
        long life = POLICY.pendingMicros();
        assertThat(failureRecord.takesAnswer(POLICY, NOW)).isFalse();
        failureRecord.challenge.ask(NOW, life);
        assertThat(failureRecord.takesAnswer(POLICY, NOW + life - 1)).isTrue();
        assertThat(failureRecord.pending(POLICY, NOW + life)).isTrue();
        assertThat(failureRecord.end(POLICY)).isEqualTo(NOW + life - 1 + life);
        failureRecord.answered(POLICY, rungs, NOW + life);
        assertThat(failureRecord.takesAnswer(POLICY, NOW + life)).isFalse();
    }

    @Test
    void whoeverSucceededFromSomewherePassesALockThereButNoBlock() {
        AttemptClaim home = attempt(POLICY, "a", "", "home");
        AttemptClaim away = attempt(POLICY, "b", "", "away");
        failureRecord.networks.succeeded(home.traits(), NOW);
        failureRecord.lock.begin(NOW, 5, "", NOW);
        assertThat(failureRecord.roomToAttempt(0, home, rungs, inFlight, NOW)).isEqualTo(3);
        assertThat(failureRecord.roomToAttempt(0, away, rungs, inFlight, NOW)).isZero();
        inFlight.add(home, NOW);
        assertThat(failureRecord.roomToAttempt(0, home, rungs, inFlight, NOW)).isEqualTo(2);
        failureRecord.failed(POLICY, home);
        assertThat(failureRecord.roomToAttempt(0, home, rungs, inFlight, NOW)).isEqualTo(1);
        failureRecord.lock.begin(NOW, Verdict.NEVER, "", NOW);
        assertThat(failureRecord.roomToAttempt(0, home, rungs, inFlight, NOW)).isZero();
        assertThat(denial(true, NOW).reason()).isEqualTo(Reason.BLOCKED);
    }
}
