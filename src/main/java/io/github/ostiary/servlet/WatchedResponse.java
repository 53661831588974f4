package io.github.ostiary.servlet;

import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;

/** Tells of an answer before it leaves. What leaves by other ways is seen when the request ends. */
final class WatchedResponse extends HttpServletResponseWrapper {

    private final RequestHoldings closing;

    WatchedResponse(HttpServletResponse response, RequestHoldings closing) {
        super(response);
        this.closing = closing;
    }

    @Override
    public void sendError(int status) throws IOException {
        closing.answering(status, null);
        super.sendError(status);
    }

    @Override
    public void sendError(int status, String message) throws IOException {
        closing.answering(status, null);
        super.sendError(status, message);
    }

    @Override
    public void sendRedirect(String location) throws IOException {
        closing.answering(SC_FOUND, location);
        super.sendRedirect(location);
        closing.redirected(location);
    }

    @Override
    public void flushBuffer() throws IOException {
        closing.answering(getStatus(), getHeader("Location"));
        super.flushBuffer();
    }
}
