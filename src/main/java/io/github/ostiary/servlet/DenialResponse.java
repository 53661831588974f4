package io.github.ostiary.servlet;

import io.github.ostiary.DenialHandler;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A servlet response as denials write it; without the body where the request was {@code HEAD}. */
record DenialResponse(HttpServletResponse response, boolean head) implements DenialHandler.Response {

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
        body(contentType, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes a body that is in UTF-8. */
    void body(String contentType, byte[] bytes) throws IOException {
        response.setContentType(contentType);
        response.setContentLength(bytes.length);
        if (!head) {
            write(bytes);
        }
    }

    /** An application that was denied half-way may have asked for its writer already. */
    private void write(byte[] bytes) throws IOException {
        try {
            response.getOutputStream().write(bytes);
        } catch (IllegalStateException e) {
            response.setContentLength(-1);
            response.getWriter().write(new String(bytes, StandardCharsets.UTF_8));
        }
    }

    boolean committed() {
        return response.isCommitted();
    }
}
