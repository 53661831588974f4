package io.github.ostiary.rule;

import java.util.regex.Pattern;

/**
 * {@code Set-Cookie} lines, read as far as it matters whether a cookie is given or taken away: denied sign-ins take
 * cookies away.
 */
final class SetCookies {

    private static final Pattern ENDED = Pattern.compile(
            "(?i);\\s*(?:max-age\\s*=\\s*\"?(?:-\\d+|0+)\"?\\s*(?:;|$)|expires\\s*=[^;]*[\\s-](?:19\\d\\d|[789]\\d)\\s)");

    private SetCookies() {}

    /**
     * Whether a line gives a cookie.
     *
     * @param line the header's value
     * @param name exact
     * @return false for another cookie, an empty one, and one that has expired
     */
    static boolean gives(String line, String name) {
        int end = line.indexOf(';');
        String pair = end < 0 ? line : line.substring(0, end);
        int equals = pair.indexOf('=');
        if (equals < 0 || !name(line).equals(name)) {
            return false;
        }
        String value = pair.substring(equals + 1).strip();
        return !value.isEmpty()
                && !value.equals("\"\"")
                && (end < 0 || !ENDED.matcher(line.substring(end)).find());
    }

    /** The name of the cookie that a line gives or takes away; empty if there is none. */
    static String name(String line) {
        int equals = line.indexOf('=');
        int end = line.indexOf(';');
        return equals < 0 || (end >= 0 && end < equals)
                ? ""
                : line.substring(0, equals).strip();
    }
}
