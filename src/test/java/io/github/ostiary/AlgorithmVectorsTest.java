package io.github.ostiary;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.ostiary.testing.Backend;
import io.github.ostiary.testing.Limits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Sequences taken from running peers, for every algorithm but the log, on every backend. */
class AlgorithmVectorsTest {

    /** A multiple of all precisions in use, since a sliding window's counters are aligned with the epoch. */
    private static final long BASE = 259_200L * 6_559 * 1_000_000;

    static Stream<Arguments> vectorsAndBackends() {
        List<JsonNode> vectors = new ArrayList<>();
        for (String family : List.of(
                "fixed_window_first_hit_anchored",
                "sliding_window_counter_precision_buckets",
                "token_bucket",
                "token_bucket_redis_interval",
                "gcra",
                "leaky_bucket_meter")) {
            vectors.addAll(Vectors.family(family));
        }
        vectors.add(Vectors.byId("TB-06"));
        return vectors.stream()
                .filter(vector -> !locks(vector))
                .flatMap(vector -> onAllBackends(vector, limits(vector)));
    }

    /** A lock after a refusal is a lockout's, not a limit's: {@link LockoutVectorsTest} runs these. */
    private static boolean locks(JsonNode vector) {
        return vector.get("config").path("block_duration_s").asLong(0) > 0
                || vector.get("id").asText().equals("RLF-06");
    }

    /** What every algorithm must do: several limits together, and long windows. */
    static Stream<Arguments> propertiesOfEveryAlgorithm() {
        return Stream.of(Algorithm.values())
                .flatMap(algorithm -> Stream.concat(
                        onAllBackends(
                                Vectors.byId("ATOM-01"),
                                List.of(
                                        Limits.named(Limits.of(algorithm, "1/1s"), "a"),
                                        Limits.named(Limits.of(algorithm, "3/1m"), "b"))),
                        onAllBackends(Vectors.byId("LONG-01"), List.of(Limits.of(algorithm, "1/30d")))));
    }

    private static Stream<Arguments> onAllBackends(JsonNode vector, List<Limit> limits) {
        return Stream.of(Backend.values())
                .map(backend -> Arguments.of(vector.get("id").asText(), backend, limits, vector));
    }

    private static List<Limit> limits(JsonNode vector) {
        JsonNode config = vector.get("config");
        return switch (vector.get("algorithm").asText()) {
            case "fixed_window_first_hit_anchored" -> List.of(
                    Limits.of(Algorithm.FIXED_WINDOW, config.get("points") + "/" + config.get("duration_s") + "s"));
            case "sliding_window_counter_precision_buckets" -> StreamSupport.stream(
                            config.get("limits").spliterator(), false)
                    .map(limit -> slidingWindow(limit))
                    .toList();
            case "gcra" -> List.of(Limits.bucket(
                    Algorithm.LEAKY_BUCKET,
                    config.get("count") + "/" + config.get("period_s") + "s",
                    config.get("max_burst").asLong() + 1));
            case "leaky_bucket_meter" -> List.of(Limits.bucket(
                    Algorithm.LEAKY_BUCKET,
                    Math.round(config.get("leak_per_s").asDouble() * 2) + "/2s",
                    config.get("capacity").asLong()));
            case "multi_limit_atomic" -> List.of(
                    Limits.named(tokens(config, config.get("limits").get(0)), "a"),
                    Limits.named(tokens(config, config.get("limits").get(1)), "b"));
            default -> List.of(tokens(config, config));
        };
    }

    private static Limit slidingWindow(JsonNode limit) {
        String rate = limit.get("limit") + "/" + limit.get("duration_s") + "s";
        return Limits.of(
                Algorithm.SLIDING_WINDOW,
                rate,
                Tuning.of(Algorithm.SLIDING_WINDOW, Rate.parse(rate))
                        .withPrecision(limit.get("precision_s").asLong() * 1_000_000));
    }

