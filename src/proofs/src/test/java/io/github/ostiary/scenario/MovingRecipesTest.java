package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.GuavaLimiters;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import io.github.ostiary.Attempt;
import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.TimeSource;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.testing.Page;
import io.github.ostiary.testing.RecipeFixture;
import io.github.ostiary.testing.TestCall;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.internal.AtomicRateLimiter;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What src/docs/recipes-moving.md promises to those who come from other libraries: its blocks run beside what they replace,
 * which has the figures of its tables.
 */
class MovingRecipesTest extends RecipeFixture {

    private static final Page PAGE = Page.of("src/docs/recipes-moving.md");
    private static final Key ALL = Key.of("all");

    @TempDir
    private Path folder;

    /** What the page writes of the other library. */
    private static int[] figures(String pattern) {
        Matcher written = Pattern.compile(pattern).matcher(PAGE.prose());
        assertThat(written.find()).as(pattern).isTrue();
        return IntStream.rangeClosed(1, written.groupCount())
                .map(group -> Integer.parseInt(written.group(group)))
                .toArray();
    }

    private static long admitted(int calls, BooleanSupplier limiter) {
        return IntStream.range(0, calls).filter(i -> limiter.getAsBoolean()).count();
    }

    private Bucket bucket(boolean greedy) {
        int[] bandwidth = figures("`capacity` (\\d+) and `refillGreedy\\((\\d+), (\\d+) min\\)`");
        int[] initial = figures("`initialTokens\\((\\d+)\\)`");
        Duration period = Duration.ofMinutes(bandwidth[2]);
        return Bucket.builder()
                .withCustomTimePrecision(new TimeMeter() {
                    @Override
                    public long currentTimeNanos() {
                        return time.micros() * 1000;
                    }

                    @Override
                    public boolean isWallClockBased() {
                        return true;
                    }
                })
                .addLimit(limit -> {
                    var refilled = limit.capacity(bandwidth[0]);
                    return (greedy
                                    ? refilled.refillGreedy(bandwidth[1], period)
                                    : refilled.refillIntervally(bandwidth[1], period))
                            .initialTokens(initial[0]);
                })
                .build();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aBucketLetsInWhatThatOfBucket4jDoes(boolean greedy) {
        Guard guard = recipe("Moving from Bucket4j", greedy ? Map.of() : Map.of("limit.api.refill", "interval"));
        Bucket before = bucket(greedy);
        assertThat(admitted(60, guard, get("/api/a")))
                .isEqualTo(admitted(60, () -> before.tryConsume(1)))
                .isEqualTo(20);
        for (int seconds : new int[] {5, 6, 7, 59, 60, 61, 299, 300, 301}) {
            time.advance(Duration.ofSeconds(seconds));
            assertThat(admitted(60, guard, get("/api/a")))
                    .as("after %d s more", seconds)
                    .isEqualTo(admitted(60, () -> before.tryConsume(1)));
        }
        time.advance(Duration.ofHours(1));
        assertThat(admitted(60, guard, get("/api/a"))).as("who stayed away").isEqualTo(20);
        assertThat(admitted(60, () -> before.tryConsume(1))).isEqualTo(50);
    }

    @Test
    void itsMethodsDoWhatThoseOfBucket4jDo() {
        RateLimiter after = recipe("Moving from Bucket4j").limiter("api");
        Bucket before = bucket(true);
        assertThat(after.tryAcquire(ALL, 15).allowed()).isEqualTo(before.tryConsume(15));
        holdsWhat(before, after);
        before.addTokens(7);
        after.credit(ALL, 7);
        holdsWhat(before, after);
        time.advance(Duration.ofSeconds(90));
        assertThat(after.tryAcquire(ALL, 30).allowed()).isEqualTo(before.tryConsume(30));
        holdsWhat(before, after);
        before.consumeIgnoringRateLimits(60);
        after.charge(ALL, 60);
        time.advance(Duration.ofMinutes(3));
        assertThat(after.peek(ALL).allowed())
                .isEqualTo(before.estimateAbilityToConsume(1).canBeConsumed())
                .isFalse();
        time.advance(Duration.ofMinutes(3));
        holdsWhat(before, after);
        before.reset();
        after.reset(ALL);
        assertThat(before.getAvailableTokens()).isEqualTo(50);
        assertThat(after.peek(ALL).onlyQuota().remaining()).as("as at first").isEqualTo(20);
    }

    private static void holdsWhat(Bucket before, RateLimiter after) {
        assertThat(after.peek(ALL).onlyQuota().remaining()).isEqualTo(before.getAvailableTokens());
        assertThat(after.peek(ALL).allowed())
                .isEqualTo(before.estimateAbilityToConsume(1).canBeConsumed());
    }

    @Test
    void aLimiterLetsInWhatThatOfResilience4jDoes() {
        Guard guard = recipe("Moving from Resilience4j");
        int[] period = figures("`limitForPeriod=(\\d+)`, `limitRefreshPeriod=(\\d+)s`");
        AtomicRateLimiter before = new AtomicRateLimiter(
                "api",
                RateLimiterConfig.custom()
                        .limitForPeriod(period[0])
                        .limitRefreshPeriod(Duration.ofSeconds(period[1]))
                        .timeoutDuration(Duration.ZERO)
                        .build(),
                () -> time.micros() * 1000);
        for (int i = 0; i < 5; i++) {
            long own = admitted(7, guard, get("/api/a"));
            long others = admitted(7, guard, get("/api/a").from(ELSEWHERE));
            assertThat(own + others)
                    .isEqualTo(admitted(14, before::acquirePermission))
                    .isEqualTo(10);
            time.advance(Duration.ofMillis(999));
            assertThat(admitted(1, guard, get("/api/a")))
                    .isEqualTo(admitted(1, before::acquirePermission))
                    .isZero();
            time.advance(Duration.ofMillis(1));
        }
        for (int[] step : new int[][] {{0, 1, 1}, {900, 14, 9}, {100, 14, 10}}) {
            time.advance(Duration.ofMillis(step[0]));
            assertThat(admitted(step[1], guard, get("/api/a")))
                    .as("late in a period, and early in the next")
                    .isEqualTo(admitted(step[1], before::acquirePermission))
                    .isEqualTo(step[2]);
        }
    }

    @Test
    void permitsAreHeldAsInABulkheadOfResilience4j() {
        Guard guard = recipe("Moving from Resilience4j");
        int[] calls = figures("`maxConcurrentCalls=(\\d+)`, `maxWaitDuration=(\\d+)ms`");
        Bulkhead before = Bulkhead.of(
                "api",
                BulkheadConfig.custom()
                        .maxConcurrentCalls(calls[0])
                        .maxWaitDuration(Duration.ofMillis(calls[1]))
                        .build());
        List<PendingAdmission> held = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            if (i % 10 == 0) {
                time.advance(Duration.ofSeconds(1));
            }
            held.add(begun(guard, get("/api/" + i)));
        }
        assertThat(held).noneMatch(PendingAdmission::isWaiting).allMatch(call -> call.decision()
                .allowed());
        assertThat(admitted(25, before::tryAcquirePermission)).isEqualTo(25);
        assertThat(first(guard, get("/api/a")).allowed())
                .as("half a second later")
                .isEqualTo(before.tryAcquirePermission())
                .isFalse();
        PendingAdmission waits = begun(guard, get("/api/a").from(ELSEWHERE));
        assertThat(waits.isWaiting()).isTrue();
        held.get(0).end();
        assertThat(ended(waits).allowed()).isTrue();
        before.onComplete();
        assertThat(before.tryAcquirePermission()).isTrue();
    }

