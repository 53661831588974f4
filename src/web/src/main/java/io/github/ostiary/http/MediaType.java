package io.github.ostiary.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.charset.Charset;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The declared type of a body. */
public final class MediaType {

    private MediaType() {}

    /**
     * The type of a body.
     *
     * @param contentType the header's value
     * @return in lower case and without parameters; empty if nothing is said
     */
    public static String of(@Nullable String contentType) {
        if (contentType == null) {
            return "";
        }
        int semicolon = contentType.indexOf(';');
        String media = semicolon < 0 ? contentType : contentType.substring(0, semicolon);
        return media.trim().toLowerCase(Locale.ROOT);
    }

    /**
     * Whether a body is JSON by its type, in UTF-8, as JSON is, and not compressed: whatever else an application makes of it, we
     * cannot.
     *
     * @param contentType the header's value
     * @param contentEncoding the header's value
     * @return false if nothing is said
     */
    public static boolean isJson(@Nullable String contentType, @Nullable String contentEncoding) {
        String media = of(contentType);
        boolean json = media.equals("application/json") || media.equals("text/json") || media.endsWith("+json");
        return contentType != null
                && json
                && isIn(contentType, UTF_8)
                && (contentEncoding == null || contentEncoding.equalsIgnoreCase("identity"));
    }

    /**
     * Whether a type names no other charset, in any parameter that somebody may take for its charset. The server's own default is not
     * the caller's choice.
     *
     * @param contentType the header's value
     * @param charset of the body
     * @return true if none is named
     */
    public static boolean isIn(@Nullable String contentType, Charset charset) {
        String[] parameters =
                String.valueOf(contentType).toLowerCase(Locale.ROOT).split(";", -1);
        for (int i = 1; i < parameters.length; i++) {
            String parameter = parameters[i].strip();
            String value =
                    parameter.substring(parameter.indexOf('=') + 1).strip().replace("\"", "");
            if (parameter.startsWith("charset") && !names(charset, value)) {
                return false;
            }
        }
        return true;
    }

    private static boolean names(Charset charset, String name) {
        try {
            return Charset.forName(name).equals(charset);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
