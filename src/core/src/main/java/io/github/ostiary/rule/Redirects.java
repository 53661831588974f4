package io.github.ostiary.rule;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * {@code Location} headers reduced to what a lockout's {@code location:} signal compares: path and query within the
 * application, without scheme, host, context path, fragment and path parameters, resolved and decoded.
 *
 * <p>Applications redirect to what they were asked for, in the caller's own spelling: {@code /%61pp/login?error}, {@code
 * /app/./login;x?error}. Compared as it stands, a caller would choose what shows. A {@code ?} within a path is written
 * {@code %3F} here, and so never taken for the beginning of a query.
 */
final class Redirects {

    /** Between the segments of a path, and between several. */
    private static final Pattern SEPARATORS = Pattern.compile("[/?#\\s,]+");

    /** The segments that a log line shows. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._-]{1,40}");

    private Redirects() {}

    /**
     * The part of a location that is compared.
     *
     * @param location the header's value, absolute or relative
     * @param contextPath empty, or with a leading slash
     * @param requestPath within the application, canonical; what a relative location starts from
     * @return starts with a slash
     */
    static String within(String location, String contextPath, String requestPath) {
        String whole = before(location.strip(), '#');
        int end = endOfOrigin(whole);
        return end >= 0 ? absolute(whole.substring(end), contextPath) : reduced(whole, contextPath, requestPath);
    }

    /** Where the path begins behind {@code http://shop.example}, or {@code //shop.example}; -1 where neither stands. */
    private static int endOfOrigin(String location) {
        int slashes = location.indexOf("//");
        if (slashes < 0 || (slashes > 0 && !isScheme(location, slashes - 1))) {
            return -1;
        }
        int end = slashes + 2;
        while (end < location.length() && location.charAt(end) != '/' && location.charAt(end) != '?') {
            end++;
        }
        return end;
    }

