package io.github.ostiary.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What must be seen at one event. Every field of it is compared, or is one that says nothing of the product. */
final class Expectation {

    /**
     * A peer's own books: how often it was asked, why it denied, what it logged, how many locks it has given. {@code
     * ms_until_allowed} is how things stand after the event in a peer that counts denials.
     */
    static final Set<String> INFORMATIONAL = Set.of(
            "consumed",
            "first_in_duration",
            "events",
            "blocked_due_to_count",
            "blocked_due_to_min_difference",
            "ms_until_allowed",
            "temporary_lockouts");

    private final String where;
    private final ObjectNode fields;
    private final Set<String> compared = new HashSet<>();

    Expectation(String vector, int event, ObjectNode fields) {
        this.where = vector + " event " + event;
        this.fields = fields;
    }

    /** What is expected, but for what says nothing of the product. */
    ObjectNode telling() {
        return fields.deepCopy().remove(INFORMATIONAL);
    }

    boolean has(String field) {
        return fields.has(field);
    }

    JsonNode get(String field) {
        return fields.path(field);
    }

    /** Booleans, integers and texts; where the vector leaves a choice, it is written {@code one_or_other}. */
    void is(String field, Object actual) {
        if (fields.has(field)) {
            compared.add(field);
            String expected = fields.get(field).asText();
            assertThat(Set.of(expected.split("_or_")).contains(actual.toString()) ? expected : actual.toString())
                    .as("%s: %s", where, field)
                    .isEqualTo(expected);
        }
    }

    /** Several integers. */
    void isList(String field, List<Long> actual) {
        List<Long> expected = new ArrayList<>();
        fields.path(field).forEach(number -> expected.add(number.asLong()));
        compared.add(field);
        assertThat(actual).as("%s: %s", where, field).isEqualTo(expected);
    }

    /** A figure in a unit of so many microseconds, exact to the microsecond that is the product's own grain. */
    void micros(String field, long actual, double unit) {
        if (fields.has(field)) {
            compared.add(field);
            double expected = fields.get(field).asDouble() * unit;
            assertThat((double) actual)
                    .as("%s: %s in us", where, field)
                    .isCloseTo(expected, within(expected == Math.rint(expected) ? 0 : 1.0));
        }
    }

    /** Says that a field was compared, or cannot be at this event. */
    void compared(String... names) {
        compared.addAll(Set.of(names));
    }

    /** Nothing that the vector expects may have been overlooked. */
    void complete() {
        Collection<String> left = new TreeSet<>();
        fields.fieldNames().forEachRemaining(left::add);
        left.removeAll(compared);
        left.removeAll(INFORMATIONAL);
        assertThat(left).as("%s: fields this runner does not know", where).isEmpty();
    }
}
