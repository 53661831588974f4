package io.github.ostiary.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.setup.ApplicationGuards;
import io.github.ostiary.setup.ProgramGuard;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;

/** An application that a test has begun, as where CDI runs without servlets: its guard is the one that tests get. */
@OstiaryTest("limit.reply.rate=4/1h")
class ApplicationUnderTestTest {

    private static final Key BOB = Key.of("bob");
    private static final ClassLoader LOADER = ApplicationUnderTestTest.class.getClassLoader();

    @BeforeAll
    static void start() {
        System.setProperty("ostiary.config", "classpath:application.properties");
        ProgramGuard.start(LOADER, true);
        System.clearProperty("ostiary.config");
    }

    @AfterAll
    static void stop() {
        ProgramGuard.end(LOADER);
    }

    @RepeatedTest(2)
    void itsGuardAndItsClockAreTheTests(Guard guard, ManualTimeSource time) {
        assertThat(guard).isSameAs(ApplicationGuards.of(LOADER).orElseThrow());
        for (int hour = 0; hour < 2; hour++) {
            for (int i = 0; i < 4; i++) {
                assertThat(guard.limiter("reply").tryAcquire(BOB).allowed()).isTrue();
            }
            assertThat(guard.limiter("reply").tryAcquire(BOB).allowed()).isFalse();
            assertThat(guard.limiter("search").tryAcquire(BOB).allowed()).isTrue();
            assertThat(guard.limiter("search").tryAcquire(BOB).allowed()).isFalse();
            time.advance(Duration.ofHours(1));
        }
    }
}
