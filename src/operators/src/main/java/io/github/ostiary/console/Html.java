package io.github.ostiary.console;

import io.github.ostiary.text.OneLine;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A piece of HTML. Whatever is put into it becomes text: only what stands in a template, which is this code's own, is
 * markup. Characters that show nothing, but turn or join others, are named, since they make one name look like another.
 * Immutable.
 */
final class Html {

    static final Html NONE = new Html("");

    private static final String PLACE = "{}";
    private static final Pattern FIGURES = Pattern.compile("[0-9 MHVz-]*+");

    /** The longest text that is shown. */
    private static final int LONGEST = ConsoleVisit.LONGEST;

    private final String markup;

    private Html(String markup) {
        this.markup = markup;
    }

    /**
     * A template with its places filled.
     *
     * @param template markup; <code>{}</code> only where text may stand: between tags, or inside a quoted attribute that
     *     is no address of another's choice and no script
     * @param parts as many as places: HTML goes in as it is, lists of it one behind the other, all else as text
     * @throws IllegalArgumentException if there are more or fewer
     */
    static Html of(String template, Object... parts) {
        StringBuilder markup = new StringBuilder(template.length() + 32 * parts.length);
        int at = 0;
        for (Object part : parts) {
            int place = template.indexOf(PLACE, at);
            if (place < 0) {
                throw new IllegalArgumentException("more parts than places: " + template);
            }
            markup.append(template, at, place);
            put(part, markup);
            at = place + PLACE.length();
        }
        if (template.indexOf(PLACE, at) >= 0) {
            throw new IllegalArgumentException("more places than parts: " + template);
        }
        return new Html(markup.append(template, at, template.length()).toString());
    }

    private static void put(Object part, StringBuilder markup) {
        if (part instanceof Html html) {
            markup.append(html.markup);
        } else if (part instanceof Collection<?> many) {
            many.forEach(each -> put(each, markup));
        } else {
            escape(String.valueOf(part), markup);
        }
    }

    /**
     * Long text of nothing but figures and the letters of paths.
     *
     * @throws IllegalArgumentException if there is anything else in it
     */
    static Html figures(String text) {
        if (!FIGURES.matcher(text).matches()) {
            throw new IllegalArgumentException("not figures");
        }
        return new Html(text);
    }

    /** One piece behind the other. */
    static Html all(Html... pieces) {
        StringBuilder markup = new StringBuilder();
        put(List.of(pieces), markup);
        return new Html(markup.toString());
    }

    /** A piece where something holds, else nothing. */
    static Html when(boolean holds, Html piece) {
        return holds ? piece : NONE;
    }

    boolean isEmpty() {
        return markup.isEmpty();
    }

    private static void escape(String text, StringBuilder out) {
        int end = Math.min(text.length(), LONGEST);
        for (int i = 0; i < end; ) {
            int c = text.codePointAt(i);
            escape(c, out);
            i += Character.charCount(c);
        }
        if (end < text.length()) {
            out.append('…');
        }
    }

    private static void escape(int c, StringBuilder out) {
        switch (c) {
            case '&' -> out.append("&amp;");
            case '<' -> out.append("&lt;");
            case '>' -> out.append("&gt;");
            case '"' -> out.append("&quot;");
            case '\'' -> out.append("&#39;");
            default -> {
                if (OneLine.isSeen(c)) {
                    out.appendCodePoint(c);
                } else {
                    out.append("[U+").append("%04X".formatted(c)).append(']');
                }
            }
        }
    }

    /** The markup. */
    @Override
    public String toString() {
        return markup;
    }
}