    /** Whether a text is a scheme up to its colon (RFC 3986, 3.1). */
    private static boolean isScheme(String text, int colon) {
        if (colon == 0 || text.charAt(colon) != ':' || !isLetter(text.charAt(0))) {
            return false;
        }
        for (int i = 1; i < colon; i++) {
            char c = text.charAt(i);
            if (!isLetter(c) && (c < '0' || c > '9') && c != '+' && c != '.' && c != '-') {
                return false;
            }
        }
        return true;
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    /**
     * The other reading of a location that begins with {@code //}: asked for {@code //login}, an application that
     * redirects to its request's path means no host called {@code login}.
     *
     * @return the location without a host; null if it can be read in one way only
     */
    static @Nullable String asPath(String location) {
        int begin = 0;
        while (begin < location.length() && isSpace(location.charAt(begin))) {
            begin++;
        }
        if (!location.startsWith("//", begin)) {
            return null;
        }
        int end = begin + 2;
        while (end < location.length() && location.charAt(end) == '/') {
            end++;
        }
        return location.substring(end - 1);
    }

    private static boolean isSpace(char c) {
        return c == ' ' || (c >= '\t' && c <= '\r');
    }

    /**
     * Whether the first segment is one that the caller has said to stand before all paths.
     *
     * @param within as {@link #within} returns it
     * @param prefixes the lines of {@code X-Forwarded-Prefix}
     */
    static boolean beginsWithPrefix(String within, List<String> prefixes) {
        if (prefixes.isEmpty()) {
            return false;
        }
        String first = before(before(within.substring(1), '?'), '/');
        for (String line : prefixes) {
            for (String segment : SEPARATORS.split(decoded(line), -1)) {
                if (escaped(before(segment, ';')).equals(first)) {
                    return !first.isEmpty();
                }
            }
        }
        return false;
    }

    /** The first segment of what {@link #within} returns, if it is written plainly; a star stands for any other. */
    static String place(String within) {
        String path = before(within, '?');
        int end = path.indexOf('/', 1);
        String first = path.substring(1, end < 0 ? path.length() : end);
        return "/" + (first.isEmpty() || PLAIN.matcher(first).matches() ? first : "*") + (end < 0 ? "" : "/…");
    }

    /** A target of the configuration, to be compared with locations. */
    static String target(String text, boolean prefix) {
        String canonical = within(text, "", "/");
        boolean open = prefix && text.endsWith("/") && !canonical.equals("/");
        return open ? canonical + "/" : canonical;
    }

    /**
     * Whether a location, from some character on, leads to a target.
     *
     * @param within as {@link #within} returns it
     * @param target as {@link #target} returns it
     * @param prefix whether the target is only a beginning; one that ends with a slash means its folder, too, as in {@code
     *     path}
     */
    static boolean leadsTo(String within, int from, String target, boolean prefix) {
        if (within.startsWith(target, from)) {
            return prefix || within.length() - from == target.length();
        }
        int folder = target.length() - 1;
        boolean opens = prefix && folder > 0 && target.charAt(folder) == '/';
        return opens
                && within.startsWith(target.substring(0, folder), from)
                && (within.length() == from + folder || within.charAt(from + folder) == '?');
    }

    /** A relative one may climb out of the application and come back, so it starts from the whole path of the request. */
    private static String reduced(String rest, String contextPath, String requestPath) {
        if (rest.startsWith("/")) {
            return absolute(rest, contextPath);
        }
        String path = before(rest, '?');
        String folder = requestPath.substring(0, requestPath.lastIndexOf('/') + 1);
        String resolved = path.isEmpty() ? requestPath : folder + decoded(path);
        return within(decoded(contextPath) + resolved, contextPath) + decoded(rest.substring(path.length()));
    }

    private static String absolute(String rest, String contextPath) {
        String path = before(rest, '?');
        return within(decoded(path), contextPath) + decoded(rest.substring(path.length()));
    }

    /** A decoded path without that of the application. */
    private static String within(String path, String contextPath) {
        String canonical = canonical(path);
        String context = canonical(decoded(contextPath));
        int end = context.length();
        boolean inside =
                end > 1 && canonical.startsWith(context) && (canonical.length() == end || canonical.charAt(end) == '/');
        String within = inside ? canonical.substring(end) : canonical;
        return escaped(within.isEmpty() ? "/" : within);
    }

    private static String before(String text, char end) {
        int at = text.indexOf(end);
        return at < 0 ? text : text.substring(0, at);
    }

    /** A path as request paths are, save that dots are resolved. */
    private static String canonical(String path) {
        if (path.isEmpty()) {
            return "/";
        }
        if (isCanonical(path)) {
            return path;
        }
        List<String> segments = new ArrayList<>();
        for (String raw : path.split("/", -1)) {
            String segment = before(raw, ';');
            if (segment.equals("..")) {
                segments.subList(Math.max(0, segments.size() - 1), segments.size())
                        .clear();
            } else if (!segment.isEmpty() && !segment.equals(".")) {
                segments.add(segment);
            }
        }
        return "/" + String.join("/", segments);
    }

    /** Whether it begins with a slash, and has neither empty segments nor dots that begin one, nor parameters. */
    private static boolean isCanonical(String path) {
        if (path.charAt(0) != '/' || path.indexOf(';') >= 0) {
            return false;
        }
        for (int slash = 0; slash >= 0; slash = path.indexOf('/', slash + 1)) {
            char next = slash + 1 < path.length() ? path.charAt(slash + 1) : '/';
            if (next == '/' || next == '.') {
                return path.length() == 1;
            }
        }
        return true;
    }

    private static String escaped(String path) {
        return path.replace("%", "%25").replace("?", "%3F");
    }

    /** Whatever is no escape, or none of UTF-8, stays or becomes U+FFFD. */
    private static String decoded(String text) {
        if (text.indexOf('%') < 0) {
            return text;
        }
        ByteArrayOutputStream octets = new ByteArrayOutputStream(text.length());
        for (int i = 0; i < text.length(); i++) {
            int octet = text.charAt(i) == '%' ? octet(text, i + 1) : -1;
            if (octet >= 0) {
                octets.write(octet);
                i += 2;
            } else {
                int end = text.offsetByCodePoints(i, 1);
                octets.writeBytes(text.substring(i, end).getBytes(UTF_8));
                i = end - 1;
            }
        }
        return octets.toString(UTF_8);
    }

    private static int octet(String text, int at) {
        int high = at + 1 < text.length() ? hex(text.charAt(at)) : -1;
        int low = high < 0 ? -1 : hex(text.charAt(at + 1));
        return low < 0 ? -1 : high << 4 | low;
    }

    private static int hex(char digit) {
        return digit < 0x80 ? Character.digit(digit, 16) : -1;
    }
}
