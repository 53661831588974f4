package io.github.ostiary.servlet;

import io.github.ostiary.MalformedCallException;
import io.github.ostiary.http.JsonText;
import io.github.ostiary.http.MediaType;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A request's body as far as it was read to look for members of JSON. Read once for all filters and dispatches of a
 * request, and handed on as it came: see {@link ReplayedRequest}. Not thread-safe, as the request is not.
 *
 * @param text what was read
 * @param input where it is read again; null if nothing was read of it
 */
record JsonBody(JsonText text, @Nullable ReplayedInput input) {

    private static final String ATTRIBUTE = JsonBody.class.getName();

    /** Nothing was read, and there is nothing. */
    private static final JsonBody NONE = new JsonBody(JsonText.NONE, null);

    /** Nothing was read, though there is something. */
    private static final JsonBody UNREAD = new JsonBody(JsonText.UNREAD, null);

    /** A request's, read now or before; throws {@link MalformedCallException} if it is said to be JSON and is not. */
    static JsonBody of(HttpServletRequest request, int mostBytes) {
        JsonBody before = before(request);
        if (before != null) {
            return before;
        }
        if (!Parameters.hasBody(request)) {
            return NONE;
        }
        boolean json = MediaType.isJson(request.getContentType(), request.getHeader("Content-Encoding"));
        if (!json || request.getContentLengthLong() > mostBytes) {
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
        return new JsonBody(whole ? JsonText.of(octets) : JsonText.UNREAD, input);
    }

    /** The member of a path, if it has one value that is clear; null otherwise. */
    @Nullable
    String value(String path) {
        return text.value(path);
    }

    /** Whether an application may find another. */
    boolean mayHide(String path) {
        return text.mayHide(path);
    }
}
