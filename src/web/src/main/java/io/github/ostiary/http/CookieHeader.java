package io.github.ostiary.http;

import java.util.ArrayList;
import java.util.List;

/** The cookies in a request's header lines. */
public final class CookieHeader {

    private CookieHeader() {}

    /** The values of a name, in order; quotes around a value are left out. */
    static List<String> values(List<String> lines, String name) {
        List<String> values = new ArrayList<>(1);
        for (String line : lines) {
            for (int start = 0; start < line.length(); ) {
                int semicolon = line.indexOf(';', start);
                int end = semicolon < 0 ? line.length() : semicolon;
                int equals = line.indexOf('=', start);
                if (equals >= 0
                        && equals < end
                        && line.substring(start, equals).strip().equals(name)) {
                    values.add(unquoted(line.substring(equals + 1, end).strip()));
                }
                start = end + 1;
            }
        }
        return values;
    }

    /**
     * Whether all who read header lines find the same values of a name: it stands nowhere but where a cookie begins, and its values
     * are as RFC 6265 has them, without quotes.
     *
     * @param lines of the header
     * @param name of the cookie
     * @return true where it does not stand at all
     */
    public static boolean isClear(List<String> lines, String name) {
        for (String line : lines) {
            for (int at = line.indexOf(name); at >= 0; at = line.indexOf(name, at + 1)) {
                int end = at + name.length();
                boolean whole = (at == 0 || !isToken(line.charAt(at - 1)))
                        && (end == line.length() || !isToken(line.charAt(end)));
                if (whole && !isClear(line, at, end)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isClear(String line, int at, int nameEnd) {
        String before = line.substring(0, at).strip();
        long quotes = before.chars().filter(c -> c == '"').count();
        int semicolon = line.indexOf(';', nameEnd);
        int end = semicolon < 0 ? line.length() : semicolon;
        boolean plain = end > nameEnd + 1 && line.charAt(nameEnd) == '=' && line.charAt(nameEnd + 1) != '=';
        for (int i = nameEnd + 1; plain && i < end; i++) {
            plain = line.charAt(i) > ' ' && line.charAt(i) < 0x7F && "\",\\".indexOf(line.charAt(i)) < 0;
        }
        return plain && quotes % 2 == 0 && (before.isEmpty() || before.endsWith(";"));
    }

    private static boolean isToken(char c) {
        return c > ' ' && c < 0x7F && "\",;=\\".indexOf(c) < 0;
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
        return quoted ? value.substring(1, value.length() - 1) : value;
    }
}
