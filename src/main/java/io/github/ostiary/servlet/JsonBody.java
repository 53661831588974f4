package io.github.ostiary.servlet;

import io.github.ostiary.MalformedCallException;
import io.github.ostiary.text.StrictUtf8;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request's body as far as it was read to look for members of JSON. Read once for all filters and dispatches of a
 * request, and handed on as it came: see {@link ReplayedRequest}. Not thread-safe, as the request is not.
 */
final class JsonBody {

    private static final String ATTRIBUTE = JsonBody.class.getName();
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    /** Nothing was read, and there is nothing. */
    private static final JsonBody NONE = new JsonBody(null, null, false);

    /** Nothing was read, though there is something. */
    private static final JsonBody UNREAD = new JsonBody(null, null, true);

    private final @Nullable String text;
    private final @Nullable ReplayedInput input;
    private final boolean opaque;
    private final Map<String, JsonMember> found = new HashMap<>(4);

    /**
     * A body.
     *
     * @param text the whole; null if it is not known
     * @param input where it is read again; null if nothing was read of it
     * @param opaque whether it may hold what is not in the text
     */
    private JsonBody(@Nullable String text, @Nullable ReplayedInput input, boolean opaque) {
        this.text = text;
        this.input = input;
        this.opaque = opaque;
    }

    /** A request's, read now or before; throws {@link MalformedCallException} if it is said to be JSON and is not. */
    static JsonBody of(HttpServletRequest request, int mostBytes) {
        JsonBody before = before(request);
        if (before != null) {
            return before;
        }
        if (!Parameters.hasBody(request)) {
            return NONE;
        }
        if (!isJson(request) || request.getContentLengthLong() > mostBytes) {
            return UNREAD;
        }
        JsonBody read = read(request, mostBytes);
        if (read.input != null) {
            request.setAttribute(ATTRIBUTE, read);
        }
        return read;
    }

    /** What was read of a request's before; nothing is read now. */
    static JsonBody seen(HttpServletRequest request) {
        JsonBody before = before(request);
        return before != null ? before : Parameters.hasBody(request) ? UNREAD : NONE;
    }

    /** What an earlier filter or dispatch has read of the request; null if nothing. */
    static @Nullable JsonBody before(HttpServletRequest request) {
        return request.getAttribute(ATTRIBUTE) instanceof JsonBody body ? body : null;
    }

    /** By its type, in UTF-8, as JSON is, and not compressed: whatever else an application makes of it, we cannot. */
    private static boolean isJson(HttpServletRequest request) {
        String media = Parameters.mediaType(request);
        boolean json = media.equals("application/json") || media.equals("text/json") || media.endsWith("+json");
        String coding = request.getHeader("Content-Encoding");
        return json && isUtf8(request.getContentType()) && (coding == null || coding.equalsIgnoreCase("identity"));
    }

    /** Whether a type names no other charset. The container's own default is not the caller's choice. */
    private static boolean isUtf8(String type) {
        String[] parameters = type.toLowerCase(Locale.ROOT).split(";", -1);
        for (int i = 1; i < parameters.length; i++) {
            String parameter = parameters[i].strip();
            String value =
                    parameter.substring(parameter.indexOf('=') + 1).strip().replace("\"", "");
            if (parameter.startsWith("charset") && !value.equals("utf-8") && !value.equals("utf8")) {
                return false;
            }
        }
        return true;
    }

    private static JsonBody read(HttpServletRequest request, int mostBytes) {
        ServletInputStream stream;
        byte[] octets;
        try {
            stream = request.getInputStream();
            octets = stream.readNBytes(mostBytes + 1);
        } catch (IllegalStateException e) {
            // A filter in front reads it by its reader.
            return UNREAD;
        } catch (IOException e) {
            throw new MalformedCallException("the body cannot be read");
        }
        if (octets.length == 0) {
            // A filter in front has read it.
            return UNREAD;
        }
        boolean whole = octets.length <= mostBytes;
        ReplayedInput input = new ReplayedInput(octets, whole ? null : stream, request);
        return new JsonBody(whole ? text(octets) : null, input, !whole);
    }

    /** Empty, which is no JSON, if it is not UTF-8. */
    private static String text(byte[] octets) {
        String text = StrictUtf8.decode(octets);
        if (text == null) {
            return "";
        }
        return !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
    }

    /** Where it is read again; null if nothing was read. */
    @Nullable
    ReplayedInput input() {
        return input;
    }

    /** The member of a path, if it has one value that is clear; null otherwise. */
    @Nullable
    String value(String path) {
        return text == null ? null : member(text, path).text();
    }

    /** Whether an application may find another. */
    boolean mayHide(String path) {
        return text == null ? opaque : member(text, path).unclear();
    }

    private JsonMember member(String json, String path) {
        JsonMember known = found.get(path);
        if (known == null) {
            known = JsonMember.find(json, path.split("\\."));
            found.put(path, known);
        }
        return known;
    }
}
