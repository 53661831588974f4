package io.github.ostiary.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Key;
import io.github.ostiary.text.CanonicalText;
import java.text.Normalizer;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How long a spelling is does not choose who is counted. */
@Tag("slow")
class LongTextTest {

    private static final long SEED = 20_261_121L;
    private static final String[] BLANKS = {" ", "\t", "\r\n", "\u0000", "\u00a0", "\u2003", "\u3000", "\u2028"};
    private static final String[] FILLERS = {
        "-", " ", "\u00a0", ".", "/", "e", "\u0001", "\u0301", "\ud83d\ude00", "\u2460\u20e3"
    };

    /** Whom a parameter's value is counted for. */
    private static String counted(String key, String value) {
        KeySettings settings = new KeySettings(
                new ClientAddress(TrustedProxies.parse(""), "X-Forwarded-For", 64), name -> call -> Optional.empty());
        return KeyExpression.parse(key, settings)
                .sets()
                .get(0)
                .resolve(FakeCall.from("1.2.3.4").param("u", value))
                .map(Key::canonical)
                .orElse("none");
    }

    private static String pick(Random random, String[] some, int times) {
        return random.ints(times, 0, some.length).mapToObj(i -> some[i]).collect(Collectors.joining());
    }

    /** Four characters become one at most, and each of them has two UTF-16 units at most. */
    @Test
    void normalisingShortensEightfoldAtMost() {
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            String text = Character.toString(c);
            if (Character.getType(c) != Character.SURROGATE && Normalizer.isNormalized(text, Normalizer.Form.NFKC)) {
                String parts = Normalizer.normalize(text, Normalizer.Form.NFD);
                assertThat(parts.codePointCount(0, parts.length())).isLessThanOrEqualTo(4);
            }
        }
    }

    @Test
    void noSpellingOfAShortNameIsSomebodyElse() {
        Random random = new Random(SEED);
        for (int round = 0; round < 2_000; round++) {
            String name = name(random);
            String spelt = pick(random, BLANKS, random.nextInt(3) * 300)
                    + spelling(name, random)
                    + pick(random, BLANKS, random.nextInt(3) * 3_000);
            assertThat(counted("param:u", spelt))
                    .as("seed %d, round %d, %d characters", SEED, round, spelt.length())
                    .isEqualTo(counted("param:u", name));
        }
    }

    private static String name(Random random) {
        StringBuilder name = new StringBuilder();
        for (int length = 1 + random.nextInt(256); name.length() < length; ) {
            name.append("bob\u1f82@example.org".charAt(random.nextInt(16)));
        }
        return name.toString();
    }

    /** Bold, decomposed, in either case: up to five UTF-16 units for one. */
    private static String spelling(String name, Random random) {
        StringBuilder spelt = new StringBuilder();
        for (int c : name.codePoints().toArray()) {
            if (c == 0x1f82) {
                spelt.append(random.nextBoolean() ? "\ud835\udefc\u0313\u0300\u0345" : "\u03b1\u0313\u0300\u0345");
            } else if (c >= 'a' && c <= 'z' && random.nextBoolean()) {
                spelt.appendCodePoint((random.nextBoolean() ? 0x1d400 : 0x1d41a) + c - 'a');
            } else {
                spelt.appendCodePoint(c);
            }
        }
        return spelt.toString();
    }

    @Test
    void noFillerMakesATelephoneNumberAnother() {
        Random random = new Random(SEED);
        for (int round = 0; round < 500; round++) {
            String[] digits = {"1", "\uff15", "\u0665", "\u2460", "\ud835\udfcf"};
            StringBuilder spelt = new StringBuilder();
            StringBuilder number = new StringBuilder();
            for (int i = 0; i < 12; i++) {
                String digit = digits[random.nextInt(digits.length)];
                String normal = Normalizer.normalize(digit, Normalizer.Form.NFKC);
                number.append(Character.digit(normal.codePointAt(0), 10));
                spelt.append(digit)
                        .append(pick(random, FILLERS, random.nextInt(4) * 400).replace("\u2460", ""));
            }
            assertThat(counted("param:u/digits", spelt.toString()))
                    .as("seed %d, round %d", SEED, round)
                    .isEqualTo(counted("param:u/digits", number.toString()))
                    .isEqualTo("7.param:u.12." + number);
        }
    }

    /** What normalising the whole would find. */
    @Test
    void everyCharacterHasTheDigitsThatNormalisingFinds() {
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            if (Character.getType(c) != Character.SURROGATE) {
                String expected = Normalizer.normalize(Character.toString(c), Normalizer.Form.NFKC)
                        .codePoints()
                        .filter(Character::isDigit)
                        .mapToObj(digit -> "" + Character.digit(digit, 10))
                        .collect(Collectors.joining());
                assertThat(CanonicalText.digits(Character.toString(c)))
                        .as("U+%04X", c)
                        .isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {257, 2_048, 2_049, 1_900_000})
    void longNamesAreToldApartByTheirDigests(int length) {
        String one = counted("param:u", "x".repeat(length));
        String other = counted("param:u", "x".repeat(length - 1) + "y");
        assertThat(one).hasSizeLessThan(64).isNotEqualTo(other).doesNotContain("xx");
        assertThat(counted("param:u", " " + "x".repeat(length) + "\r\n")).isEqualTo(one);
        Key digested = Key.part("param:u", "x".repeat(length));
        assertThat(digested.canonical()).isEqualTo(one);
        assertThat(Key.ofCanonical(one)).contains(digested);
        assertThat(digested.parts().get(0).isDigested()).isTrue();
        assertThat(Key.part("param:u", digested.parts().get(0).value())).isEqualTo(digested);
        assertThat(KeyNames.open().label(digested)).isEmpty();
        assertThat(counted("param:u", "x".repeat(256))).isEqualTo("7.param:u.256." + "x".repeat(256));
    }
}
