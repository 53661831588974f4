package io.github.ostiary.http;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.text.StrictUtf8;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The one spelling of a path that rules are matched on.
 *
 * <p>Containers decode and normalise before they route, but not all alike: some leave {@code ;parameters}, {@code //} or
 * {@code %00} in. Dropping empty segments, {@code .}, parameters and a last slash can only make two spellings of one
 * resource meet. Resolving a {@code ..} that the container has left in could name another resource than the one it
 * routed to, so that is denied, as are control characters. A backslash is an ordinary character.
 */
public final class RequestPath {

    /** The denial of a request whose path, or what else a rule asks for, cannot be read safely. */
    public static final Decision.Denied UNREADABLE =
            Decision.deny(Decision.Reason.MALFORMED, "", List.of(), null, false, false);

    /** The text for a slash within a segment. */
    static final String SLASH = "%2F";

    /** All that is known of such a request. */
    public static final CallContext UNKNOWN = new CallContext() {};

    private RequestPath() {}

    /**
     * Canonicalises.
     *
     * @param servletPath decoded
     * @param pathInfo decoded
     * @return starts with a slash and ends with none, save {@code /} itself
     * @throws MalformedCallException if it cannot be matched safely
     */
    public static String canonical(@Nullable String servletPath, @Nullable String pathInfo) {
        String path = joined(servletPath == null ? "" : servletPath, pathInfo == null ? "" : pathInfo);
        if (isCanonical(path)) {
            return path;
        }
        return normalized(path, false);
    }

    /**
     * The other reading of a path with a semicolon: a container that has decoded it hands over what is no parameter but part of
     * a segment, and routes by that. Rules about either reading are about the request.
     *
     * @param servletPath decoded
     * @param pathInfo decoded
     * @return as {@link #canonical}, with semicolons and what follows them in each segment
     * @throws MalformedCallException if it cannot be matched safely
     */
    public static String literal(@Nullable String servletPath, @Nullable String pathInfo) {
        return normalized(joined(servletPath == null ? "" : servletPath, pathInfo == null ? "" : pathInfo), true);
    }

    /**
     * The reading of those who find what answers by the path as it was written, where dots, and parameters of nothing, are names
     * like others: as Spring and JAX-RS do, whatever the container makes of them.
     *
     * @param uri not decoded
     * @param from where the path within the application begins
     * @return decoded, without parameters; null if there is neither
     * @throws MalformedCallException if it is not properly encoded
     */
    public static @Nullable String asWritten(String uri, int from) {
        if (!uri.contains("/.") && !uri.contains("/;") && !uri.contains("%2e") && !uri.contains("%2E")) {
            return null;
        }
        StringBuilder path = new StringBuilder(uri.length());
        for (String each : uri.substring(from).split("/", -1)) {
            int parameters = each.indexOf(';');
            String segment = parameters <= 0 ? each : each.substring(0, parameters);
            if (!segment.isEmpty()) {
                path.append('/').append(decoded(segment).replace("/", SLASH));
            }
        }
        return path.toString();
    }

    /**
     * Decodes what is escaped.
     *
     * @param text raw
     * @return a plus is one
     * @throws MalformedCallException if it is not properly encoded
     */
    public static String decoded(String text) {
        if (text.indexOf('%') < 0) {
            return text;
        }
        byte[] octets = text.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream decoded = new ByteArrayOutputStream(octets.length);
        for (int i = 0; i < octets.length; i++) {
            if (octets[i] == '%') {
                decoded.write(hex(octets, i + 1) << 4 | hex(octets, i + 2));
                i += 2;
            } else {
                decoded.write(octets[i]);
            }
        }
        String whole = StrictUtf8.decode(decoded.toByteArray());
        if (whole == null) {
            throw new MalformedCallException("the path is not UTF-8");
        }
        return whole;
    }

    private static int hex(byte[] octets, int at) {
        int digit = at < octets.length && octets[at] > 0 ? Character.digit(octets[at], 16) : -1;
        if (digit < 0) {
            throw new MalformedCallException("the path has an incomplete percent escape");
        }
        return digit;
    }

    private static String normalized(String path, boolean literal) {
        StringBuilder normal = new StringBuilder(path.length());
        for (String raw : path.split("/", -1)) {
            int parameters = literal ? -1 : raw.indexOf(';');
            String segment = parameters < 0 ? raw : raw.substring(0, parameters);
            if (segment.equals("..")) {
                throw new MalformedCallException("the path leaves its parent");
            }
            if (!segment.isEmpty() && !segment.equals(".")) {
                normal.append('/').append(segment);
            }
        }
        return normal.isEmpty() ? "/" : normal.toString();
    }

    /** Mostly one of them is empty. */
    private static String joined(String servletPath, String pathInfo) {
        if (pathInfo.isEmpty()) {
            return servletPath;
        }
        return servletPath.isEmpty() ? pathInfo : servletPath.concat(pathInfo);
    }

    /** Whether there is nothing to drop; as most paths are. */
    private static boolean isCanonical(String path) {
        boolean canonical = !path.isEmpty() && path.charAt(0) == '/';
        char before = 0;
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (Character.isISOControl(c)) {
                throw new MalformedCallException("the path contains a control character");
            }
            canonical &= c != ';' && (before != '/' || (c != '/' && c != '.'));
            before = c;
        }
        return canonical && (before != '/' || path.length() == 1);
    }
}
