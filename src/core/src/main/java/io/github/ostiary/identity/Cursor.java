package io.github.ostiary.identity;

import org.jspecify.annotations.Nullable;

/** A reader of configuration, from left to right. Not thread-safe. */
final class Cursor {

    private final String text;
    private int at;

    Cursor(String text) {
        this.text = text;
    }

    boolean atEnd() {
        return at >= text.length();
    }

    /** The next character, or NUL at the end. */
    char peek() {
        return atEnd() ? '\0' : text.charAt(at);
    }

    int position() {
        return at;
    }

    String since(int start) {
        return text.substring(start, at);
    }

    /** The rest of the text, up to a bound that keeps messages readable. */
    String rest() {
        return text.length() - at > 40 ? text.substring(at, at + 40) + "…" : text.substring(at);
    }

    void skipSpace() {
        while (!atEnd() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    /** Steps over a character if it is next. */
    boolean accept(char c) {
        boolean found = !atEnd() && text.charAt(at) == c;
        at += found ? 1 : 0;
        return found;
    }

    /** Letters, digits and the given others; perhaps none. */
    String word(String others) {
        int start = at;
        while (!atEnd() && isWord(text.charAt(at), others)) {
            at++;
        }
        return since(start);
    }

    /** Everything up to one of the given characters. */
    String until(String stops) {
        int start = at;
        while (!atEnd() && stops.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return since(start);
    }

    /** A name, plain or quoted; null if the quote never ends, empty if there is none. */
    @Nullable
    String name() {
        return peek() == '"' ? quoted() : word("_.-:$");
    }

    /** The text between the quotes, where a backslash takes the next character as it is; null if they never end. */
    @Nullable
    String quoted() {
        StringBuilder content = new StringBuilder();
        for (at++; !atEnd(); at++) {
            char c = text.charAt(at);
            if (c == '"') {
                at++;
                return content.toString();
            }
            if (c == '\\' && at + 1 < text.length()) {
                at++;
            }
            content.append(text.charAt(at));
        }
        return null;
    }

    private static boolean isWord(char c, String others) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || others.indexOf(c) >= 0;
    }
}
