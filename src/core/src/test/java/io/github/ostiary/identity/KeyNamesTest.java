package io.github.ostiary.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Key;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class KeyNamesTest {

    private static final long SEED = 8_128L;
    private static final String[] HARD = {
        ".",
        "1",
        "2",
        "3",
        "9",
        "11",
        "a",
        "ip",
        "principal",
        "}",
        "{",
        ":",
        "\u0000",
        "\r\n",
        "ß",
        "\ud800",
        "\ud801",
        "?",
        "\ufffd",
        "😀",
        "d.",
        "h."
    };

    private static String noise(Random random) {
        StringBuilder text = new StringBuilder();
        for (int n = random.nextInt(4); n >= 0; n--) {
            text.append(HARD[random.nextInt(HARD.length)]);
        }
        return text.toString();
    }

    private static Key key(Random random) {
        Key key = Key.part(noise(random), noise(random));
        for (int n = random.nextInt(3); n > 0; n--) {
            key = key.and(Key.part(noise(random), noise(random)));
        }
        return key;
    }

    @Test
    void noTwoKeysShareATextOrAName() {
        Random random = new Random(SEED);
        KeyNames open = KeyNames.open();
        KeyNames secret = KeyNames.secret("long and random");
        Map<String, Key> seen = new HashMap<>();
        for (int i = 0; i < 200_000; i++) {
            Key key = key(random);
            for (String text : List.of("c " + key.canonical(), open.name(key), secret.name(key))) {
                Key earlier = seen.putIfAbsent(text, key);
                assertThat(earlier == null || earlier.equals(key))
                        .as("collision, seed %d, round %d", SEED, i)
                        .isTrue();
            }
        }
        assertThat(seen.size()).isGreaterThan(300_000);
    }

    @Test
    void partsCannotBeMovedAcrossTheirBorders() {
        assertThat(Key.part("a", "b.1.c.1.d").canonical())
                .isNotEqualTo(Key.part("a", "b").and(Key.part("c", "d")).canonical());
        assertThat(Key.of("1.2.3.4")).isNotEqualTo(Key.ip("1.2.3.4"));
        assertThat(Key.principal("1.2.3.4").canonical())
                .isNotEqualTo(Key.ip("1.2.3.4").canonical());
    }

    @Test
    void namesHaveTheStoresShapeWhateverTheKey() {
        for (String value :
                List.of("}{", "\u0000", "a\r\nb", "\ud800", "x".repeat(1 << 20), "ß".repeat(1 << 20), "*", " ")) {
            assertThat(KeyNames.open().name(Key.of(value))).matches("d\\.[A-Za-z0-9_-]{24}");
            assertThat(KeyNames.secret("s").name(Key.of(value))).matches("h\\.[A-Za-z0-9_-]{24}");
        }
        assertThat(KeyNames.open().name(Key.principal("Bob"))).isEqualTo("9.principal.3.bob");
        assertThat(KeyNames.secret("s").name(Key.principal("Bob"))).startsWith("h.");
        assertThat(KeyNames.open().name(Key.ip("2001:db8::1"))).startsWith("d.");
    }

    @Test
    void sixtyFourCharactersAreTheLongestRawName() {
        Key longest = Key.of("x".repeat(64 - "3.key.55.".length()));
        assertThat(KeyNames.open().name(longest)).isEqualTo(longest.canonical()).hasSize(64);
        assertThat(KeyNames.open().name(Key.of("x".repeat(56)))).startsWith("d.");
    }

    @Test
    void secretsMatterAndMustNotBeBlank() {
        Key key = Key.of("x");
        assertThat(KeyNames.secret("a").name(key))
                .isEqualTo(KeyNames.secret("a").name(key))
                .isNotEqualTo(KeyNames.secret("b").name(key));
        assertThatThrownBy(() -> KeyNames.secret(" ")).hasMessageContaining("keySecret");
    }

    /** Stored counters outlive a release: these names must never change. */
    @Test
    void namesAreStable() {
        assertThat(KeyNames.open().name(Key.of("}{"))).isEqualTo("d.mqY_h13o_Q1GySCdDIG3QB1M");
        assertThat(KeyNames.secret("k").name(Key.of("}{"))).isEqualTo("h._y7ilT6K4GJ0QljaZyJ861Xt");
    }

    @Test
    void manyThreadsGetTheSameName() {
        KeyNames names = KeyNames.secret("k");
        assertThat(IntStream.range(0, 20_000)
                        .parallel()
                        .mapToObj(i -> names.name(Key.of("k" + i % 2)))
                        .distinct())
                .hasSize(2);
    }

    /** Only a digest of our own is hidden, whatever an application's keys are made of. */
    @Test
    void aLabelMayHaveANul() {
        Key key = Key.of("a\0b");
        assertThat(KeyNames.open().label(key)).isEqualTo(key.canonical());
        assertThat(KeyNames.open().label(Key.of("a\0b".repeat(100)).and(key))).isEmpty();
    }
}
