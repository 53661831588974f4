package io.github.ostiary.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.text.Normalizer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A telephone number is the same in whatever digits it is written. */
class DigitsTest {

    @ParameterizedTest
    @CsvSource({
        "+49 (0) 30/123-4, 490301234",
        "٠١٢٣٤٥٦٧٨٩, 0123456789",
        "०१२, 012",
        "１２３, 123",
        "①②⑫, 1212",
        "⒈⑴, 11",
        "x²y₃, 23",
        "𝟘𝟙𝟚, 012",
        "no number, ''",
        "'', ''"
    })
    void readsDigitsOfAnyScriptInOrder(String text, String digits) {
        assertThat(Digits.in(text)).isEqualTo(digits);
    }

    /** Whoever writes a character that the canonical form makes digits of is not another caller. */
    @Test
    void agreesWithTheCompatibilityFormOfEveryCharacter() {
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            if (Character.getType(c) != Character.SURROGATE) {
                String one = Character.toString(c);
                String normal = Normalizer.normalize(one, Normalizer.Form.NFKC);
                assertThat(Digits.in(one)).as("U+%04X", c).isEqualTo(Digits.in(normal));
            }
        }
    }

    @Test
    void halfACharacterIsNoDigit() {
        assertThat(Digits.in("1\uD835" + "2")).isEqualTo("12");
    }
}
