package com.example.forum;

import java.util.List;

/**
 * Markup that is safe to send. Text can only become {@code Html} by being escaped, so a page built from these cannot
 * carry a visitor's markup. Immutable.
 */
final class Html {

    /** Nothing at all. */
    static final Html EMPTY = new Html("");

    private final String markup;

    private Html(String markup) {
        this.markup = markup;
    }

    /**
     * Fills the holes of a template in order.
     *
     * @param template markup, always a constant of the program; {@code {}} is a hole, as content or inside a quoted
     *     attribute
     * @param values {@code Html} and lists of it go in as they are; anything else as escaped text
     * @throws IllegalArgumentException if there are more holes than values, or fewer
     */
    static Html html(String template, Object... values) {
        StringBuilder out = new StringBuilder(template.length() + 64);
        int from = 0;
        for (Object value : values) {
            int hole = template.indexOf("{}", from);
            if (hole < 0) {
                throw new IllegalArgumentException("more values than holes in " + template);
            }
            out.append(template, from, hole);
            append(out, value);
            from = hole + 2;
        }
        if (template.indexOf("{}", from) >= 0) {
            throw new IllegalArgumentException("more holes than values in " + template);
        }
        return new Html(out.append(template, from, template.length()).toString());
    }

    private static void append(StringBuilder out, Object value) {
        if (value instanceof Html html) {
            out.append(html.markup);
        } else if (value instanceof List<?> list) {
            list.forEach(item -> append(out, item));
        } else {
            escape(out, String.valueOf(value));
        }
    }

    private static void escape(StringBuilder out, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.append(c);
            }
        }
    }

    /** The markup. */
    @Override
    public String toString() {
        return markup;
    }
}
