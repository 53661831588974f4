package io.github.ostiary.config;

import io.github.ostiary.text.Durations;
import java.nio.charset.Charset;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parsers of simple types; what is wrong is an IllegalArgumentException that names bound and remedy. */
final class Values {

    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

    private static final Pattern CLASS =
            Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$]*(?:\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)*");

    private static final Pattern SIZE = Pattern.compile("(\\d{1,9}) ?([kKmM][bB])?");
    private static final int KIB = 1_024;
    private static final int LARGEST_BODY = 16 * KIB * KIB;

    private Values() {}

    /** The place of one of some words, in whatever case. */
    static int word(String text, List<String> words) {
        int at = words.indexOf(text.toLowerCase(Locale.ROOT));
        if (at < 0) {
            String alternatives = String.join(", ", words).replaceFirst(", ([^,]*)$", " or $1");
            throw new IllegalArgumentException("must be " + alternatives);
        }
        return at;
    }

    static int number(String text, int min, int max) {
        long number = text.matches("\\d{1,18}") ? Long.parseLong(text) : -1;
        if (number < min || number > max) {
            throw new IllegalArgumentException("must be a whole number from " + min + " to " + max);
        }
        return (int) number;
    }

    static Duration duration(String text, Duration min, Duration max) {
        Duration duration = Durations.parse(text);
        if (duration.compareTo(min) < 0 || duration.compareTo(max) > 0) {
            throw new IllegalArgumentException(
                    "must be from " + Durations.format(min) + " to " + Durations.format(max));
        }
        return duration;
    }

    /** A constant, written in lower case with hyphens: {@code x-ratelimit}. */
    static <E extends Enum<E>> E choice(String text, Class<E> type) {
        return type.getEnumConstants()[word(text, words(type))];
    }

    static List<String> list(String text) {
        List<String> entries = new ArrayList<>();
        for (String entry : text.split(",", -1)) {
            if (entry.isBlank()) {
                throw new IllegalArgumentException("an entry of the list is empty; remove the extra comma");
            }
            entries.add(entry.strip());
        }
        return List.copyOf(entries);
    }

    /** The name of an HTTP header or method. */
    static boolean isToken(String text) {
        return TOKEN.matcher(text).matches();
    }

    /** The name of a class, in the form {@link Class#getName} has. */
    static String className(String text, String example) {
        if (!CLASS.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a full class name; write one, such as " + example);
        }
        return text;
    }

    static String captcha(String text, String example) {
        if (CLASS.matcher(text).matches()) {
            return text;
        }
        throw new IllegalArgumentException("'" + text + "' is not a full class name; write one, such as " + example
                + ", or one of " + String.join(", ", words(CaptchaKind.class)));
    }

    /** The words for a type's constants, in their order. */
    static List<String> words(Class<? extends Enum<?>> type) {
        return Arrays.stream(type.getEnumConstants())
                .map(constant -> constant.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList();
    }

    /** Bytes, or with KB or MB behind the figure. */
    static int bodySize(String text) {
        Matcher size = SIZE.matcher(text);
        int unit =
                !size.matches() || size.group(2) == null ? 1 : size.group(2).equalsIgnoreCase("KB") ? KIB : KIB * KIB;
        long bytes = size.matches() ? Long.parseLong(size.group(1)) * unit : 0;
        if (bytes < KIB || bytes > LARGEST_BODY) {
            throw new IllegalArgumentException("must be from 1KB to 16MB, in bytes or with KB or MB, such as 64KB");
        }
        return (int) bytes;
    }

    static ZoneId zone(String text) {
        try {
            return ZoneId.of(text).normalized();
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a time zone of this JVM; write one, such as Europe/Berlin or UTC", e);
        }
    }

    static Charset charset(String text) {
        try {
            return Charset.forName(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a charset of this JVM; write one, such as UTF-8 or ISO-8859-1", e);
        }
    }
}
