package io.github.ostiary.vectors;

import static io.github.ostiary.vectors.Vector.duration;
import static io.github.ostiary.vectors.Vector.list;
import static io.github.ostiary.vectors.Vector.optionalDuration;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.ostiary.Algorithm;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Families of vectors about limits and permits, as an administrator would write them down. */
final class LimitFamilies {

    private LimitFamilies() {}

    static Optional<List<Play>> plays(Vector vector) {
        JsonNode config = vector.config();
        return Optional.ofNullable(
                switch (vector.family()) {
                    case "sliding_log_count_allowed_only", "sliding_log_count_blocked" -> one(
                            log(config).lines());
                    case "fixed_window_first_hit_anchored" -> List.of(window(config));
                    case "fixed_window_status_counting" -> List.of(statuses(config));
                    case "sliding_window_counter_precision_buckets" -> several(config, LimitFamilies::buckets);
                    case "token_bucket", "token_bucket_redis_interval" -> one(
                            tokens(config, config).lines());
                    case "leaky_bucket_meter" -> one(Text.limit("leaky-bucket", rate(config.get("leak_per_s")))
                            .with("burst", config.get("capacity").asText())
                            .lines());
                    case "gcra" -> one(Text.limit(
                                    "leaky-bucket", config.get("count").asText() + "/" + duration(config, "period"))
                            .with("burst", Long.toString(config.get("max_burst").asLong() + 1))
                            .lines());
                    case "leaky_bucket_queue_shaper" -> slots(config);
                    case "multi_limit_atomic" -> config.at("/limits/0").has("capacity")
                            ? several(config, limit -> tokens(config, limit))
                            : everyAlgorithm(rates(config));
                    case "long_duration" -> everyAlgorithm(rate(config));
                    case "concurrency_semaphore_lease" -> List.of(new LeasePlay(
                            new Text("concurrency.test")
                                    .with("permits", config.get("permits").asText())
                                    .with("lease", duration(config, "lease"))
                                    .lines(),
                            config.get("permits").asInt()));
                    case "concurrency_property" -> crowds(config);
                    default -> null;
                });
    }

    private static List<Play> one(Map<String, String> lines) {
        return List.of(new LimitPlay("", lines));
    }

    /** But for windows of the calendar, which do not begin with the first hit. */
    private static List<Play> everyAlgorithm(String rates) {
        return Stream.of(Algorithm.values())
                .filter(algorithm -> algorithm != Algorithm.CALENDAR)
                .<Play>map(algorithm -> new LimitPlay(
                        "", Text.limit(algorithm.configName(), rates).lines()))
                .toList();
    }

    private static List<Play> crowds(JsonNode config) {
        List<Play> plays = new ArrayList<>();
        for (JsonNode nodes : config.get("nodes")) {
            for (Algorithm algorithm : Algorithm.values()) {
                plays.add(new CrowdPlay(
                        "", Text.limit(algorithm.configName(), rate(config)).lines(), nodes.asInt()));
            }
        }
        return plays;
    }

    /** {@code max}, {@code max_in_interval}, {@code limit} per {@code interval}, {@code duration} or {@code period}. */
    static String rate(JsonNode config) {
        if (config.isNumber()) {
            BigDecimal perSecond = new BigDecimal(config.asText()).stripTrailingZeros();
            BigInteger seconds = BigInteger.TEN.pow(Math.max(0, perSecond.scale()));
            BigInteger permits = perSecond.multiply(new BigDecimal(seconds)).toBigIntegerExact();
            BigInteger both = permits.gcd(seconds);
            return permits.divide(both) + "/" + seconds.divide(both) + "s";
        }
        String permits = Stream.of("max_in_interval", "max", "limit", "points")
                .filter(config::has)
                .map(field -> config.get(field).asText())
                .findFirst()
                .orElseThrow(() -> new AssertionError("no rate in " + config));
        return permits + "/"
                + Stream.of("interval", "duration", "period", "window")
                        .flatMap(field -> optionalDuration(config, field).stream())
                        .findFirst()
                        .orElseThrow(() -> new AssertionError("no window in " + config));
    }

