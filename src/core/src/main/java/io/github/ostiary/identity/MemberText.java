package io.github.ostiary.identity;

import io.github.ostiary.text.CanonicalText;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text of a member of JSON beside the one that a condition names: applications convert what they read. */
final class MemberText {

    /** JSON's own words: a boolean is also made of numbers and of texts in any case. */
    private static final Set<String> WORDS = Set.of("true", "false", "null");

    private static final Pattern NUMBER = Pattern.compile("([+-]?)0*+(\\d*+)(?:\\.(\\d*+))?([eE][+-]?\\d++)?[dDfF]?");

    private static final Pattern HEXADECIMAL = Pattern.compile("[+-]?(?:0[xX]|#)[0-9a-fA-F]");

    private MemberText() {}

    /** Whether a condition cannot compare it, since callers can write it in several ways. */
    static boolean isWord(String wanted) {
        return WORDS.contains(wanted.strip().toLowerCase(Locale.ROOT));
    }

    /**
     * Whether some application may take one for the other, though they differ: by case, white space or compatible
     * characters, or as the same number.
     *
     * @param found in the body
     * @param wanted by the condition
     */
    static boolean mayBeMeant(String found, String wanted) {
        return !found.equals(wanted)
                && (CanonicalText.folded(found).equals(CanonicalText.folded(wanted)) || isSameNumber(found, wanted));
    }

    private static boolean isSameNumber(String found, String wanted) {
        Matcher other = NUMBER.matcher(ascii(wanted));
        if (!other.matches() || !hasDigit(wanted)) {
            return false;
        }
        String text = ascii(found);
        Matcher one = NUMBER.matcher(text);
        if (!one.matches() || !hasDigit(found)) {
            return HEXADECIMAL.matcher(text).lookingAt();
        }
        boolean powers = one.group(4) != null || other.group(4) != null;
        return powers || plain(one).equals(plain(other));
    }

    private static boolean hasDigit(String text) {
        return text.codePoints().anyMatch(Character::isDigit);
    }

    /** The same for all ways to write a number without a power of ten. */
    private static String plain(Matcher number) {
        String fraction = number.group(3) == null ? "" : number.group(3);
        int end = fraction.length();
        while (end > 0 && fraction.charAt(end - 1) == '0') {
            end--;
        }
        String size = number.group(2) + (end == 0 ? "" : "." + fraction.substring(0, end));
        return size.isEmpty() ? "" : (number.group(1).equals("-") ? "-" : "") + size;
    }

    /** Without what surrounds it, and in ASCII: Java parses digits of every script. */
    private static String ascii(String text) {
        String core = CanonicalText.of(text).orElse("");
        StringBuilder ascii = new StringBuilder(core.length());
        core.codePoints().forEach(c -> {
            if (Character.isDigit(c)) {
                ascii.append((char) ('0' + Character.digit(c, 10)));
            } else {
                ascii.appendCodePoint(c);
            }
        });
        return ascii.toString();
    }
}
