package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Attempt;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.RecipeFixture;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What src/docs/recipes-moving.md promises to those who come from other libraries. */
class MovingRecipesTest extends RecipeFixture {

    @Test
    void aBucketFromBucket4jBeginsWithItsTokens() {
        Guard guard = recipe("Moving from Bucket4j");
        assertThat(admitted(60, guard, get("/api/a"))).isEqualTo(20);
        time.advance(Duration.ofMinutes(1));
        assertThat(admitted(60, guard, get("/api/a"))).isEqualTo(10);
        time.advance(Duration.ofMinutes(5));
        assertThat(admitted(60, guard, get("/api/a"))).isEqualTo(50);
        time.advance(Duration.ofHours(1));
        assertThat(admitted(60, guard, get("/api/a"))).as("who stayed away").isEqualTo(20);
    }

    @Test
    void aLimiterFromResilience4jIsEverybodys() {
        Guard guard = recipe("Moving from Resilience4j");
        assertThat(admitted(7, guard, get("/api/a"))).isEqualTo(7);
        assertThat(admitted(7, guard, get("/api/a").from(ELSEWHERE))).isEqualTo(3);
        time.advance(Duration.ofSeconds(1));
        assertThat(admitted(20, guard, get("/api/a"))).isEqualTo(10);
    }

    @Test
    void aLimiterFromGuavaSavesUpASecond() {
        guards.add(GuardBuilder.create()
                .timeSource(time)
                .limit("mails", "5/1s")
                .property("limit.mails.algorithm", "token-bucket")
                .build());
        RateLimiter mails = guards.get(0).limiter("mails");
        assertThat(IntStream.range(0, 9)
                        .filter(i -> mails.tryAcquire(Key.of("all")).allowed()))
                .hasSize(5);
        time.advance(Duration.ofMillis(200));
        assertThat(mails.tryAcquire(Key.of("all")).allowed()).isTrue();
        assertThat(mails.tryAcquire(Key.of("all")).allowed()).isFalse();
    }

    @Test
    void theFilterFromTomcatCountsWindows() {
        Guard guard = recipe("Moving from Tomcat's filter");
        assertThat(admitted(400, guard, get("/"))).isEqualTo(300);
        time.advance(Duration.ofSeconds(60));
        assertThat(admitted(400, guard, get("/"))).isEqualTo(300);
        for (int i = 0; i < 9; i++) {
            try (Attempt attempt = guard.lockouts("realm").begin(guard.keyFor("realm", get("/").as("bob")))) {
                assertThat(attempt.allowed()).isEqualTo(i < 5);
            }
        }
    }
}
