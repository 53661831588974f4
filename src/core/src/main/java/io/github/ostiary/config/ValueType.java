package io.github.ostiary.config;

import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The values that a key can have. Immutable.
 *
 * @param name such as {@code duration}
 * @param bounds as the page shows them; empty where only a sentence says them
 * @param parser throws IllegalArgumentException with bound and remedy
 */
record ValueType<T>(String name, String bounds, Function<String, T> parser) {

    static final ValueType<Boolean> FLAG = either("true", "false");
    static final ValueType<List<String>> LIST = new ValueType<>("list", "", Values::list);

    /** Read by what knows more than the text. */
    static final ValueType<String> TEXT = parsed(text -> text);

    static <T> ValueType<T> parsed(Function<String, T> parser) {
        return new ValueType<>("text", "", parser);
    }

    static ValueType<Integer> number(int min, int max) {
        return new ValueType<>("number", grouped(min) + " to " + grouped(max), text -> Values.number(text, min, max));
    }

    /** Writes a number as 10,000. It uses no formatter, which would load the JVM's data about languages at each start. */
    private static String grouped(int number) {
        StringBuilder digits = new StringBuilder(Integer.toString(number));
        for (int at = digits.length() - 3; at > 0; at -= 3) {
            digits.insert(at, ',');
        }
        return digits.toString();
    }

    static ValueType<Duration> duration(String min, String max) {
        Duration shortest = Durations.parse(min);
        Duration longest = Durations.parse(max);
        return new ValueType<>("duration", min + " to " + max, text -> Values.duration(text, shortest, longest));
    }

    /** One of two words; whether it is the first. */
    static ValueType<Boolean> either(String yes, String no) {
        List<String> words = List.of(yes, no);
        return new ValueType<>("flag", bounds(words), text -> Values.word(text, words) == 0);
    }

    static <E extends Enum<E>> ValueType<E> choice(Class<E> type) {
        return new ValueType<>("choice", bounds(Values.words(type)), text -> Values.choice(text, type));
    }

    private static String bounds(List<String> words) {
        return "`" + String.join("`, `", words) + "`";
    }

    /** The same with one more word, which stands for a value of its own. */
    ValueType<T> or(String word, T meant) {
        String all = bounds + ", `" + word + "`";
        return new ValueType<>(name, all, text -> text.equalsIgnoreCase(word) ? meant : parser.apply(text));
    }

    static ValueType<String> text(String regex, String problem) {
        return text(text -> text.matches(regex), problem);
    }

    /**
     * Text of some form.
     *
     * @param problem bound and remedy; {0} stands for the text
     */
    static ValueType<String> text(Predicate<String> form, String problem) {
        return parsed(text -> {
            if (!form.test(text)) {
                throw new IllegalArgumentException(problem.replace("{0}", text));
            }
            return text;
        });
    }

    static ValueType<String> page(String example) {
        return text("(?s)/.*", "must start with /, the root of the application, such as " + example);
    }

    /** A path of the application at which this jar answers. */
    static ValueType<String> place(String example) {
        return text(
                "(?!(?i:/WEB-INF|/META-INF))(?=.{1,100}$)(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*){1,8}",
                "must be a path of the application that begins with / and does not end with it, of letters, digits and - . _ ~, at"
                        + " most 100 characters, such as " + example);
    }

    /** A word for a captcha of this jar, or a class. */
    static ValueType<String> captcha(String example) {
        return parsed(text -> Values.captcha(text, example));
    }

    static ValueType<String> className(String example) {
        return parsed(text -> Values.className(text, example));
    }
}
