package io.github.ostiary.servlet;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;

/** Reduces a {@code Location} header to what a lockout.s {@code location:} signal compares. */
final class Redirects {

    private static final Pattern ORIGIN = Pattern.compile("^(?:[A-Za-z][A-Za-z0-9+.-]*:)?//[^/?#]*");
    private static final Pattern PATH_PARAMETERS = Pattern.compile(";[^/]*");

    private Redirects() {}

    /**
     * Path and query within the application: without scheme, host, context path, fragment and path parameters (servers
     * append {@code ;jsessionid=…} as long as they do not know whether the client takes cookies).
     *
     * @param location the header's value, absolute or relative
     * @param contextPath empty, or with a leading slash
     * @param requestPath within the application, which a relative location starts from
     * @return starts with a slash; not decoded
     */
    static String within(String location, String contextPath, String requestPath) {
        String whole = before(location.strip(), '#');
        String rest = ORIGIN.matcher(whole).replaceFirst("");
        boolean absolute = rest.startsWith("/") || rest.length() < whole.length();
        String path = PATH_PARAMETERS.matcher(before(rest, '?')).replaceAll("");
        String query = rest.substring(before(rest, '?').length());
        if (absolute) {
            String normal = normal(path);
            boolean inside = normal.equals(contextPath) || normal.startsWith(contextPath + "/");
            path = inside ? normal(normal.substring(contextPath.length())) : normal;
        } else {
            path = path.isEmpty()
                    ? requestPath
                    : normal(requestPath.substring(0, requestPath.lastIndexOf('/') + 1) + path);
        }
        return path + query;
    }

    private static String before(String text, char end) {
        int at = text.indexOf(end);
        return at < 0 ? text : text.substring(0, at);
    }

    /** With a leading slash, without {@code .} and {@code ..}. */
    private static String normal(String path) {
        Deque<String> segments = new ArrayDeque<>();
        for (String segment : path.split("/", -1)) {
            if (segment.equals("..")) {
                segments.pollLast();
            } else if (!segment.equals(".")) {
                segments.addLast(segment);
            }
        }
        String joined = String.join("/", segments);
        return joined.startsWith("/") ? joined : "/" + joined;
    }
}
