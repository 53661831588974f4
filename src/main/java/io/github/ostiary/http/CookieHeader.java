package io.github.ostiary.http;

import java.util.ArrayList;
import java.util.List;

/** The cookies in a request's header lines. */
final class CookieHeader {

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

    private static String unquoted(String value) {
        boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
        return quoted ? value.substring(1, value.length() - 1) : value;
    }
}
