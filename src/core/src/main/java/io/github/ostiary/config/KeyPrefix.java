package io.github.ostiary.config;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** The beginning of one application's keys in a shared store, so that two never meet by accident. */
public final class KeyPrefix {

    /** The scope of guards made in Java, which no application has: a path has a slash, and this name is written otherwise. */
    static final String PLAIN_JAVA = "java";

    /** The scope of a web application that has neither a name nor a path of its own. */
    static final String ROOT = "/";

    private static final int LONGEST = 100;
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private KeyPrefix() {}

    /**
     * The scope of a web application.
     *
     * @param application its name, or its context path: empty for the root, else with a leading slash
     * @return that, {@code /} for the root; bytes outside the safe characters as {@code %XX}, so no two agree
     */
    static String scopeOf(String application) {
        StringBuilder scope = new StringBuilder();
        for (byte b : (application.isEmpty() ? ROOT : application).getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if (isSafe(c) && c != '%') {
                scope.append(c);
            } else {
                scope.append('%').append(HEX.toHexDigits(b));
            }
        }
        return scope.toString().equals(PLAIN_JAVA) ? "%6Aava" : scope.toString();
    }

    private static boolean isSafe(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || "._:/%-".indexOf(c) >= 0;
    }

    /**
     * The prefix of a web application that states none.
     *
     * @param application its name or context path
     * @return as {@code keyPrefix} would say it
     */
    public static String of(String application) {
        return defaultFor(scopeOf(application));
    }

    static String defaultFor(String scope) {
        return "ostiary:" + scope;
    }

    /** Accepts what is safe in a Redis key and in its cluster tag: no spaces, no braces. */
    static String parse(String text) {
        boolean safe = !text.isEmpty() && text.length() <= LONGEST;
        for (int i = 0; safe && i < text.length(); i++) {
            safe = isSafe(text.charAt(i));
        }
        if (!safe) {
            throw new IllegalArgumentException("must be 1 to 100 characters of A-Z a-z 0-9 . _ : / % -");
        }
        return text;
    }
}
