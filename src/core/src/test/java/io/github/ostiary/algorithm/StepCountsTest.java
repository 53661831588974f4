package io.github.ostiary.algorithm;

import static io.github.ostiary.testing.LockoutPolicies.policy;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Step;
import io.github.ostiary.store.Step.Action;
import io.github.ostiary.store.Step.Growth;
import io.github.ostiary.testing.LockoutPolicies;
import org.junit.jupiter.api.Test;

/** What the steps of a ladder have counted, and what they do. */
class StepCountsTest {

    private static final long SECOND = 1_000_000;
    private static final long DAY = 86_400 * SECOND;

    private final StepCounts counts = new StepCounts();
    private final FailureRecord failureRecord = new FailureRecord();
    private final Lock lock = failureRecord.lock;
    private final InFlight inFlight = new InFlight();
    private int ids;

    private AttemptClaim attempt(LockoutPolicy policy, String spelling) {
        return LockoutPolicies.written(policy, "a" + ++ids, "", spelling);
    }

    private void failed(LockoutPolicy policy, long... seconds) {
        for (long second : seconds) {
            failed(counts, policy, second, "", failureRecord);
        }
    }

    private void failed(
            StepCounts counts, LockoutPolicy policy, long second, String spelling, FailureRecord failureRecord) {
        long time = second * SECOND;
        int hardest = counts.failed(policy, time, inFlight, attempt(policy, spelling), time);
        if (hardest >= 0) {
            failureRecord.fired(policy, counts, hardest, time, time);
        }
    }

    private long room(LockoutPolicy policy, long seconds, InFlight inFlight) {
        return counts.room(policy, seconds * SECOND, inFlight, attempt(policy, ""), false);
    }

    private long lockEnd() {
        return lock.end() / SECOND;
    }

    /** The block comment's worked example. */
    @Test
    void aStepThatHasFiredFiresAgainSoonerAndForLonger() {
        LockoutPolicy policy = policy().lock(3, 60, 60, 2, 1).named("login");
        failed(policy, 0, 1);
        assertThat(lock.holds(SECOND)).isFalse();
        failed(policy, 2);
        assertThat(lockEnd()).isEqualTo(62);
        assertThat(counts.levels(policy, 62 * SECOND)).isEqualTo("1");
        failed(policy, 70);
        assertThat(lockEnd()).isEqualTo(190);
        assertThat(counts.levels(policy, 190 * SECOND)).isEqualTo("2");
        long forgotten = 190 * SECOND + DAY;
        assertThat(counts.levels(policy, forgotten - 1)).isEqualTo("2");
        assertThat(counts.levels(policy, forgotten)).isEmpty();
        failed(policy, 190 + 86_400, 191 + 86_400);
        assertThat(lockEnd()).isEqualTo(190);
        failed(policy, 192 + 86_400);
        assertThat(lockEnd()).isEqualTo(192 + 86_400 + 60);
    }

    @Test
    void ofStepsThatFireTogetherTheHardestHasItsWay() {
        LockoutPolicy policy =
                policy().lock(2, 60, 60).delay(2, 60, 5).challenge(2, 60).named("login");
        failed(policy, 0, 1);
        assertThat(lockEnd()).isEqualTo(61);
        assertThat(failureRecord.challenge.pending(SECOND, DAY)).isTrue();
        assertThat(counts.levels(policy, SECOND)).isEqualTo("1 1 1");
    }

    @Test
    void aDelayBeginsAnewWithEachFurtherFailureWhileItsWindowIsFull() {
        LockoutPolicy policy = policy().delay(2, 10, 3).named("login");
        failed(policy, 0, 1);
        assertThat(lockEnd()).isEqualTo(4);
        failed(policy, 5);
        assertThat(lockEnd()).isEqualTo(8);
        failed(policy, 16);
        assertThat(lockEnd()).as("alone in its window").isEqualTo(8);
    }

    @Test
    void asManyAreLookedAtAsAreLeftToTheThreshold() {
        LockoutPolicy policy = policy().lock(5, 60, 60).lock(8, 3_600, 600).named("login");
        assertThat(room(policy, 0, inFlight)).isEqualTo(5);
        failed(policy, 0, 1);
        inFlight.add(attempt(policy, ""), 2 * SECOND);
        assertThat(room(policy, 2, inFlight)).isEqualTo(2);
        assertThat(room(policy, 61, inFlight)).isEqualTo(4);
    }

