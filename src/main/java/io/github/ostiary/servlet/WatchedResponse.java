package io.github.ostiary.servlet;

import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;

/**
 * A response that reports each status it is given, and of an answer before it leaves. What leaves by other ways is seen when
 * the request ends.
 */
final class WatchedResponse extends HttpServletResponseWrapper {

    private final RequestHoldings holdings;

    WatchedResponse(HttpServletResponse response, RequestHoldings holdings) {
        super(response);
        this.holdings = holdings;
    }

    @Override
    public void setStatus(int status) {
        holdings.setting(status);
        super.setStatus(status);
    }

    @Override
    public void sendError(int status) throws IOException {
        holdings.answering(status, null);
        super.sendError(status);
    }

    @Override
    public void sendError(int status, String message) throws IOException {
        holdings.answering(status, null);
        super.sendError(status, message);
    }

    @Override
    public void sendRedirect(String location) throws IOException {
        holdings.answering(SC_FOUND, location);
        super.sendRedirect(location);
        holdings.redirected(location);
    }

    @Override
    public void flushBuffer() throws IOException {
        holdings.answering(getStatus(), getHeader("Location"));
        super.flushBuffer();
    }
}
