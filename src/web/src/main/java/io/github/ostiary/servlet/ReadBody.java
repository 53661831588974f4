package io.github.ostiary.servlet;

import io.github.ostiary.MalformedCallException;
import io.github.ostiary.http.JsonText;
import io.github.ostiary.http.MediaType;
import io.github.ostiary.http.QueryString;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request's body as far as it was read to look for members of JSON, or for fields of a form. Read once for all filters and
 * dispatches of a request, and handed on as it came: see {@link ReplayedRequest}. Not thread-safe, as the request is not.
 *
 * @param text what was read of JSON
 * @param form the fields that were read; null if it is no form
 * @param input where it is read again; null if nothing was read of it
 */
record ReadBody(JsonText text, @Nullable Map<String, List<String>> form, @Nullable ReplayedInput input) {

    private static final String ATTRIBUTE = ReadBody.class.getName();

    /** Nothing was read, and there is nothing. */
    private static final ReadBody NONE = new ReadBody(JsonText.NONE, null, null);

    /** Nothing was read, though there is something. */
    private static final ReadBody UNREAD = new ReadBody(JsonText.UNREAD, null, null);

    /**
     * A form, read now or before; of one that only the container can read, or that it is to bound, nothing. Throws {@link
     * MalformedCallException} if it is none.
     */
    static ReadBody form(HttpServletRequest request, int mostBytes, Charset usual) {
        ReadBody before = before(request);
        if (before != null) {
            return before;
        }
        Charset charset = request.getContentLengthLong() > mostBytes ? null : Parameters.charset(request, usual);
        return charset == null ? UNREAD : read(request, mostBytes, charset);
    }

    /** A request's, read now or before; throws {@link MalformedCallException} if it is said to be JSON and is not. */
    static ReadBody json(HttpServletRequest request, int mostBytes) {
        ReadBody before = before(request);
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
        return read(request, mostBytes, null);
    }

    /** The bytes that were read before; nothing is read now. */
    static ReadBody seen(HttpServletRequest request) {
        ReadBody before = before(request);
        return before != null ? before : Parameters.hasBody(request) ? UNREAD : NONE;
    }

    /** The body that an earlier filter or dispatch has read of the request; null if none. */
    static @Nullable ReadBody before(HttpServletRequest request) {
        return request.getAttribute(ATTRIBUTE) instanceof ReadBody body ? body : null;
    }

    /** Nothing was read, and those behind are to find nothing. */
    static ReadBody empty(HttpServletRequest request) {
        return new ReadBody(JsonText.NONE, null, new ReplayedInput(new byte[0], null, request));
    }

    /** Reads JSON, or a form in a charset. */
    private static ReadBody read(HttpServletRequest request, int mostBytes, @Nullable Charset form) {
        ServletInputStream stream;
        byte[] octets;
        try {
            stream = request.getInputStream();
            octets = octets(stream, request.getContentLengthLong(), mostBytes + 1);
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
        if (!whole && form != null) {
            throw new MalformedCallException("the form is of unknown length, and longer than " + mostBytes + " bytes");
        }
        ReadBody read = new ReadBody(
                whole && form == null ? JsonText.of(octets) : JsonText.UNREAD,
                form == null ? null : QueryString.form(octets, form),
                new ReplayedInput(octets, whole ? null : stream, request));
        request.setAttribute(ATTRIBUTE, read);
        return read;
    }

    /** The bytes in an array of the size that is expected; a filter in front may have made more of it. */
    private static byte[] octets(ServletInputStream stream, long length, int most) throws IOException {
        if (length < 0 || length >= most) {
            return stream.readNBytes(most);
        }
        byte[] expected = new byte[(int) length];
        int count = stream.readNBytes(expected, 0, expected.length);
        int next = count < expected.length ? -1 : stream.read();
        if (next < 0) {
            return count == expected.length ? expected : Arrays.copyOf(expected, count);
        }
        byte[] more = stream.readNBytes(most - count - 1);
        byte[] all = Arrays.copyOf(expected, count + 1 + more.length);
        all[count] = (byte) next;
        System.arraycopy(more, 0, all, count + 1, more.length);
        return all;
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
