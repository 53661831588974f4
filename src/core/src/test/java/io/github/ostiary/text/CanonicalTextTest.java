package io.github.ostiary.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class CanonicalTextTest {

    @Test
    void variantsMeet() {
        for (String variant : new String[] {"Bob", " bob ", "BOB\u00a0", "Ｂｏｂ", "\tbob\r\n", "bob\u0000", "ⓑⓞⓑ"}) {
            assertThat(CanonicalText.of(variant).map(CanonicalText::fold))
                    .as("variant of length %d", variant.length())
                    .contains("bob");
        }
    }

    /** Whatever Java takes for one name without regard to case is one counter. */
    @Test
    void lettersThatEqualWithoutCaseMeet() {
        for (int c = 0x80; c <= Character.MAX_CODE_POINT; c++) {
            int large = Character.toUpperCase(c);
            String letter = Character.toString(c);
            String lower = letter.toLowerCase(Locale.ROOT);
            String upper = letter.toUpperCase(Locale.ROOT);
            if (large != c || Character.toLowerCase(large) != c || !lower.equals(letter) || !upper.equals(letter)) {
                Optional<String> folded = CanonicalText.folded(letter);
                assertThat(List.of(
                                CanonicalText.folded(lower),
                                CanonicalText.folded(upper),
                                CanonicalText.folded(Character.toString(large)),
                                CanonicalText.folded(Character.toString(Character.toLowerCase(large)))))
                        .as("U+%04X", c)
                        .containsOnly(folded);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u0130", "I\u0307", "i\u0307", "\u0130\u0307", "i\u0307\u0307", "\u0131"})
    void anIMayHaveADot(String spelling) {
        assertThat(CanonicalText.folded("N" + spelling + "l")).contains("nil");
        assertThat(CanonicalText.folded("N" + spelling + "\u0323l")).isEqualTo(CanonicalText.folded("ni\u0323l"));
        assertThat(CanonicalText.folded("e\u0307")).as("no other letter").isNotEqualTo(CanonicalText.folded("e"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"b\u20ddob", "bo\u20e3b\u20de", "b\u00f8b", "B\u00d8B", "bo\u0337b", "b\u01ffb", "\ua797ob"})
    void withoutMarksNoStrokeOrCircleIsLeft(String spelling) {
        boolean other = spelling.startsWith("\ua797");
        assertThat(CanonicalText.folded(spelling)
                        .map(CanonicalText::withoutMarks)
                        .equals(Optional.of("bob")))
                .isNotEqualTo(other);
    }

    @Test
    void withoutMarksDigitsAreDigitsAndLigaturesLetters() {
        assertThat(CanonicalText.withoutMarks("\u0663\u09ea7 \u00e6\u0153 \u0141\u00c6"))
                .isEqualTo("347 aeoe LAE");
    }

    /** Directories and databases compare names without these: with them everybody had as many counters as he liked. */
    @ParameterizedTest
    @ValueSource(strings = {"\u00ad", "\u200b", "\u2060", "\ufeff", "\ufe0f", "\u034f", "\u3164", "\udb40\udc41"})
    void whatNobodySeesIsNoneOfAName(String unseen) {
        for (String variant : new String[] {
            "bo" + unseen + "b",
            unseen + " Bob " + unseen,
            "b" + unseen.repeat(300) + "ob",
            unseen.repeat(3_000) + "bob"
        }) {
            assertThat(CanonicalText.of(variant).map(CanonicalText::fold))
                    .as("of %d characters", variant.length())
                    .contains("bob");
        }
        assertThat(CanonicalText.of(unseen + " " + unseen)).isEmpty();
        String pile = ("\u0301\u0316".repeat(10) + unseen).repeat(1 << 14);
        assertThat(assertTimeoutPreemptively(Duration.ofSeconds(60), () -> CanonicalText.of("a" + pile)))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "\u0000",
                "\u3000",
                "b\u0000ob",
                "b\r\nob",
                "bo\u001bb",
                "bob\u0085x",
                "\ud800",
                "a\udc00b"
            })
    void unusableTextIsNoName(String text) {
        assertThat(CanonicalText.of(text)).isEmpty();
    }

    @Test
    void nothingIsNoName() {
        assertThat(CanonicalText.of(null)).isEmpty();
    }

    @Test
    void sharpSMeetsItsCapitals() {
        assertThat(CanonicalText.fold("STRASSE")).isEqualTo("strasse");
        assertThat(CanonicalText.fold("straße")).isEqualTo("strasse");
        assertThat(CanonicalText.fold("STRAẞE")).isEqualTo("strasse");
        assertThat(CanonicalText.fold("ΣΑΣ")).isEqualTo(CanonicalText.fold("σας"));
    }

    /** All that Unicode has given a meaning, or left to others. */
    private static int[] characters() {
        return IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
                .filter(Character::isDefined)
                .toArray();
    }

    @Test
    void foldingIsStableForEveryCharacterAndItsCases() {
        for (int c : characters()) {
            String text = CanonicalText.of(Character.toString(c)).orElse(null);
            if (text == null) {
                continue;
            }
            String folded = CanonicalText.fold(text);
            assertThat(CanonicalText.of(folded)).as("U+%04X", c).contains(folded);
            assertThat(CanonicalText.fold(folded)).as("U+%04X", c).isEqualTo(folded);
            for (String other : new String[] {text.toUpperCase(Locale.ROOT), text.toLowerCase(Locale.ROOT)}) {
                assertThat(CanonicalText.of(other).map(CanonicalText::fold))
                        .as("U+%04X", c)
                        .contains(folded);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ß", "Σ", "\u0390", "\uff22", "a\u0301", "İ"})
    void aMegabyteIsReadInLinearTime(String unit) {
        String text = unit.repeat(1 << 19);
        String folded = assertTimeoutPreemptively(
                Duration.ofSeconds(60),
                () -> CanonicalText.fold(CanonicalText.of(text).orElseThrow()));
        assertThat(folded.length()).isGreaterThanOrEqualTo(1 << 19);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u0301\u0316", "\uff9e\u0301", "\u0344\u0316", "\ud834\udd6d\ud834\udd7b"})
    void pilesOfCombiningMarksAreNoName(String unit) {
        String text = "a" + unit.repeat(1 << 19);
        assertThat(assertTimeoutPreemptively(Duration.ofSeconds(60), () -> CanonicalText.of(text)))
                .isEmpty();
        assertThat(CanonicalText.of("a" + unit.repeat(5))).isPresent();
    }

    /** A key of a list must be the key of a call. */
    @Test
    void withoutMarksNothingIsLeftToFoldOrToDrop() {
        for (int c : characters()) {
            for (String raw :
                    new String[] {"a" + Character.toString(c) + "\u0301b", Character.toString(c) + " \u0301"}) {
                Optional<String> once = CanonicalText.folded(raw).map(CanonicalText::withoutMarks);
                if (once.isPresent() && !once.get().isEmpty()) {
                    Optional<String> again = CanonicalText.folded(once.get()).map(CanonicalText::withoutMarks);
                    assertThat(again).as("%x", c).isEqualTo(once);
                }
            }
        }
        assertThat(CanonicalText.withoutMarks("é".repeat(257))).isEqualTo("é".repeat(257));
    }
}
