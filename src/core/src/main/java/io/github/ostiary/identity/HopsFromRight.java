package io.github.ostiary.identity;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The elements of a header's lines, the last one first; no character is looked at more than twice. Reading from the
 * right, whatever a caller left open in front (a quote, say) cannot swallow what a proxy appended.
 */
final class HopsFromRight {

    private final List<String> lines;
    private final boolean quoting;
    private int line;
    private int end;

    HopsFromRight(List<String> lines, boolean quoting) {
        this.lines = lines;
        this.quoting = quoting;
        this.line = lines.size();
        this.end = -1;
    }

    /** The next element to the left, perhaps empty; null if there is none. */
    @Nullable
    String next() {
        if (end < 0) {
            if (line == 0) {
                return null;
            }
            line--;
            end = lines.get(line).length();
        }
        String text = lines.get(line);
        int comma = comma(text);
        String element = text.substring(comma + 1, end);
        end = comma;
        return element;
    }

    private int comma(String text) {
        if (!quoting) {
            return text.lastIndexOf(',', end - 1);
        }
        boolean quoted = false;
        for (int i = end - 1; i >= 0; i--) {
            char c = text.charAt(i);
            if (c == '"' && !isEscaped(text, i)) {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isEscaped(String text, int at) {
        int start = at;
        while (start > 0 && text.charAt(start - 1) == '\\') {
            start--;
        }
        return (at - start) % 2 == 1;
    }
}
