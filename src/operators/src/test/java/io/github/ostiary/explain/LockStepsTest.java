package io.github.ostiary.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.LockState;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.command.NoVerifier;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.store.LockBook.LockDetail;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.testing.LockoutPolicies;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Operators read which step a lock follows from, in the words of their configuration. */
class LockStepsTest {

    private static final long SECOND = 1_000_000;
    private static final Key BOB = Key.principal("bob");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2/1m lock 15m",
                "2/90s lock 500ms",
                "2/1m lock 15m x2",
                "2/1m lock 15m x1.5 max 1d",
                "2/1m lock 15m +1m",
                "2/1m lock 15m +1m max 1h",
                "2/1m lock 15m rearm 1",
                "2/1m lock 15m x2 max 1d rearm 1",
                "2/1m delay 2s",
                "2/1m delay 2s x2 max 1m",
                "2/1m challenge",
                "2/1m block",
            })
    void aStepIsNamedAsItIsWritten(String written) {
        ManualTimeSource time = new ManualTimeSource();
        GuardBuilder login = GuardBuilder.create()
                .timeSource(time)
                .property("lockout.login.steps", written)
                .property("lockout.login.key", "principal");
        if (written.contains("block")) {
            login.property("lockout.login.victimLock", "accept");
        }
        if (written.contains("challenge")) {
            login.property("lockout.login.challenge.verifier", NoVerifier.class.getName());
        }
        try (Guard guard = login.build()) {
            guard.lockouts("login").begin(BOB).failed();
            guard.lockouts("login").begin(BOB).failed();
            assertThat(OperatorApi.of(guard)
                            .explain("login", BOB)
                            .get(0)
                            .lock()
                            .orElseThrow()
                            .step())
                    .contains(written);
        }
    }

    private static LockDetail seen(Phase phase, long age, long left, String levels) {
        Optional<Duration> remaining = phase == Phase.LOCKED ? Optional.of(Duration.ofSeconds(left)) : Optional.empty();
        return new LockDetail(new LockState(phase, remaining, 0, 0, 0, ""), age * SECOND, age * SECOND, levels, "", 0);
    }

    /** The last that has fired and whose lock would be just as long, whatever has passed of it. */
    @ParameterizedTest
    @CsvSource({
        "LOCKED, 0, 60, 1, 3/10m lock 1m x2",
        "LOCKED, 59, 1, 1 0, 3/10m lock 1m x2",
        "LOCKED, 20, 100, 2 0, 3/10m lock 1m x2",
        "LOCKED, 20, 100, 2 1, 6/20m lock 2m",
        "LOCKED, 20, 40, 1 1, 3/10m lock 1m x2",
        "LOCKED, 0, 120, 0 1 7 7, 6/20m lock 2m",
        "LOCKED, 0, 60, 0 1, ",
        "LOCKED, 0, 120, 0 0, ",
        "LOCKED, 0, 60, '', ",
        "LOCKED, 0, 61, 1 1, ",
        "CHALLENGED, 0, 0, 1 1, ",
        "BLOCKED, 0, 0, 1 1, ",
        "OPEN, 0, 0, 1 1, ",
    })
    void itIsTheLastThatFitsTheLock(Phase phase, long age, long left, String levels, String step) {
        LockoutPolicy policy = LockoutPolicies.policy()
                .lock(3, 600, 60, 2, 3)
                .lock(6, 1_200, 120)
                .wrong(3, 60)
                .named("login");
        assertThat(LockSteps.of(policy, seen(phase, age, left, levels))).isEqualTo(Optional.ofNullable(step));
    }

    @ParameterizedTest
    @CsvSource({
        "LOCKED, 10, 290, 0 0, 3 wrong challenges lock 5m",
        "LOCKED, 10, 291, 0 0, ",
        "LOCKED, 10, 290, 1 1, 9/1h lock 5m",
        "CHALLENGED, 300, 0, 1 0, 2/1m challenge",
        "CHALLENGED, 300, 0, 0 0, ",
    })
    void aLockFollowsFromWrongAnswersIfNoStepFits(Phase phase, long age, long left, String levels, String step) {
        LockoutPolicy policy = LockoutPolicies.policy()
                .challenge(2, 60)
                .lock(9, 3_600, 300)
                .wrong(3, 300)
                .named("login");
        assertThat(LockSteps.of(policy, seen(phase, age, left, levels))).isEqualTo(Optional.ofNullable(step));
    }

    @Test
    void aLockWithAReasonIsAnOperators() {
        LockoutPolicy policy = LockoutPolicies.policy().lock(3, 60, 60).named("login");
        LockState lock = new LockState(Phase.LOCKED, Optional.of(Duration.ofMinutes(1)), 0, 0, 0, "a call");
        assertThat(LockSteps.of(policy, new LockDetail(lock, 0, 0, "1", "", 0))).isEmpty();
    }
}