    private static PendingAdmission begun(Guard guard, TestCall call) {
        return Entering.of(guard).enter(call, Position.FIRST);
    }

    /** Long runs are the same; Guava begins empty, and lets one more go, for which the next one waits. */
    @Test
    void aLimiterSavesUpASecondAsThatOfGuavaDoes() throws Exception {
        int[] rate = figures("`create\\((\\d+)\\)` \\|");
        var before = GuavaLimiters.create(rate[0], time::micros);
        RateLimiter after = mails();
        assertThat(admitted(9, before::tryAcquire)).isEqualTo(1);
        assertThat(admitted(9, () -> after.tryAcquire(ALL).allowed()))
                .as("the block has taken one")
                .isEqualTo(4);
        for (int i = 0; i < 20; i++) {
            time.advance(Duration.ofMillis(i % 2 == 0 ? 199 : 1));
            assertThat(admitted(9, () -> after.tryAcquire(ALL).allowed()))
                    .isEqualTo(admitted(9, before::tryAcquire))
                    .isEqualTo(i % 2);
        }
        time.advance(Duration.ofMinutes(1));
        assertThat(admitted(9, () -> after.tryAcquire(ALL).allowed())).isEqualTo(5);
        assertThat(admitted(9, before::tryAcquire)).isEqualTo(6);
    }

    /** Built by the block of the page, which has sent one mail. */
    private RateLimiter mails() throws IOException, ReflectiveOperationException {
        List<Page.Block> blocks = PAGE.blocks("java");
        assertThat(blocks).hasSize(1);
        String source =
                """
                import io.github.ostiary.*;
                import java.time.*;
                import java.util.*;
                public class Mails {
                    public static Map<Guard, Decision> sent(TimeSource time) throws Exception {
                        %s
                        return Map.of(guard, sent);
                    }
                }
                """
                        .formatted(blocks.get(0).text().replace(".build()", ".timeSource(time).build()"));
        Path file = Files.writeString(folder.resolve("Mails.java"), source);
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-proc:none", "-d", folder.toString(), file.toString()))
                .isZero();
        try (URLClassLoader classes = new URLClassLoader(
                new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
            Map<?, ?> sent = (Map<?, ?>) classes.loadClass("Mails")
                    .getMethod("sent", TimeSource.class)
                    .invoke(null, time);
            assertThat(sent).hasSize(1);
            sent.forEach((guard, decision) -> {
                guards.add((Guard) guard);
                assertThat(((Decision) decision).allowed()).isTrue();
            });
            return guards.get(0).limiter("mails");
        }
    }

    /** Beside Tomcat's own: MovedFilterIT. */
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
