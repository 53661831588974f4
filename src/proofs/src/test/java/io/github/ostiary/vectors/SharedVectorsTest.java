package io.github.ostiary.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * All decision vectors there are, through configuration and the public API, wherever counters can be. A vector, event or
 * expectation that is not run or compared fails, and so does a family, an operation or a field that the runner does not
 * know. No vector is exempt: of those a peer decides wrongly, {@code our_expect} says what is right.
 */
@Tag("slow")
class SharedVectorsTest {

    /** What a peer tells in a way that has no counterpart: see {@link LimitPlay} and {@link LockoutPlay}. */
    private static final Set<String> WITHOUT_COUNTERPART =
            Set.of("multi_limit_atomic: reset_after_ns", "lockout_consecutive: failed_attempts");

    /** In nanoseconds it must be seen, too. */
    private static final long MORE = 1_000_000;

    @TestFactory
    Stream<DynamicTest> everyVectorEverywhere() {
        return Vectors.all().stream().flatMap(SharedVectorsTest::tests);
    }

    private static Stream<DynamicTest> tests(Vector vector) {
        List<Play> plays = Families.plays(vector);
        assertThat(plays).as("plays of %s", vector).isNotEmpty();
        return plays.stream().flatMap(play -> Stream.of(Place.values())
                .filter(play::fits)
                .map(place ->
                        DynamicTest.dynamicTest(vector + " on " + place + ": " + play, () -> play.run(vector, place))));
    }

    @Test
    void idsAreUniqueAndEveryVectorExpectsSomething() {
        assertThat(Vectors.all()).isNotEmpty().extracting(Vector::id).doesNotHaveDuplicates();
        assertThat(Vectors.all()).allSatisfy(vector -> assertThat(vector.events())
                .as(vector.id())
                .anyMatch(event -> !event.expected().telling().isEmpty()));
    }

    /** The runner can fail: each expectation, replaced by another, is noticed. */
    @Test
    void everyExpectationIsCompared() {
        Set<String> unnoticed = new TreeSet<>();
        for (Vector vector : Vectors.shared()) {
            for (Vector.Event event : vector.events()) {
                ObjectNode expected = event.expected().telling();
                for (Iterator<String> names = expected.fieldNames(); names.hasNext(); ) {
                    String name = names.next();
                    ObjectNode otherwise = expected.deepCopy();
                    otherwise.set(name, other(expected.get(name)));
                    if (passes(vector.expecting(event.index(), otherwise))) {
                        unnoticed.add(vector.family() + ": " + name);
                    }
                }
            }
        }
        assertThat(unnoticed).isEqualTo(WITHOUT_COUNTERPART);
    }

    private static JsonNode other(JsonNode value) {
        return switch (value.getNodeType()) {
            case BOOLEAN -> BooleanNode.valueOf(!value.asBoolean());
            case NUMBER -> value.isIntegralNumber()
                    ? LongNode.valueOf(value.asLong() + MORE)
                    : DoubleNode.valueOf(value.asDouble() + 1);
            case ARRAY -> {
                ArrayNode array = value.deepCopy();
                yield array.set(array.size() - 1, array.get(array.size() - 1).asLong() + 1);
            }
            default -> TextNode.valueOf("something else");
        };
    }

    private static boolean passes(Vector vector) {
        for (Play play : Families.plays(vector)) {
            try {
                if (play.fits(Place.LOCAL)) {
                    play.run(vector, Place.LOCAL);
                    return true;
                }
            } catch (AssertionError e) {
                continue;
            }
        }
        return false;
    }
}
