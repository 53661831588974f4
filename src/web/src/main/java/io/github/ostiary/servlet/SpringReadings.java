package io.github.ostiary.servlet;

import io.github.ostiary.MalformedCallException;
import io.github.ostiary.http.RequestPath;
import io.github.ostiary.setup.SignInForms;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Enumeration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names and values that controllers of Spring MVC find in a request, where servlets find others. */
final class SpringReadings {

    /** The headers of which beans are made by none. */
    private static final Set<String> UNBOUND = Set.of(
            "accept",
            "authorization",
            "connection",
            "cookie",
            "from",
            "host",
            "origin",
            "priority",
            "range",
            "referer",
            "upgrade");

    private SpringReadings() {}

    /**
     * Whether a controller may take another parameter for one: {@code u[]}, and for a bean {@code !u}, {@code U}, or a header
     * that no rule counts by.
     */
    static boolean mayHide(HttpServletRequest request, String name, @Nullable SignInForms forms) {
        Map<String, String[]> all;
        try {
            all = request.getParameterMap();
        } catch (RuntimeException e) {
            throw new MalformedCallException("the parameters cannot be parsed");
        }
        for (String other : all.keySet()) {
            if (!other.equals(name) && isTaken(other, name)) {
                return true;
            }
        }
        for (Enumeration<String> headers = request.getHeaderNames(); headers.hasMoreElements(); ) {
            String header = headers.nextElement();
            String property = header.replace("-", "");
            if (isTaken(property, name)
                    && !(all.containsKey(name) && property.equalsIgnoreCase(name))
                    && !UNBOUND.contains(header.toLowerCase(Locale.ROOT))
                    && (forms == null || !forms.countsHeader(header))) {
                return true;
            }
        }
        return false;
    }

    /**
     * The first letter of a property has no case, an exclamation mark says what it is by default, an underscore empties it, and
     * what stands behind an index is none of it.
     */
    private static boolean isTaken(String other, String name) {
        boolean empties = other.startsWith("_") && !name.startsWith("_");
        int from = empties || other.startsWith("!") ? 1 : 0;
        int bracket = other.indexOf(']') < other.lastIndexOf('.') ? -1 : other.indexOf('[');
        int length = (bracket < 0 ? other.length() : bracket) - from;
        return length == name.length()
                && other.regionMatches(true, from, name, 0, 1)
                && other.regionMatches(from + 1, name, 1, length - 1)
                && !(empties && other.charAt(1) == name.charAt(0));
    }

    /** A cookie's value as controllers get it: decoded, if it can be. */
    static String cookie(String raw) {
        try {
            return RequestPath.decoded(raw);
        } catch (MalformedCallException e) {
            return raw;
        }
    }
}
