package io.github.ostiary;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.ostiary.testing.Backend;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Sequences taken from running peers, on every backend: allowed first, then remaining, then how long to wait. */
class SlidingLogVectorsTest {

    static Stream<Arguments> vectorsAndBackends() {
        List<JsonNode> vectors = new ArrayList<>();
        vectors.addAll(Vectors.idsStartingWith("SL-"));
        vectors.addAll(Vectors.idsStartingWith("RRL-"));
        vectors.addAll(Vectors.idsStartingWith("ATOM-"));
        vectors.addAll(Vectors.idsStartingWith("LONG-"));
        vectors.addAll(Vectors.idsStartingWith("RA-02"));
        return vectors.stream().flatMap(vector -> Stream.of(Backend.values())
                .map(backend -> Arguments.of(vector.get("id").asText(), backend, vector)));
    }

    @ParameterizedTest(name = "{0} on {1}")
    @MethodSource("vectorsAndBackends")
    void decidesAsTheVectorSays(String id, Backend backend, JsonNode vector) {
        ManualTimeSource time = new ManualTimeSource();
        long base = time.micros();
        JsonNode config = vector.get("config");
        Duration interval = Duration.ofMillis(config.path("min_difference_ms").asLong(0));
        boolean counts = config.path("count_blocked").asBoolean(false);
        try (Guard guard = backend.guard(time, UUID.randomUUID().toString(), rates(config), interval, counts)) {
            RateLimiter limiter = guard.limiter("test");
            int step = 0;
            for (JsonNode event : Vectors.events(vector)) {
                time.set(base + event.get("t_ms").asLong() * 1_000);
                Key key = id.equals("RA-02")
                        ? Key.principal(event.get("key").asText())
                        : Key.of(event.path("key").asText("k"));
                if (event.get("op").asText().equals("clear")) {
                    limiter.reset(key);
                } else {
                    Decision decision = limiter.tryAcquire(key, event.path("n").asLong(1));
                    compare(Vectors.expected(vector, step), decision, counts, id + " event " + step);
                }
                step++;
            }
        }
    }

    private static String rates(JsonNode config) {
        if (config.has("limits")) {
            List<String> rates = new ArrayList<>();
            config.get("limits")
                    .forEach(limit -> rates.add(limit.get("max").asLong() + "/"
                            + limit.get("interval_ms").asLong() + "ms"));
            return String.join(",", rates);
        }
        long limit = config.path("max_in_interval")
                .asLong(config.path("max").asLong(config.path("limit").asLong()));
        return config.has("period_s")
                ? limit + "/" + config.get("period_s").asLong() + "s"
                : limit + "/" + config.get("interval_ms").asLong() + "ms";
    }

    private static void compare(JsonNode expected, Decision decision, boolean countsDenied, String where) {
        assertThat(decision.allowed())
                .as(where)
                .isEqualTo(expected.get("allowed").asBoolean());
        if (expected.has("remaining")) {
            assertThat(decision.remaining())
                    .as(where)
                    .hasValue(expected.get("remaining").asLong());
        }
        if (expected.has("retry_after_ms") && !decision.allowed() && !countsDenied) {
            assertThat(decision.retryAfter())
                    .as(where)
                    .contains(Duration.ofMillis(expected.get("retry_after_ms").asLong()));
        }
    }
}
