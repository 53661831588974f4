package io.github.ostiary.http;

import io.github.ostiary.text.JsonTree;

/** Text made harmless in the language it is put into. */
public final class Escapes {

    private Escapes() {}

    /**
     * A JSON string.
     *
     * @param text any
     * @return with its quotes
     */
    public static String json(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2);
        JsonTree.quote(text, out);
        return out.toString();
    }

    /**
     * Text or an attribute's value in HTML.
     *
     * @param text any
     * @return escaped
     */
    public static String html(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
