package io.github.ostiary.servlet;

import io.github.ostiary.DenialHandler;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A servlet response as denials write it.
 *
 * @param response the container's
 * @param head whether the request was {@code HEAD}, and has no body
 * @param reference of the denial; null if it was not noted
 */
record DenialResponse(HttpServletResponse response, boolean head, @Nullable String reference)
        implements DenialHandler.Response {

    private static final String REFERENCE = "X-Ostiary-Ref";
    static final String CACHE_CONTROL = "Cache-Control";
    static final String NO_STORE = "no-store";

    /** Tells a reference, if there is one. */
    static void refer(HttpServletResponse response, @Nullable String reference) {
        if (reference != null) {
            response.setHeader(REFERENCE, reference);
        }
    }

    /** The same, unless the application lets caches keep its answer: they would send it to others. */
    void referUnlessKept() {
        if (reference != null && !response.isCommitted() && isKeptByNobody()) {
            refer(response, reference);
        }
    }

    private boolean isKeptByNobody() {
        String stated = response.getHeader(CACHE_CONTROL);
        return stated != null && stated.toLowerCase(Locale.ROOT).contains(NO_STORE);
    }

    @Override
    public void status(int code) {
        response.setStatus(code);
    }

    @Override
    public void header(String name, String value) {
        response.setHeader(name, value);
    }

    @Override
    public void body(String contentType, String text) throws IOException {
        referUnlessKept();
        write(response, head, contentType, text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Writes a body that is in UTF-8, if there is to be one.
     *
     * @param pieces of it, each of whole characters
     */
    static void write(HttpServletResponse response, boolean head, String contentType, byte[]... pieces)
            throws IOException {
        int length = 0;
        for (byte[] piece : pieces) {
            length += piece.length;
        }
        response.setContentType(contentType);
        response.setContentLength(length);
        if (!head) {
            write(response, pieces);
        }
    }

    /** An application that was denied half-way may have asked for its writer already. */
    private static void write(HttpServletResponse response, byte[][] pieces) throws IOException {
        try {
            OutputStream out = response.getOutputStream();
            for (byte[] piece : pieces) {
                out.write(piece);
            }
        } catch (IllegalStateException e) {
            response.setContentLength(-1);
            for (byte[] piece : pieces) {
                response.getWriter().write(new String(piece, StandardCharsets.UTF_8));
            }
        }
    }

    boolean committed() {
        return response.isCommitted();
    }
}
