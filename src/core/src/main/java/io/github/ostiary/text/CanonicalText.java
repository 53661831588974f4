package io.github.ostiary.text;

import java.text.Normalizer;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One spelling per name: {@code Bob}, {@code " bob "} and fullwidth {@code Ｂｏｂ} must meet the same counter. */
public final class CanonicalText {

    private CanonicalText() {}

    private static final char DOT_ABOVE = '\u0307';

    /** Small Latin letters with strokes and the like, and ligatures, that Unicode does not take apart. */
    private static final Map<Integer, String> PLAIN =
            plain("ꞛa ðd đd ꝺd ʣdz ꝼf ᵹg ꞡg ħh ꞣk łl ꞥn øo ꞝo ꝛr ꞃr ꞧr ꞅs ꞩs ꞇt ꞟu ꟃw"
                    + " ꜳaa æae ꜵao ꜷau ꜹav ꜻav ꜽay ȸdb ỻll ʪls ʫlz œoe ꝏoo ȹqp ᵺth ʦts ƾts ꜩtz ꝡvy ƍzw");

    private static Map<Integer, String> plain(String pairs) {
        Map<Integer, String> plain = new HashMap<>();
        for (String pair : pairs.split(" ", -1)) {
            plain.put(pair.codePointAt(0), pair.substring(1));
        }
        return Map.copyOf(plain);
    }

    /** A canonical text that is longer has no other spellings: it is left as it came. */
    public static final int LONGEST = 256;

    /** NFKC makes a text at most so many times shorter: four characters of two UTF-16 units each become one of one. */
    private static final int SHRINKING = 8;

    /** More in a row than any language writes: reordering them would take quadratic time. */
    private static final int MAX_MARKS = 30;

    /**
     * NFKC, without invisible characters (soft hyphens, joiners, variation selectors), trimmed of white space and of the
     * control characters that {@link String#trim} removes too. A text that comes
     * to more than {@value #LONGEST} characters is not normalised. Linear time; what is normalised is short.
     *
     * @param raw what the caller sent
     * @return empty if nothing is left, or if there are control characters, lone surrogates or more than 30 combining
     *     marks in a row
     */
    public static Optional<String> of(@Nullable String raw) {
        String seen = raw == null ? "" : seen(raw);
        if (hasPileOfMarks(seen)) {
            return Optional.empty();
        }
        String text = trim(seen);
        if (text.length() <= SHRINKING * LONGEST && !isPlainAscii(text)) {
            String normal = trim(Normalizer.normalize(text, Normalizer.Form.NFKC));
            text = normal.length() <= LONGEST ? normal : text;
        }
        return text.isEmpty() || isUnusable(text) ? Optional.empty() : Optional.of(text);
    }

