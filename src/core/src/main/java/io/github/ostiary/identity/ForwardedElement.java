package io.github.ostiary.identity;

import io.github.ostiary.text.IpAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One element of RFC 7239's header, such as {@code for="[2001:db8::1]:47";proto=https}. */
final class ForwardedElement {

    private ForwardedElement() {}

    /** The address in {@code for}; empty if there is none, or two, or it is {@code unknown} or {@code _hidden}. */
    static Optional<IpAddress> address(String element) {
        String found = value(element, "for");
        return found == null ? Optional.empty() : HopAddress.parse(found);
    }

    /** Whether {@code proto} is there once, and says HTTPS. */
    static boolean isHttps(String element) {
        return "https".equalsIgnoreCase(value(element, "proto"));
    }

    /** Null if it is not there, or twice. */
    private static @Nullable String value(String element, String name) {
        String found = null;
        int start = 0;
        while (start <= element.length()) {
            int end = endOfPair(element, start);
            String value = valueOf(name, element.substring(start, end).strip());
            if (value != null) {
                if (found != null) {
                    return null;
                }
                found = value;
            }
            start = end + 1;
        }
        return found == null ? null : unquoted(found);
    }

    private static int endOfPair(String element, int start) {
        boolean quoted = false;
        for (int i = start; i < element.length(); i++) {
            char c = element.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (c == '\\' && quoted) {
                i++;
            } else if (c == ';' && !quoted) {
                return i;
            }
        }
        return element.length();
    }

    private static @Nullable String valueOf(String name, String pair) {
        int equals = pair.indexOf('=');
        boolean isMeant = equals > 0 && pair.substring(0, equals).strip().equalsIgnoreCase(name);
        return isMeant ? pair.substring(equals + 1).strip() : null;
    }

    private static String unquoted(String value) {
        int last = value.length() - 1;
        boolean quoted = last > 0 && value.charAt(0) == '"' && value.charAt(last) == '"';
        return quoted ? value.substring(1, last).replaceAll("\\\\(.)", "$1") : value;
    }
}
