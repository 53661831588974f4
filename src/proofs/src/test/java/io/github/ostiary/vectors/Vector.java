package io.github.ostiary.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** One sequence of events with the decisions that a peer's own code, or an independent simulation, gave. */
record Vector(JsonNode json) {

    /** A multiple of all precisions a window may be divided into here: such counters are aligned with the epoch. */
    private static final long BASE = 259_200L * 6_559 * 1_000_000;

    private static final Map<String, Long> UNITS =
            Map.of("ns", -1_000L, "us", 1L, "ms", 1_000L, "s", 1_000_000L, "m", 60_000_000L, "h", 3_600_000_000L);

    /** One event. */
    record Event(Vector vector, int index, JsonNode json, Expectation expected) {

        String op() {
            return json.path("op").asText();
        }

        String text(String field, String otherwise) {
            return json.path(field).asText(otherwise);
        }

        /** How many permits, points or the like: {@code n}, else one. */
        long n() {
            return json.path("n").asLong(json.path("points").asLong(1));
        }

        /** Booleans, and 0 and 1 in their place. */
        boolean flag(String field) {
            return json.path(field).asBoolean() || json.path(field).asInt() == 1;
        }

        long micros() {
            BigDecimal millis = new BigDecimal(json.path("t_ms").asText("0"));
            return vector.base() + millis.movePointRight(3).longValueExact();
        }

        @Override
        public String toString() {
            return vector.id() + " event " + index;
        }
    }

    String id() {
        return json.path("id").asText();
    }

    String family() {
        return json.path("algorithm").asText();
    }

    JsonNode config() {
        return json.path("config");
    }

    private long base() {
        JsonNode config = config();
        return config.has("base_epoch_ms")
                ? config.path("base_epoch_ms").asLong() * 1_000
                : config.has("base_epoch_s") ? config.path("base_epoch_s").asLong() * 1_000_000 : BASE;
    }

    /** Where time begins: an event may have passed before the first is told. */
    long begin() {
        return events().get(0).micros();
    }

    List<Event> events() {
        List<Event> events = new ArrayList<>();
        for (JsonNode event : json.path("events")) {
            events.add(new Event(
                    this, events.size(), event, new Expectation(id(), events.size(), expected(events.size()))));
        }
        return events;
    }

    /** {@code our_expect} wins over {@code expect}, and stands alone where the peer's state is one not to be copied. */
    private ObjectNode expected(int index) {
        ObjectNode expected = JsonNodeFactory.instance.objectNode();
        JsonNode ours = json.path("our_expect").path(String.valueOf(index));
        if (!ours.isObject() || !json.path("use").asText().equals("peer_bug")) {
            json.path("events")
                    .path(index)
                    .path("expect")
                    .properties()
                    .forEach(field -> expected.set(field.getKey(), field.getValue()));
        }
        ours.properties().forEach(field -> expected.set(field.getKey(), field.getValue()));
        return expected;
    }

    /** The same with another expectation of one event. */
    Vector expecting(int event, ObjectNode otherwise) {
        ObjectNode changed = json.deepCopy();
        changed.withObject("/our_expect").set(String.valueOf(event), otherwise);
        return new Vector(changed);
    }

    /** A duration as configuration writes it, of the field that is called so, with its unit behind it. */
    static String duration(JsonNode config, String name) {
        return optionalDuration(config, name)
                .orElseThrow(() -> new AssertionError("no duration '" + name + "_…' in " + config));
    }

    static Optional<String> optionalDuration(JsonNode config, String name) {
        return micros(config, name).map(Vector::duration);
    }

    static String duration(long micros) {
        return micros % 1_000_000 == 0
                ? micros / 1_000_000 + "s"
                : micros % 1_000 == 0
                        ? micros / 1_000 + "ms"
                        : java.time.Duration.ofNanos(micros * 1_000).toString();
    }

    static Optional<Long> micros(JsonNode config, String name) {
        return UNITS.entrySet().stream()
                .filter(unit -> config.has(name + "_" + unit.getKey()))
                .map(unit -> {
                    BigDecimal value = new BigDecimal(
                            config.path(name + "_" + unit.getKey()).asText());
                    return unit.getValue() < 0
                            ? value.movePointLeft(3).longValueExact()
                            : value.multiply(BigDecimal.valueOf(unit.getValue()))
                                    .longValueExact();
                })
                .findFirst();
    }

    static List<JsonNode> list(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }

    @Override
    public String toString() {
        return id();
    }
}
