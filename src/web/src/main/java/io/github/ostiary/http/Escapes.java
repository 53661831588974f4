package io.github.ostiary.http;

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
        StringBuilder out = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < 0x20 || c >= 0x7f) {
                out.append("\\u%04x".formatted((int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
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
