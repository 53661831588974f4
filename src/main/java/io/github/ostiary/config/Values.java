package io.github.ostiary.config;

import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** From text to the simple types; what is wrong is an IllegalArgumentException that names bound and remedy. */
final class Values {

    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

    private static final Pattern CLASS =
            Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$]*(?:\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)*");

    private Values() {}

    static boolean flag(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (!lower.equals("true") && !lower.equals("false")) {
            throw new IllegalArgumentException("must be true or false");
        }
        return lower.equals("true");
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
        String lower = text.toLowerCase(Locale.ROOT);
        for (E constant : type.getEnumConstants()) {
            if (written(constant).equals(lower)) {
                return constant;
            }
        }
        throw new IllegalArgumentException("must be " + alternatives(type));
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
                    "'" + text + "' is not a class name; write it in full, such as " + example);
        }
        return text;
    }

    private static String written(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static <E extends Enum<E>> String alternatives(Class<E> type) {
        String all = Arrays.stream(type.getEnumConstants()).map(Values::written).collect(Collectors.joining(", "));
        return all.replaceFirst(", ([^,]*)$", " or $1");
    }
}
