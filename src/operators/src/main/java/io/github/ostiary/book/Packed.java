package io.github.ostiary.book;

import io.github.ostiary.operator.Figures.Distribution;
import io.github.ostiary.operator.Figures.Recent;
import io.github.ostiary.operator.Figures.Slice;
import io.github.ostiary.text.Durations;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Figures as short words: numbers by base 36, of none nothing, in lists without the zeros at their ends. What is read may come from
 * all who write to Redis: all of it is bounded, and what is no such word is an {@link IllegalArgumentException}.
 */
final class Packed {

    private static final int RADIX = 36;

    /** Hundreds of them can be added up. */
    private static final long LARGEST = 1L << 53;

    private static final int LONGEST_NUMBER = 11;
    private static final int LONGEST_FIGURE = 25;
    private static final int MOST_PARTS = 120;

    private Packed() {}

    /** A word that has to be there; the line may have more, of a later version. */
    static String word(String[] words, int at) {
        if (at >= words.length) {
            throw new IllegalArgumentException("a word is missing");
        }
        return words[at];
    }

    static String number(long number) {
        return number == 0 ? "" : Long.toString(number, RADIX);
    }

    static long number(String word) {
        if (word.isEmpty()) {
            return 0;
        }
        long number = word.length() > LONGEST_NUMBER ? -1 : Long.parseLong(word, RADIX);
        if (number < 0 || number > LARGEST) {
            throw new IllegalArgumentException("no figure is such a number");
        }
        return number;
    }

    static int small(String word) {
        long number = number(word);
        if (number > Integer.MAX_VALUE / 1_000) {
            throw new IllegalArgumentException("no figure is such a number");
        }
        return (int) number;
    }

    static String numbers(List<Long> numbers) {
        String all = numbers.stream().map(Packed::number).collect(Collectors.joining(","));
        int end = all.length();
        while (end > 0 && all.charAt(end - 1) == ',') {
            end--;
        }
        return all.substring(0, end);
    }

    static List<Long> numbers(String word, int count) {
        String[] words = word.split(",", -1);
        if (words.length > count || count > MOST_PARTS) {
            throw new IllegalArgumentException("too many numbers");
        }
        List<Long> numbers = new ArrayList<>(Collections.nCopies(count, 0L));
        for (int i = 0; i < words.length; i++) {
            numbers.set(i, number(words[i]));
        }
        return numbers;
    }

    static String counts(Map<? extends Enum<?>, Long> counts) {
        return counts.entrySet().stream()
                .filter(each -> each.getValue() != 0)
                .map(each -> each.getKey().name().toLowerCase(Locale.ROOT) + ':' + number(each.getValue()))
                .sorted()
                .collect(Collectors.joining(","));
    }

    /** Of names that are known here. */
    static <E extends Enum<E>> Map<E, Long> counts(Class<E> names, String word) {
        Map<E, Long> counts = new EnumMap<>(names);
        for (String each : word.isEmpty() ? new String[0] : word.split(",", -1)) {
            String[] pair = each.split(":", 2);
            long count = number(word(pair, 1));
            for (E name : names.getEnumConstants()) {
                if (name.name().toLowerCase(Locale.ROOT).equals(pair[0])) {
                    counts.put(name, count);
                }
            }
        }
        return counts;
    }

    static String recent(Recent recent) {
        List<Slice> parts = recent.parts();
        return String.join(
                ":",
                number(Durations.toMicros(recent.part())),
                number(parts.size()),
                numbers(parts.stream().map(Slice::allowed).toList()),
                numbers(parts.stream().map(Slice::denied).toList()));
    }

    static Recent recent(String word) {
        String[] words = word.split(":", -1);
        int count = small(word(words, 1));
        List<Long> allowed = numbers(word(words, 2), count);
        List<Long> denied = numbers(word(words, 3), count);
        List<Slice> parts = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            parts.add(new Slice(allowed.get(i), denied.get(i)));
        }
        return new Recent(Durations.ofMicros(number(words[0])), parts);
    }

    static String spread(Distribution spread) {
        return spread.counts().isEmpty()
                ? ""
                : spread.bounds().stream().map(String::valueOf).collect(Collectors.joining(","))
                        + ':'
                        + numbers(spread.counts())
                        + ':'
                        + spread.sum();
    }

    static Distribution spread(String word) {
        if (word.isEmpty()) {
            return new Distribution(List.of(), List.of(), 0);
        }
        String[] words = word.split(":", -1);
        List<Double> bounds = new ArrayList<>();
        for (String bound : words[0].isEmpty() ? new String[0] : words[0].split(",", -1)) {
            bounds.add(figure(bound));
        }
        return new Distribution(bounds, numbers(word(words, 1), bounds.size() + 1), figure(word(words, 2)));
    }

    private static double figure(String word) {
        double figure = word.length() > LONGEST_FIGURE ? -1 : Double.parseDouble(word);
        if (!(figure >= 0 && figure <= LARGEST)) {
            throw new IllegalArgumentException("no figure is such a number");
        }
        return figure;
    }
}