    @Test
    void aLoweredThresholdDeniesNobodyWithoutALock() {
        failed(policy().lock(5, 60, 60).named("login"), 0, 1, 2);
        LockoutPolicy lower = policy().lock(2, 60, 60).named("login");
        assertThat(room(lower, 3, new InFlight())).isEqualTo(1);
    }

    /** Growth by factor and by addition stops at the maximum, and a million levels overflow nothing. */
    @Test
    void noLockIsLongerThanTheMaximum() {
        for (Growth growth : new Growth[] {
            new Growth(1.5, 0, 1_000 * SECOND),
            new Growth(1, SECOND, 1_000 * SECOND),
            new Growth(1_000, 0, 1_000 * SECOND)
        }) {
            LockoutPolicy policy = policy().step(new Step(1, DAY, Action.LOCK, 10 * SECOND, growth, 1))
                    .memory(86_400)
                    .named("login");
            StepCounts steps = new StepCounts();
            steps.relevel(policy, 0, "999999", 0);
            FailureRecord grown = new FailureRecord();
            failed(steps, policy, 0, "", grown);
            assertThat(grown.lock.end()).as("%s", growth).isEqualTo(1_000 * SECOND);
            assertThat(steps.levels(policy, 0)).isEqualTo("1000000");
            failed(steps, policy, 1_000, "", grown);
            assertThat(steps.levels(policy, 1_000 * SECOND)).isEqualTo("1000000");
        }
    }

    @Test
    void aSteadyGrowthAddsTheSameEachTime() {
        LockoutPolicy policy = policy().step(
                        new Step(1, DAY, Action.LOCK, 10 * SECOND, new Growth(1, 5 * SECOND, 22 * SECOND), 1))
                .named("login");
        failed(policy, 0);
        assertThat(lockEnd()).isEqualTo(10);
        failed(policy, 100);
        assertThat(lockEnd()).isEqualTo(115);
        failed(policy, 200);
        assertThat(lockEnd()).isEqualTo(220);
        failed(policy, 300);
        assertThat(lockEnd()).as("not 25 s").isEqualTo(322);
    }

    @Test
    void aSuccessDisarmsWhatItsOwnSpellingArmedAndNothingElse() {
        LockoutPolicy policy = policy().lock(2, 60, 10, 1, 1).named("login");
        failed(counts, policy, 0, "Bob", failureRecord);
        failed(counts, policy, 1, "Bob", failureRecord);
        counts.succeeded("", 20 * SECOND);
        assertThat(room(policy, 20, new InFlight())).isEqualTo(1);
        counts.succeeded("Bob", 20 * SECOND);
        assertThat(room(policy, 20, new InFlight())).isEqualTo(2);
        assertThat(counts.levels(policy, 20 * SECOND))
                .as("its locks stay longer")
                .isEqualTo("1");
    }

    @Test
    void levelsAreToldAndTakenOverInTheSameWords() {
        LockoutPolicy policy =
                policy().delay(1, 60, 5).lock(2, 60, 60).block(9, 3_600).named("login");
        failed(policy, 0, 1);
        String words = counts.levels(policy, SECOND);
        assertThat(words).isEqualTo("2 1");
        StepCounts other = new StepCounts();
        other.relevel(policy, SECOND, words, 61 * SECOND);
        assertThat(other.levels(policy, SECOND)).isEqualTo(words);
        other.relevel(policy, SECOND, "1 5", 61 * SECOND);
        assertThat(other.levels(policy, SECOND)).as("the higher of both").isEqualTo("2 5");
        other.relevel(policy, SECOND, "", 61 * SECOND);
        assertThat(other.levels(policy, SECOND)).isEqualTo("2 5");
    }

    @Test
    void whatNoWindowCanHoldIsForgotten() {
        LockoutPolicy policy = policy().lock(9, 60, 60).named("login");
        inFlight.add(attempt(policy, ""), 89 * SECOND);
        failed(policy, 0, 30, 90);
        assertThat(counts.count(90 * SECOND, DAY, 0))
                .as("one that began at 89 s may still fail")
                .isEqualTo(2);
        assertThat(counts.end(policy, Long.MIN_VALUE)).isEqualTo(150 * SECOND);
        assertThat(counts.end(policy, 100 * SECOND)).isEqualTo(160 * SECOND);
        counts.clear();
        assertThat(counts.end(policy, Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
    }
}
