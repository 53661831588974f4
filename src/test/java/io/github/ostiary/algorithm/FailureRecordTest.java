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

    private final FailureRecord repute = new FailureRecord();
    private final StepCounts rungs = new StepCounts();
    private final InFlight inFlight = new InFlight();

    private Verdict denial(boolean attempt, long now) {
        return repute.denial(POLICY, attempt, now);
    }

    @Test
    void aLockDeniesAllUntilItsEndAndIsNewsOnce() {
        repute.lock.begin(NOW, 5, "", NOW);
        Verdict denied = denial(true, NOW + 1);
        assertThat(denied.reason()).isEqualTo(Reason.LOCKED);
        assertThat(denied.retryMicros()).isEqualTo(4);
        assertThat(denied.fired()).isTrue();
        repute.callBegins();
        assertThat(denial(false, NOW + 1).fired()).isFalse();
        assertThat(repute.age(POLICY, NOW + 1)).isEqualTo(1);
        assertThat(repute.phase(POLICY, NOW + 5)).isEqualTo(Phase.OPEN);
        assertThat(repute.age(POLICY, NOW + 5)).isZero();
        assertThat(denial(true, NOW + 5)).isSameAs(FailureRecord.BUSY);
    }

    @Test
    void aChallengeIsInTheWayOfAttemptsOnly() {
        repute.challenge.ask(NOW, 10);
        assertThat(denial(true, NOW).reason()).isEqualTo(Reason.CHALLENGE_REQUIRED);
        assertThat(denial(true, NOW).retryMicros()).isEqualTo(Verdict.NEVER);
        assertThat(denial(false, NOW).reason()).isEqualTo(Reason.BUSY);
        assertThat(repute.roomToAnswer(2, POLICY, inFlight, NOW)).isEqualTo(2);
        repute.answeredWrong(POLICY, rungs, NOW, NOW);
        assertThat(repute.roomToAnswer(2, POLICY, inFlight, NOW)).isEqualTo(1);
        repute.answeredWrong(POLICY, rungs, NOW, NOW);
        assertThat(repute.phase(POLICY, NOW)).as("so many lock").isEqualTo(Phase.LOCKED);
        assertThat(repute.phase(POLICY, NOW + 10_000_000)).as("and end it").isEqualTo(Phase.OPEN);
    }

    @Test
    void answersAreTakenWhileItIsPendingAndKeepItSo() {
        long life = StepCounts.pendingLife(POLICY);
        assertThat(repute.takesAnswer(POLICY, NOW)).isFalse();
        repute.challenge.ask(NOW, life);
        assertThat(repute.takesAnswer(POLICY, NOW + life - 1)).isTrue();
        assertThat(repute.pending(POLICY, NOW + life)).isTrue();
        assertThat(repute.end(POLICY)).isEqualTo(NOW + life - 1 + life);
        repute.answered(POLICY, rungs, NOW + life);
        assertThat(repute.takesAnswer(POLICY, NOW + life)).isFalse();
    }

    @Test
    void whoeverSucceededFromSomewherePassesALockThereButNoBlock() {
        AttemptClaim home = attempt(POLICY, "a", "", "home");
        AttemptClaim away = attempt(POLICY, "b", "", "away");
        repute.networks.succeeded(home.traits(), NOW);
        repute.lock.begin(NOW, 5, "", NOW);
        assertThat(repute.roomToAttempt(0, home, inFlight, NOW)).isEqualTo(3);
        assertThat(repute.roomToAttempt(0, away, inFlight, NOW)).isZero();
        inFlight.add(home, NOW);
        assertThat(repute.roomToAttempt(0, home, inFlight, NOW)).isEqualTo(2);
        repute.failed(POLICY, home);
        assertThat(repute.roomToAttempt(0, home, inFlight, NOW)).isEqualTo(1);
        repute.lock.begin(NOW, Verdict.NEVER, "", NOW);
        assertThat(repute.roomToAttempt(0, home, inFlight, NOW)).isZero();
        assertThat(denial(true, NOW).reason()).isEqualTo(Reason.BLOCKED);
    }
}
