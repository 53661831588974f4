package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Guard;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.FarServer;
import io.github.ostiary.testing.LogLines;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the start says of a Redis that is far away. */
class DistanceTest {

    private static final Pattern LINE = Pattern.compile(
            "Redis is (\\d+\\.\\d) ms away; redis\\.timeout=\\w+ leaves room for (?:only )?(\\d+) round trips");

    /** The line of a start with Redis 8 ms away. */
    private static String lineOf(String timeout) {
        return lineOf(timeout, 0);
    }

    /** The same whose first answers are late: to connections, scripts and probes. */
    private static String lineOf(String timeout, int late) {
        try (RedisServer redis = RedisServer.start();
                FarServer far = FarServer.before(redis, Duration.ofMillis(8)).lateAtFirst(late);
                LogLines log = LogLines.of("io.github.ostiary.redis");
                Guard guard = GuardBuilder.create()
                        .redis(far.uri())
                        .property("redis.timeout", timeout)
                        .limit("page", "100/1m")
                        .build()) {
            Await.until(() -> !found(log).isEmpty(), Duration.ofSeconds(30));
            assertThat(guard).isNotNull();
            return found(log).get(0);
        }
    }

    private static List<String> found(LogLines log) {
        return log.lines().stream().filter(line -> LINE.matcher(line).find()).toList();
    }

    private static double figure(String line, int group) {
        Matcher found = LINE.matcher(line);
        assertThat(found.find()).isTrue();
        return Double.parseDouble(found.group(group));
    }

    @Test
    void itSaysHowManyRoundTripsATimeoutLeaves() {
        String line = lineOf("1s");
        assertThat(figure(line, 1)).isBetween(8.0, 200.0);
        assertThat(figure(line, 2)).isBetween(5.0, 125.0);
        assertThat(line).contains("redis.timeout=1s").doesNotContain("only");
    }

    /** Those of a driver that is cold, of a script that is read, of a machine that starts much else. */
    @Test
    void itIsTheLeastOfSeveral() {
        assertThat(figure(lineOf("1s", 6), 1)).isBetween(8.0, 90.0);
    }

    @Test
    void itWarnsOfATimeoutThatLeavesFewAndNamesABetterOne() {
        String line = lineOf("39ms");
        assertThat(figure(line, 2)).isLessThan(5);
        Matcher better = Pattern.compile("Set redis\\.timeout=(\\d+)ms or more").matcher(line);
        assertThat(better.find()).isTrue();
        assertThat(Long.parseLong(better.group(1))).isGreaterThanOrEqualTo(80);
    }

    @Test
    void theBoundIsFiveRoundTrips() {
        try (LogLines log = LogLines.of("io.github.ostiary.redis")) {
            Distance.report("10.0.0.1:6379", 10_000, 50_000);
            Distance.report("", 10_001, 50_000);
            Distance.report("", 0, 50_000);
            assertThat(log.lines())
                    .containsExactly(
                            "Redis at 10.0.0.1:6379 is 10.0 ms away; redis.timeout=50ms leaves room for 5 round trips",
                            "Redis is 10.0 ms away; redis.timeout=50ms leaves room for only 4 round trips, so this node"
                                    + " decides by itself in busy moments. Set redis.timeout=101ms or more",
                            "Redis is 0.0 ms away; redis.timeout=50ms leaves room for 50000 round trips");
            assertThat(log.warnings()).hasSize(1);
        }
    }
}
