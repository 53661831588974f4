package io.github.ostiary.identity;

import io.github.ostiary.text.StrictUtf8;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The user name in an {@code Authorization: Basic} header, by <a href="https://www.rfc-editor.org/rfc/rfc7617">RFC
 * 7617</a>: everything before the first colon of what is encoded, in UTF-8 or else in ISO 8859-1.
 */
final class BasicCredentials {

    static final String HEADER = "Authorization";

    private static final String SCHEME = "basic";

    /** The bit that is set in a small ASCII letter and not in its capital. */
    private static final int ASCII_CASE = 0x20;

    private BasicCredentials() {}

    /** The name, if there is exactly one. */
    static List<String> names(List<String> lines) {
        if (lines.size() != 1) {
            return List.of();
        }
        String name = name(lines.get(0));
        return name == null ? List.of() : List.of(name);
    }

    /** Whether such a header may sign in a caller who is not {@link #names named}: servers may read what we do not. */
    static boolean areUnclear(List<String> lines) {
        for (int i = 0; i < lines.size(); i++) {
            if (isBasic(lines.get(i)) && (lines.size() > 1 || name(lines.get(i)) == null)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isBasic(String line) {
        String text = line.strip();
        if (text.length() < SCHEME.length()) {
            return false;
        }
        for (int i = 0; i < SCHEME.length(); i++) {
            if ((text.charAt(i) | ASCII_CASE) != SCHEME.charAt(i)) {
                return false;
            }
        }
        return text.length() == SCHEME.length() || !Character.isLetterOrDigit(text.charAt(SCHEME.length()));
    }

    private static @Nullable String name(String line) {
        String text = isBasic(line) ? credentials(line) : null;
        return text == null ? null : text.substring(0, text.indexOf(':'));
    }

    /** The name and the password, however they are encoded; empty if there is not exactly one of each. */
    static String credentials(List<String> lines) {
        String text = lines.size() == 1 && isBasic(lines.get(0)) ? credentials(lines.get(0)) : null;
        return text == null ? "" : text;
    }

    private static @Nullable String credentials(String line) {
        byte[] decoded;
        try {
            decoded = Base64.getDecoder()
                    .decode(line.strip().substring(SCHEME.length()).strip());
        } catch (IllegalArgumentException e) {
            return null;
        }
        String text = text(decoded);
        return text.indexOf(':') < 0 ? null : text;
    }

    private static String text(byte[] octets) {
        String text = StrictUtf8.decode(octets);
        return text == null ? new String(octets, StandardCharsets.ISO_8859_1) : text;
    }
}
