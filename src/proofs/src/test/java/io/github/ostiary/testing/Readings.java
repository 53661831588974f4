package io.github.ostiary.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.ostiary.CallContext;
import io.github.ostiary.setup.CurrentCall;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What an application has found of {@code u}, {@code c} and {@code X-H} in each of its ways, beside what the rule has: one line
 * each. The first way of each is the server's own, the others are what is built on it.
 */
public final class Readings {

    private final List<String> lines = new ArrayList<>();

    /** Begins with what the rule of this request reads. */
    public static Readings ofRule() {
        return ofRule(CurrentCall.get());
    }

    /** Begins with what a rule reads. */
    public static Readings ofRule(CallContext rule) {
        return new Readings()
                .with("param", rule.parameters("u"))
                .with("cookie", rule.cookies("c"))
                .with("header", rule.headers("X-H"));
    }

    /** Adds a way of the application. */
    public Readings with(String what, @Nullable List<String> values) {
        StringBuilder line = new StringBuilder(what);
        for (String value : values == null ? List.<String>of() : values) {
            line.append(' ').append('=').append(URLEncoder.encode(value, UTF_8));
        }
        lines.add(line.toString());
        return this;
    }

    /** Adds a way that finds one or none. */
    public Readings one(String what, @Nullable String value) {
        return with(what, value == null ? List.of() : List.of(value));
    }

    @Override
    public String toString() {
        return String.join("\n", lines);
    }

    /** What is wrong in lines: nothing, or what the application finds and the rule does not, or the other way about. */
    public static String wrong(String text) {
        StringBuilder wrong = new StringBuilder();
        for (String what : List.of("param", "cookie", "header")) {
            List<List<String>> ways = text.lines()
                    .filter(line -> line.startsWith(what))
                    .map(Readings::values)
                    .toList();
            List<String> rule = ways.get(0);
            boolean isDenied = rule.size() > 1 && !what.equals("param");
            for (List<String> way : isDenied ? List.<List<String>>of() : ways.subList(1, ways.size())) {
                if (!way.isEmpty() && (rule.size() != 1 || !isSame(what, rule.get(0), way.get(0)))) {
                    wrong.append(what)
                            .append(": rule ")
                            .append(rule)
                            .append(", application ")
                            .append(way);
                }
            }
            boolean found = ways.subList(1, ways.size()).stream().anyMatch(way -> !way.isEmpty());
            if (!isDenied && !rule.isEmpty() && !found) {
                wrong.append(what).append(": rule ").append(rule).append(", application nothing");
            }
        }
        return wrong.toString();
    }

    /** Blanks around a value do not count; behind Spring both spellings of a cookie are counted as one. */
    private static boolean isSame(String what, String rule, String found) {
        return rule.equals(found)
                || rule.strip().equals(found)
                || (what.equals("cookie")
                        && found.indexOf('+') < 0
                        && found.matches("([^%]|%[0-9A-F]{2})*")
                        && rule.equals(URLDecoder.decode(found, UTF_8)));
    }

    private static List<String> values(String line) {
        List<String> values = new ArrayList<>();
        for (String each : line.split(" ")) {
            if (each.startsWith("=")) {
                values.add(Objects.requireNonNull(URLDecoder.decode(each.substring(1), UTF_8)));
            }
        }
        return values;
    }
}