    private static boolean isUnusable(String text) {
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            if (Character.isISOControl(c) || (c >= 0x80 && Character.getType(c) == Character.SURROGATE)) {
                return true;
            }
            i += Character.charCount(c);
        }
        return false;
    }

    /**
     * The same with its case folded.
     *
     * @param raw what the caller sent
     * @return empty where {@link #of} is
     */
    public static Optional<String> folded(@Nullable String raw) {
        Optional<String> text = of(raw);
        return text.isEmpty() ? text : Optional.of(fold(text.get()));
    }

    /**
     * Case folding, so that {@code ß}, {@code ẞ} and {@code SS} agree, whatever the machine's locale.
     *
     * @param text canonical
     * @return folded; one of more than {@value #LONGEST} characters as it is
     */
    public static String fold(String text) {
        if (text.length() > LONGEST) {
            return text;
        }
        if (isPlainAscii(text)) {
            return text.toLowerCase(Locale.ROOT);
        }
        return Normalizer.normalize(withoutDotsOnI(foldEach(text)), Normalizer.Form.NFKC);
    }

    /**
     * {@code İ} in small letters is {@code i} and a dot above (U+0307), to {@code equalsIgnoreCase} it is {@code i}: behind an
     * {@code i} the dot is no letter's. No other letter has two small forms.
     */
    private static String withoutDotsOnI(String text) {
        if (text.indexOf(DOT_ABOVE) < 0) {
            return text;
        }
        StringBuilder letters = new StringBuilder(text.length());
        int base = 0;
        String apart = Normalizer.normalize(text, Normalizer.Form.NFKD);
        for (int i = 0; i < apart.length(); i++) {
            char c = apart.charAt(i);
            base = Character.getType(c) == Character.NON_SPACING_MARK ? base : c;
            if (c != DOT_ABOVE || base != 'i') {
                letters.append(c);
            }
        }
        return letters.toString();
    }

    /**
     * The same without accents, dots, rings, strokes and circles, as most databases compare names: {@code é} is {@code e}, {@code ø} is
     * {@code o}, {@code æ} is {@code ae}, and a digit of any script is that digit. What the root collation of Unicode (CLDR) takes for one
     * at its first level, of Latin letters and digits; so does MySQL's {@code utf8mb4_0900_ai_ci}.
     *
     * @param text canonical
     * @return perhaps empty; one of more than {@value #LONGEST} characters as it is
     */
    public static String withoutMarks(String text) {
        if (text.length() > LONGEST || isPlainAscii(text)) {
            return text;
        }
        StringBuilder letters = new StringBuilder(text.length());
        Normalizer.normalize(text, Normalizer.Form.NFD).codePoints().forEach(c -> {
            if (Character.getType(c) != Character.NON_SPACING_MARK
                    && Character.getType(c) != Character.ENCLOSING_MARK) {
                appendPlain(letters, c);
            }
        });
        return trim(Normalizer.normalize(letters, Normalizer.Form.NFC));
    }

    private static void appendPlain(StringBuilder letters, int c) {
        String plain = c < 0x80 ? null : PLAIN.get(Character.toLowerCase(c));
        if (plain != null) {
            letters.append(Character.isUpperCase(c) ? plain.toUpperCase(Locale.ROOT) : plain);
        } else if (Character.isDigit(c)) {
            letters.append((char) ('0' + Character.digit(c, 10)));
        } else {
            letters.appendCodePoint(c);
        }
    }

    /**
     * The rest of a telephone number when only its digits are kept: those of any script, as ASCII, whatever stands
     * between them and however much of it. Linear time.
     *
     * @param raw what the caller sent
     * @return perhaps empty
     */
    public static String digits(String raw) {
        return Digits.in(raw);
    }

    /** One character after the other: whole strings take quadratic time in the JDK if they grow or have sigmas. */
    private static String foldEach(String text) {
        StringBuilder folded = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            if (c < 0x80) {
                folded.append((char) Character.toLowerCase(c));
            } else {
                String lower = Character.toString(c).toLowerCase(Locale.ROOT);
                lower.toUpperCase(Locale.ROOT)
                        .codePoints()
                        .map(Character::toLowerCase)
                        .forEach(folded::appendCodePoint);
            }
        });
        return folded.toString();
    }

    private static String trim(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && isBlank(text.charAt(start))) {
            start++;
        }
        while (start < end && isBlank(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }

    private static boolean isBlank(char c) {
        return c <= ' ' || Character.isWhitespace(c) || Character.isSpaceChar(c);
    }

    /** The same text, unless it has invisible characters. */
    private static String seen(String raw) {
        int length = raw.length();
        int at = 0;
        while (at < length && !isUnseen(raw.codePointAt(at))) {
            at += Character.charCount(raw.codePointAt(at));
        }
        if (at == length) {
            return raw;
        }
        StringBuilder seen = new StringBuilder(length).append(raw, 0, at);
        raw.codePoints()
                .skip(raw.codePointCount(0, at))
                .filter(c -> !isUnseen(c))
                .forEach(seen::appendCodePoint);
        return seen.toString();
    }

    /** Unicode's Default_Ignorable_Code_Point, which its NFKC_Casefold drops as well; and the few other format characters. */
    private static boolean isUnseen(int c) {
        return c >= 0x80
                && (Character.getType(c) == Character.FORMAT
                        || (c >= 0xFE00 && c <= 0xFE0F)
                        || (c >= 0xE0000 && c <= 0xE0FFF)
                        || (c >= 0x180B && c <= 0x180F)
                        || c == 0x034F
                        || (c >= 0x115F && c <= 0x1160)
                        || (c >= 0x17B4 && c <= 0x17B5)
                        || c == 0x2065
                        || c == 0x3164
                        || c == 0xFFA0
                        || (c >= 0xFFF0 && c <= 0xFFF8));
    }

    private static boolean hasPileOfMarks(String text) {
        int marks = 0;
        for (int i = 0; i < text.length() && marks <= MAX_MARKS; ) {
            int c = text.codePointAt(i);
            marks = c >= 0x300 && isMark(c) ? marks + 1 : 0;
            i += Character.charCount(c);
        }
        return marks > MAX_MARKS;
    }

    /** The halfwidth sound marks are letters to Unicode, yet NFKC turns them into marks. */
    private static boolean isMark(int c) {
        return switch (Character.getType(c)) {
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK -> true;
            default -> c == 0xFF9E || c == 0xFF9F;
        };
    }

    private static boolean isPlainAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }
}
