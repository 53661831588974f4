package io.github.ostiary.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Attempt;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.ManualTimeSource;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** The guard and the clock that tests get: the same in each of them, however often they run. */
@OstiaryTest({"limit.reply.rate=2/1h", "lockout.login.key = principal", "lockout.login.steps=1/1h lock 1h"})
class OstiaryTestTest {

    private static final Key BOB = Key.of("bob");

    private static int admitted(Guard guard) {
        int admitted = 0;
        while (guard.limiter("reply").tryAcquire(BOB).allowed()) {
            admitted++;
        }
        return admitted;
    }

    @RepeatedTest(2)
    void itIsEmptyAndTheClockStandsAtItsBeginning(Guard guard, ManualTimeSource time) {
        assertThat(time.micros())
                .isEqualTo(Instant.parse("2026-01-01T00:00:00Z").getEpochSecond() * 1_000_000);
        assertThat(guard.lockouts("login").state(BOB).phase()).isEqualTo(Phase.OPEN);
        try (Attempt attempt = guard.lockouts("login").begin(BOB)) {
            attempt.failed();
        }
        assertThat(guard.lockouts("login").state(BOB).phase()).isEqualTo(Phase.LOCKED);
        assertThat(admitted(guard)).isEqualTo(2);
        time.advance(Duration.ofHours(1));
        assertThat(guard.lockouts("login").state(BOB).phase()).isNotEqualTo(Phase.LOCKED);
        assertThat(admitted(guard)).isEqualTo(2);
    }

    @Test
    void settingsAreMadeWhileTestsRun() {
        assertThat(System.getProperty("ostiary.enabled")).isEqualTo("true");
        assertThat(System.getProperty("ostiary.store")).isEqualTo("local");
        assertThat(System.getProperty("ostiary.lockout.login.key")).isEqualTo("principal");
    }

    @Nested
    class Inside {

        @Test
        void itIsTheSame(Guard guard) {
            assertThat(admitted(guard)).isEqualTo(2);
        }
    }
}
