package io.github.ostiary.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A pattern of the paths that a rule is about: {@code /exact}, {@code /a/*} (a and all below), {@code *.do}, and a lone {@code *} for
 * one segment, {@code /posts/*}{@code /replies}. Matched on canonical paths: decoded, without trailing slash. Immutable.
 */
public final class PathPattern {

    private static final Pattern NO_PATH = Pattern.compile("[?;{}]");

    private final String suffix;
    private final List<String> segments;
    private final boolean subtree;

    private PathPattern(String suffix, List<String> segments, boolean subtree) {
        this.suffix = suffix;
        this.segments = segments;
        this.subtree = subtree;
    }

    /**
     * Reads a pattern.
     *
     * @param text as in {@code path}, without {@code !}
     * @return the pattern
     * @throws IllegalArgumentException if it is none
     */
    public static PathPattern parse(String text) {
        String pattern = text.strip();
        if (pattern.startsWith("*.")
                && pattern.length() > 2
                && pattern.indexOf('*', 1) < 0
                && pattern.indexOf('/') < 0) {
            return new PathPattern(pattern.substring(1), List.of(), false);
        }
        if (!pattern.startsWith("/")) {
            throw new IllegalArgumentException("'" + pattern
                    + "' is not a path; write /exact, /subtree/*, *.ext or /a/*/b, with ! before an exclusion");
        }
        if (NO_PATH.matcher(pattern).find()) {
            throw new IllegalArgumentException("'" + pattern + "' holds one of ? ; { }, which no path does; a * stands"
                    + " for one segment, such as /users/*, and conditions on parameters go into when");
        }
        if (pattern.contains("**")) {
            throw new IllegalArgumentException("'" + pattern + "' holds **; write "
                    + (pattern.endsWith("/**") && pattern.indexOf('*') == pattern.length() - 2
                            ? pattern.substring(0, pattern.length() - 1) + " for it and all below"
                            : "/a/* for a subtree, a lone * for one segment"));
        }
        List<String> segments = segments(pattern);
        boolean subtree =
                !segments.isEmpty() && segments.get(segments.size() - 1).equals("*");
        if (subtree) {
            segments = segments.subList(0, segments.size() - 1);
        }
        for (String segment : segments) {
            if (!segment.equals("*") && segment.indexOf('*') >= 0) {
                throw new IllegalArgumentException(
                        "'" + pattern + "' has a * within a segment; a * stands alone for one"
                                + " segment, at the end for the whole subtree");
            }
        }
        return new PathPattern("", List.copyOf(segments), subtree);
    }

    /** Splits a path; empty segments do not count, so {@code /login/} is {@code /login}. */
    static List<String> segments(String path) {
        List<String> segments = new ArrayList<>();
        int start = 1;
        while (start < path.length()) {
            int slash = path.indexOf('/', start);
            int end = slash < 0 ? path.length() : slash;
            if (end > start) {
                segments.add(path.substring(start, end));
            }
            start = end + 1;
        }
        return segments;
    }

    /**
     * The one path it is about.
     *
     * @return canonical; empty if it is about several
     */
    public Optional<String> exact() {
        return suffix.isEmpty() && !subtree && !segments.contains("*")
                ? Optional.of("/" + String.join("/", segments))
                : Optional.empty();
    }

    /** The suffix with its dot; empty unless the pattern is {@code *.ext}. */
    String suffix() {
        return suffix;
    }

    /** The segments before a closing {@code /*}; {@code *} is any. */
    List<String> segments() {
        return segments;
    }

    boolean subtree() {
        return subtree;
    }

    /**
     * Whether a path is meant.
     *
     * @param path canonical
     * @return true if so
     */
    public boolean matches(String path) {
        if (!suffix.isEmpty()) {
            return path.endsWith(suffix);
        }
        List<String> actual = segments(path);
        if (subtree ? actual.size() < segments.size() : actual.size() != segments.size()) {
            return false;
        }
        for (int i = 0; i < segments.size(); i++) {
            String expected = segments.get(i);
            if (!expected.equals("*") && !expected.equals(actual.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** The text of {@code path}, without white space and empty segments. */
    @Override
    public String toString() {
        String path = suffix.isEmpty() ? "/" + String.join("/", segments) : "*" + suffix;
        return subtree ? (segments.isEmpty() ? "/*" : path + "/*") : path;
    }
}
