package com.example.forum;

import java.util.Iterator;
import java.util.Map;

/** Writes the little JSON this forum needs, so that it runs on servers without JSON-P. */
final class Json {

    private Json() {}

    /**
     * Writes a value.
     *
     * @param value a map with text keys, an iterable, a number, a boolean or null; anything else as text
     */
    static String write(Object value) {
        StringBuilder out = new StringBuilder();
        append(out, value);
        return out.toString();
    }

    private static void append(StringBuilder out, Object value) {
        if (value == null || value instanceof Number || value instanceof Boolean) {
            out.append(value);
        } else if (value instanceof Map<?, ?> map) {
            out.append('{');
            for (Iterator<? extends Map.Entry<?, ?>> i = map.entrySet().iterator(); i.hasNext(); ) {
                Map.Entry<?, ?> entry = i.next();
                quote(out, String.valueOf(entry.getKey()));
                append(out.append(':'), entry.getValue());
                out.append(i.hasNext() ? "," : "");
            }
            out.append('}');
        } else if (value instanceof Iterable<?> items) {
            out.append('[');
            for (Iterator<?> i = items.iterator(); i.hasNext(); ) {
                append(out, i.next());
                out.append(i.hasNext() ? "," : "");
            }
            out.append(']');
        } else {
            quote(out, value.toString());
        }
    }

    private static void quote(StringBuilder out, String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || c == '<') {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