    private static String rates(JsonNode config) {
        return String.join(
                ", ",
                list(config.get("limits")).stream().map(LimitFamilies::rate).toList());
    }

    private static Text log(JsonNode config) {
        String rate = config.has("limits") ? rates(config) : rate(config);
        return Text.limit("sliding-log", rate)
                .with(
                        config.path("min_difference_ms").asLong() > 0,
                        "minInterval",
                        config.path("min_difference_ms") + "ms")
                .with(config.path("count_blocked").asBoolean(), "countDenied", "true");
    }

    /** A denied weight uses up what was left. */
    private static Play window(JsonNode config) {
        boolean locks = config.path("block_duration_s").asLong() > 0;
        String block = locks ? duration(config, "block_duration") : "1s";
        return new WindowWithBlockPlay(
                Text.limit("fixed-window", rate(config))
                        .with("countDenied", "true")
                        .and(Text.lockout("principal", "1/1s lock " + block))
                        .lines(),
                locks);
    }

    private static Play statuses(JsonNode config) {
        return new StatusPlay(
                Text.limit("fixed-window", rate(config)).lines(),
                !config.path("skip_successful").asBoolean(),
                !config.path("skip_failed").asBoolean());
    }

    private static Text buckets(JsonNode limit) {
        return Text.limit("sliding-window", rate(limit)).with("precision", duration(limit, "precision"));
    }

    private static Text tokens(JsonNode config, JsonNode limit) {
        String capacity = limit.get("capacity").asText();
        String tokens = limit.path("refill_tokens").asText(capacity);
        String refill = limit.path("refill").asText(config.path("refill").asText("greedy"));
        return Text.limit("token-bucket", tokens + "/" + duration(limit, "refill_period"))
                .with(!tokens.equals(capacity), "burst", capacity)
                .with(
                        limit.has("initial_tokens"),
                        "initial",
                        limit.path("initial_tokens").asText())
                .with(
                        "refill",
                        switch (refill) {
                            case "greedy" -> "smooth";
                            case "intervally" -> "interval";
                            default -> throw new AssertionError("unknown refill " + refill);
                        });
    }

    private static List<Play> slots(JsonNode config) {
        long wait = Vector.micros(config, "max_wait").orElseThrow();
        return Stream.of("leaky-bucket", "token-bucket")
                .<Play>map(algorithm -> new SlotPlay(
                        "",
                        Text.limit(algorithm, rate(config.get("rate_per_s")))
                                .with("burst", config.path("capacity").asText("1"))
                                .with("wait", duration(wait))
                                .with("key", "ip")
                                .with("path", "/*")
                                .lines(),
                        wait))
                .toList();
    }

    /** Several rates of one rule where all else agrees, else rules that are asked together. */
    private static List<Play> several(JsonNode config, Function<JsonNode, Text> rule) {
        List<JsonNode> limits = list(config.get("limits"));
        List<Map<String, String>> texts =
                limits.stream().map(limit -> rule.apply(limit).lines()).toList();
        List<String> rates =
                texts.stream().map(text -> text.get("limit.test.rate")).toList();
        Map<String, String> together = new LinkedHashMap<>(texts.get(0));
        together.put("limit.test.rate", String.join(", ", rates));
        texts.forEach(text -> text.remove("limit.test.rate"));
        if (new HashSet<>(texts).size() == 1 && (limits.size() == 1 || !together.containsKey("limit.test.burst"))) {
            return one(together);
        }
        Map<String, String> lines = new LinkedHashMap<>();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < limits.size(); i++) {
            String name = "test-" + i;
            names.add(name);
            texts.get(i).put("limit.test.rate", rates.get(i));
            texts.get(i)
                    .putAll(Map.of(
                            "limit.test.key",
                            "param:username",
                            "limit.test.perIp",
                            "none",
                            "limit.test.cost",
                            "param:n"));
            texts.get(i).forEach((key, value) -> lines.put(key.replace("limit.test.", "limit." + name + "."), value));
        }
        return List.of(new SeveralLimitsPlay(lines, names));
    }
}
