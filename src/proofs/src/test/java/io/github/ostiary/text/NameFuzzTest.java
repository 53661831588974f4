package io.github.ostiary.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.github.ostiary.testing.FuzzedText;
import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.Locale;
import java.util.Optional;

/** Names: their canonical form is one, is that of all their spellings, and is what the databases of keys.md find. */
class NameFuzzTest {

    @FuzzTest
    @DictionaryEntries({
        "e\\xcc\\x81",
        "\\xc3\\xa9",
        "\\xef\\xac\\x81",
        "\\xc4\\xb0",
        "\\xc3\\x9f",
        "\\xcc\\x87",
        "\\xe2\\x83\\x9d",
        "\\xc3\\xb8",
        "\\xce\\xa3",
        "\\xc2\\xad",
        "\\xe2\\x80\\x8d",
        "\\xef\\xbc\\xa2",
        "\\xd9\\xa3",
        "\\xe2\\x91\\xab",
        "\\xef\\xbe\\x9e",
        " ",
        "\\xc2\\xa0"
    })
    void everySpellingIsOneName(byte[] input) {
        String raw = FuzzedText.of(input);
        Optional<String> exact = CanonicalText.of(raw);
        Optional<String> folded = CanonicalText.folded(raw);
        assertEquals(exact.isPresent(), folded.isPresent());
        assertEquals(naiveDigits(raw), CanonicalText.digits(raw));
        FuzzedText.linear(raw, CanonicalText::folded);
        FuzzedText.linear(raw, CanonicalText::digits);
        FuzzedText.linear(raw, text -> OneLine.of(text, 400));
        assertEquals(OneLine.of(raw, 20), OneLine.of(OneLine.of(raw, 20), 20));
        if (exact.isEmpty()) {
            return;
        }
        assertEquals(exact, CanonicalText.of(exact.get()), "canonical once more");
        assertEquals(folded, CanonicalText.folded(folded.get()), "folded once more");
        if (Math.max(raw.length(), Normalizer.normalize(raw, Form.NFKD).length()) <= CanonicalText.LONGEST / 3) {
            spellings(raw, exact, folded);
        }
    }

    private static void spellings(String raw, Optional<String> exact, Optional<String> folded) {
        for (Form form : Form.values()) {
            Optional<String> spelled = CanonicalText.of(Normalizer.normalize(raw, form));
            if (spelled.isPresent()) {
                assertEquals(exact, spelled, form.name());
            }
        }
        assertEquals(exact, CanonicalText.of(" \u00ad" + raw + "\u3000\t"));
        assertEquals(folded, CanonicalText.folded(exact.get().toUpperCase(Locale.ROOT)), "capitals");
        assertEquals(folded, CanonicalText.folded(exact.get().toLowerCase(Locale.ROOT)), "small");
        assertEquals(folded, CanonicalText.folded(eachSmall(exact.get())), "small to equalsIgnoreCase");
        Optional<String> bare = bare(raw);
        if (bare.isPresent()) {
            assertEquals(bare, bare(bare.get()), "without marks once more");
            assertEquals(bare, bare(withMark(exact.get())), "with one more mark");
            assertTrue(bare.get()
                    .codePoints()
                    .noneMatch(c -> Character.getType(c) == Character.NON_SPACING_MARK
                            || Character.getType(c) == Character.ENCLOSING_MARK));
            assertEquals(bare, bare(exact.get() + "\u20dd"), "with a circle");
        }
    }

    private static String eachSmall(String text) {
        StringBuilder small = new StringBuilder();
        text.codePoints().forEach(c -> small.appendCodePoint(Character.toLowerCase(Character.toUpperCase(c))));
        return small.toString();
    }

    private static Optional<String> bare(String raw) {
        return CanonicalText.folded(raw).map(CanonicalText::withoutMarks).filter(text -> !text.isEmpty());
    }

    /** Behind its first letter, where it is one that takes it. */
    private static String withMark(String text) {
        int end = text.offsetByCodePoints(0, 1);
        return text.matches("(?s)[a-z].*") ? text.substring(0, end) + "\u0301" + text.substring(end) : text;
    }

    private static String naiveDigits(String raw) {
        StringBuilder digits = new StringBuilder();
        raw.codePoints()
                .filter(c -> Character.getType(c) != Character.SURROGATE)
                .mapToObj(c -> Character.isDigit(c) || Character.getType(c) >= Character.OTHER_NUMBER
                        ? Normalizer.normalize(Character.toString(c), Form.NFKC)
                        : "")
                .flatMapToInt(String::codePoints)
                .filter(Character::isDigit)
                .forEach(c -> digits.append(Character.digit(c, 10)));
        return digits.toString();
    }
}
