package io.github.ostiary.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Key;
import io.github.ostiary.Rate;
import io.github.ostiary.testing.Mangled;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds that a record with whatever a component can be is read as it was written, and all else is a record within bounds or none. */
class RecordTextTest {

    private record Inner(String line, Optional<Inner2> more) {}

    private record Inner2(int count, Optional<Boolean> flag) {}

    private record Packed(long one, long two) {}

    private record Every(
            String line,
            long number,
            int small,
            double figure,
            boolean flag,
            Duration duration,
            Instant instant,
            Optional<Key> key,
            Rate rate,
            Reason reason,
            Map<Reason, Long> counts,
            Map<String, Long> names,
            List<Inner> inner,
            List<Double> figures,
            Packed packed) {}

    private record Time(Instant at) {}

    private record Earlier(String line) {}

    private record Later(String line, Optional<String> more, Optional<Every> every) {}

    private static final RecordText<Every> TEXT = RecordText.packing(
            Every.class,
            100,
            Packed.class,
            packed -> List.of(packed.one, packed.two),
            all -> new Packed(all.get(0), all.get(1)));

    private static Every every(String line) {
        return new Every(
                line,
                1L << 53,
                2_147_483,
                0.0005,
                true,
                Duration.ofNanos(1_000),
                Instant.parse("9999-12-31T23:59:59.999999Z"),
                line.isEmpty() ? Optional.empty() : Optional.of(Key.of(line).and(Key.ip("10.0.0.1"))),
                Rate.parse("10/1m"),
                Reason.LOCKED,
                Map.of(Reason.LOCKED, 3L),
                line.isEmpty() ? Map.of() : Map.of(line, 9L),
                List.of(
                        new Inner(line, Optional.of(new Inner2(1, Optional.of(false)))),
                        new Inner("", Optional.of(new Inner2(0, Optional.empty()))),
                        new Inner("", Optional.empty())),
                List.of(0.0, 1e15),
                new Packed(4, 5));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "\"",
                "\\",
                "\\\"",
                "],[",
                "{}:,",
                "null",
                "\u00e9\u4e2d",
                "\ud83d\ude00",
                "\\u0041",
                "a b\u2026"
            })
    void whatIsWrittenIsRead(String line) {
        assertThat(TEXT.read(TEXT.write(every(line)))).isEqualTo(every(line));
    }

    /** Other versions read it: what this pins changes with the number of the format only. */
    @Test
    void aRecordIsAListOfItsComponents() {
        assertThat(TEXT.write(every("a\"b")))
                .isEqualTo("[1,\"a\\\"b\",9007199254740992,2147483,5.0E-4,true,1,253402300799999999,"
                        + "\"3.key.3.a\\\"b.2.ip.8.10.0.0.1\",\"10/1m\",\"LOCKED\",{\"LOCKED\":3},{\"a\\\"b\":9},"
                        + "[[\"a\\\"b\",[1,false]],[\"\",[0,null]],[\"\",null]],[0.0,1.0E15],[4,5]]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\u0000b", "a\nb", "a\u202eb", "a\ud800", "a\u2028b"})
    void aLineHasNoControlCharactersAndAKeyIsAsItWasOrNone(String line) {
        Every read = TEXT.read(TEXT.write(every(line)));
        assertThat(read.line)
                .doesNotContainPattern("[\\p{Cntrl}\u202e\ud800\u2028]")
                .isEqualTo(read.line.strip());
        assertThat(read.key).isEmpty();
        assertThat(TEXT.read(TEXT.write(every("x".repeat(1_000)))).line).hasSize(100);
        assertThat(TEXT.read(TEXT.write(every("x".repeat(1_000)))).key).isEmpty();
    }

    @Test
    void whatIsOutOfBoundsIsWrittenAsTheBound() {
        Every all = every("a");
        Every beyond = new Every(
                "a",
                Long.MAX_VALUE,
                Integer.MAX_VALUE,
                1,
                true,
                Duration.ofSeconds(-1),
                Instant.EPOCH.minusSeconds(1),
                all.key,
                all.rate,
                all.reason,
                Map.of(Reason.LOCKED, 0L, Reason.BUSY, -1L),
                Map.of(),
                List.of(),
                List.of(),
                new Packed(-1, Long.MAX_VALUE));
        Every read = TEXT.read(TEXT.write(beyond));
        assertThat(read.number).isEqualTo(1L << 53);
        assertThat(read.small).isEqualTo(2_147_483);
        assertThat(read.duration).isZero();
        assertThat(read.instant).isEqualTo(Instant.EPOCH);
        assertThat(read.counts).isEmpty();
        assertThat(read.packed).isEqualTo(new Packed(0, 1L << 53));
    }

    @Test
    void whatIsMangledIsARecordWithinBoundsOrNone() {
        for (String line : List.of("a\"\\", "")) {
            long read = Mangled.texts(TEXT.write(every(line))).stream()
                    .filter(text -> TEXT.readable(text)
                            .map(each -> {
                                assertThat(each.line.length()).isLessThanOrEqualTo(100);
                                assertThat(each.number).isBetween(0L, 1L << 53);
                                assertThat(each.small).isBetween(0, 2_147_483);
                                assertThat(Math.abs(each.figure)).isBetween(0.0, 1e16);
                                assertThat(each.duration.isNegative()).isFalse();
                                assertThat(TEXT.read(TEXT.write(each))).as(text).isEqualTo(each);
                                return each;
                            })
                            .isPresent())
                    .count();
            assertThat(read).as("some changes are others' words").isGreaterThan(10);
        }
    }

    @Test
    void alaterVersionMayHaveMoreAtTheEndAndAnEarlierOneLess() {
        RecordText<Earlier> earlier = new RecordText<>(Earlier.class, 1, 10);
        RecordText<Later> later = new RecordText<>(Later.class, 1, 10);
        assertThat(earlier.read(later.write(new Later("a", Optional.of("b"), Optional.of(every("c"))))))
                .isEqualTo(new Earlier("a"));
        assertThat(later.read(earlier.write(new Earlier("a"))))
                .isEqualTo(new Later("a", Optional.empty(), Optional.empty()));
        assertThat(TEXT.read(TEXT.write(every("a")).replace("\"LOCKED\":3", "\"LOCKED\":3,\"OF_LATER\":4")))
                .isEqualTo(every("a"));
        assertThat(new RecordText<>(Later.class, 2, 10).readable(earlier.write(new Earlier("a"))))
                .isEmpty();
    }

    /** As deep, as long and as many as fit a text: none of it is a stack overflow, or takes long. */
    @Test
    void whatIsLargeIsNoRecord() {
        List<String> large = new ArrayList<>();
        for (String part : List.of("[", "{\"a\":", "[1,", "\"", "1", "\\", "[],", "-")) {
            large.add("[1," + part.repeat(16_000 / part.length()));
            large.add(part.repeat(1_000_000));
        }
        large.add("[1," + String.join(",", Collections.nCopies(8_000, "1")) + "]");
        RecordText<Earlier> text = new RecordText<>(Earlier.class, 1, 10);
        for (String each : large) {
            assertThat(text.readable(each)).isEmpty();
        }
        assertThat(text.read("[1,\"" + "x".repeat(16_000) + "\"]").line).hasSize(10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1970-01-01T00:00:00Z", "2026-11-22T10:00:00.123456Z", "9999-12-31T23:59:59.999999Z"})
    void aTimeIsRead(Instant at) {
        RecordText<Time> text = new RecordText<>(Time.class, 1, 10);
        assertThat(text.read(text.write(new Time(at))).at).isEqualTo(at);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-1",
                "253402300800000000",
                "9223372036854775807",
                "-9223372036854775808",
                "soon",
                "",
                "1e3",
                "1.0",
                "\"1\""
            })
    void aTimeThatNoNodeHasWrittenIsDenied(String time) {
        assertThatThrownBy(() -> new RecordText<>(Time.class, 1, 10).read("[1," + time + "]"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("it was written by another version of Ostiary");
    }
}