    private static Limit tokens(JsonNode config, JsonNode limit) {
        long capacity = limit.get("capacity").asLong();
        String rate = limit.path("refill_tokens").asLong(capacity) + "/"
                + limit.get("refill_period_ms").asLong() + "ms";
        Tuning tuning = Tuning.of(Algorithm.TOKEN_BUCKET, Rate.parse(rate))
                .withBurst(capacity)
                .withRefillByInterval(config.get("refill").asText().equals("intervally"));
        return Limits.of(Algorithm.TOKEN_BUCKET, rate, tuning);
    }

    @ParameterizedTest(name = "{0} on {1}: {2}")
    @MethodSource({"vectorsAndBackends", "propertiesOfEveryAlgorithm"})
    void decidesAsTheVectorSays(String id, Backend backend, List<Limit> limits, JsonNode vector) {
        JsonNode config = vector.get("config");
        ManualTimeSource time = new ManualTimeSource();
        long base = config.path("base_epoch_s").asLong(BASE / 1_000_000) * 1_000_000;
        try (Guard guard = backend.guard(time, UUID.randomUUID().toString(), limits)) {
            RateLimiter limiter = guard.limiter("test");
            int step = 0;
            for (JsonNode event : Vectors.events(vector)) {
                time.set(base + Math.round(event.get("t_ms").asDouble() * 1_000));
                Key key = Key.of(event.path("key").asText("k"));
                long permits = event.path("n").asLong(1);
                Decision decision = permits == 0 ? limiter.peek(key) : limiter.tryAcquire(key, permits);
                compare(Vectors.expected(vector, step), event, decision, limits, id + " event " + step);
                step++;
            }
        }
    }

    private static void compare(
            JsonNode expected, JsonNode event, Decision decision, List<Limit> limits, String where) {
        assertThat(decision.allowed())
                .as(where)
                .isEqualTo(expected.get("allowed").asBoolean());
        if (expected.has("remaining")) {
            assertThat(decision.remaining())
                    .as(where)
                    .hasValue(expected.get("remaining").asLong());
        }
        if (expected.has("level")) {
            double free = limits.get(0).capacity() - expected.get("level").asDouble();
            assertThat(decision.remaining()).as(where).hasValue((long) Math.floor(free));
        }
        if (!decision.allowed()) {
            retry(expected, event, decision, where);
        }
        if (expected.has("ms_before_next")) {
            assertThat(decision.resetAfter()).as(where).isEqualTo(millis(expected, "ms_before_next"));
        }
        if (expected.has("reset_after_ns") && limits.size() == 1) {
            assertThat(decision.resetAfter())
                    .as(where)
                    .isEqualTo(Duration.ofNanos(expected.get("reset_after_ns").asLong()));
        }
        if (expected.has("reply")) {
            assertThat(throttle(decision)).as(where).isEqualTo(longs(expected.get("reply")));
        }
    }

    private static void retry(JsonNode expected, JsonNode event, Decision decision, String where) {
        if (expected.has("retry_after_ms")) {
            assertThat(decision.retryAfter()).as(where).contains(millis(expected, "retry_after_ms"));
        }
        if (expected.has("retry_after_ns")) {
            assertThat(decision.retryAfter())
                    .as(where)
                    .contains(Duration.ofNanos(expected.get("retry_after_ns").asLong()));
        }
        if (expected.has("next_refill_ms")) {
            assertThat(decision.retryAfter())
                    .as(where)
                    .contains(Duration.ofMillis(expected.get("next_refill_ms").asLong()
                            - event.get("t_ms").asLong()));
        }
    }

    private static Duration millis(JsonNode expected, String field) {
        return Duration.ofMillis(expected.get(field).asLong());
    }

    /** CL.THROTTLE's five integers. */
    private static List<Long> throttle(Decision decision) {
        long retry = decision.retryAfter().map(Durations::ceilSeconds).orElse(-1L);
        return List.of(
                decision.allowed() ? 0L : 1L,
                decision.limit().orElseThrow(),
                decision.remaining().orElseThrow(),
                retry,
                Durations.ceilSeconds(decision.resetAfter()));
    }

    private static List<Long> longs(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asLong)
                .toList();
    }
}
