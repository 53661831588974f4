package io.github.ostiary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyTest {

    private static final String CHARACTERS = "ab.1:09 é\uD83D\uDE00<";

    @Test
    void isReadBackFromItsCanonicalText() {
        Random random = new Random(7);
        for (int i = 0; i < 10_000; i++) {
            Key key = part(random);
            for (int more = random.nextInt(3); more > 0; more--) {
                key = key.and(part(random));
            }
            assertThat(Key.ofCanonical(key.canonical())).contains(key);
        }
    }

    private static Key part(Random random) {
        return Key.part(text(random), text(random));
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int length = 1 + random.nextInt(12); length > 0; length--) {
            text.append(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
        }
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "1",
                "1.",
                "1.a",
                "1.a.",
                "1.a.1",
                "1.a.1.",
                "1.a.2.b",
                "1.a.1.bc",
                "0.1.b",
                "0..1.b",
                "1.a.0.",
                "1.a.1.b.",
                "1.a.1.b.1.c",
                "a.1.b",
                "99999999999.a.1.b",
                "-1.a.1.b"
            })
    void anythingElseIsNoKey(String text) {
        assertThat(Key.ofCanonical(text)).isEmpty();
    }
}
