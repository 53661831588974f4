package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Key;
import io.github.ostiary.RateLimiter;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What Java was given by name goes by the rules in force, or the rules are not put in force. */
class LimiterRegistryTest extends SteppedGuard {

    private static final Key BOB = Key.principal("bob");

    private Engine other;

    @BeforeEach
    void begin() {
        given(
                "limit.a.rate=1/1h",
                "concurrency.b.permits=1",
                "lockout.c.key=principal",
                "lockout.c.steps=1/1h lock 15m",
                "limit.unused.rate=1/1h");
    }

    @AfterEach
    void closeOther() {
        other.close();
    }

    @Test
    void whatWasGivenIsGivenAgainAndFollows() {
        RateLimiter limiter = engine.limiter("a");
        assertThat(engine.limiter("a")).isSameAs(limiter);
        assertThat(engine.semaphores("b")).isSameAs(engine.semaphores("b"));
        assertThat(engine.lockouts("c")).isSameAs(engine.lockouts("c"));
        other = engine(
                tiers,
                10,
                "limit.a.rate=3/1h",
                "concurrency.b.permits=2",
                "lockout.c.key=principal",
                "lockout.c.steps=2/1h lock 15m");
        assertThat(engine.missing(other.inForce())).isEmpty();
        engine.replace(other.inForce());
        assertThat(limiter.tryAcquire(BOB, 3).allowed()).isTrue();
        assertThat(engine.semaphores("b").tryEnter(BOB).granted()).isTrue();
        assertThat(engine.semaphores("b").tryEnter(BOB).granted()).isTrue();
        engine.lockouts("c").begin(BOB).failed();
        assertThat(engine.lockouts("c").begin(BOB).decision().allowed()).isTrue();
        assertThatThrownBy(() -> engine.limiter("unused")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void withoutWhatWasGivenNothingChanges() {
        other = engine(tiers, 10, "limit.z.rate=1/1h");
        assertThat(engine.missing(other.inForce())).as("nothing was given").isEmpty();
        RateLimiter limiter = engine.limiter("a");
        assertThat(engine.semaphores("b").rule()).isEqualTo("b");
        assertThat(engine.lockouts("c").rule()).isEqualTo("c");
        assertThat(engine.missing(other.inForce()))
                .hasSize(3)
                .anyMatch(line -> line.contains("limit.a"))
                .anyMatch(line -> line.contains("concurrency.b"))
                .anyMatch(line -> line.contains("lockout.c"));
        assertThatThrownBy(() -> engine.replace(other.inForce()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("limit.a")
                .hasMessageContaining("lockout.c");
        assertThat(limiter.tryAcquire(BOB).allowed()).isTrue();
        assertThat(engine.limiter("unused").tryAcquire(BOB).allowed()).isTrue();
    }

    /** A caller who waits looks again when a rate is raised. */
    @Test
    void whoeverWaitsHearsOfOtherRules() throws InterruptedException {
        other = engine(tiers, 10, "limit.a.rate=9/1h");
        RateLimiter limiter = engine.limiter("a");
        assertThat(limiter.tryAcquire(BOB).allowed()).isTrue();
        long begun = clock.now();
        clock.after(200_000, () -> engine.replace(other.inForce()));
        assertThat(limiter.acquire(BOB, 1, Duration.ofHours(2)).allowed()).isTrue();
        assertThat(clock.now() - begun).isEqualTo(200_000);
    }
}
