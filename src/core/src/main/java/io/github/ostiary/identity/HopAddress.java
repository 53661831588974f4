package io.github.ostiary.identity;

import io.github.ostiary.text.IpAddress;
import java.util.Optional;

/** One hop as proxies write it: an address, perhaps in brackets, perhaps with a port. */
final class HopAddress {

    private static final int LONGEST = 80;

    private HopAddress() {}

    /** Reads {@code 1.2.3.4}, {@code 1.2.3.4:51234}, {@code 2001:db8::1}, {@code [2001:db8::1]:47}; else empty. */
    static Optional<IpAddress> parse(String text) {
        if (text.length() > 2 * LONGEST) {
            return Optional.empty();
        }
        String node = text.strip();
        int end = endOfAddress(node);
        return end < 0 || !isPort(node.substring(end)) ? Optional.empty() : IpAddress.parse(node.substring(0, end));
    }

    private static int endOfAddress(String node) {
        if (node.startsWith("[")) {
            int close = node.indexOf(']');
            return close < 0 ? -1 : close + 1;
        }
        int colon = node.indexOf(':');
        boolean port = colon >= 0 && colon == node.lastIndexOf(':');
        return port ? colon : node.length();
    }

    /** Nothing, {@code :47}, or RFC 7239's obfuscated {@code :_x}. */
    private static boolean isPort(String text) {
        if (text.isEmpty()) {
            return true;
        }
        if (text.length() < 2 || text.charAt(0) != ':') {
            return false;
        }
        boolean hidden = text.charAt(1) == '_' && text.length() > 2;
        for (int i = hidden ? 2 : 1; i < text.length(); i++) {
            if (!isDigit(text.charAt(i)) && !(hidden && isObfuscated(text.charAt(i)))) {
                return false;
            }
        }
        return hidden || text.length() <= 6;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isObfuscated(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '_' || c == '-';
    }
}
