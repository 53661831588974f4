package io.github.ostiary.servlet;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/**
 * A response that reports each status it is given, and of an answer before it leaves; where that costs something, its bytes are
 * counted. What leaves by other ways is seen when
 * the request ends.
 */
final class WatchedResponse extends HttpServletResponseWrapper {

    private final RequestHoldings holdings;
    private @Nullable ServletOutputStream stream;
    private @Nullable PrintWriter writer;

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
        discard();
    }

    @Override
    public void sendError(int status, String message) throws IOException {
        holdings.answering(status, null);
        super.sendError(status, message);
        discard();
    }

    @Override
    public void sendRedirect(String location) throws IOException {
        holdings.answering(SC_FOUND, location);
        super.sendRedirect(location);
        holdings.redirected(location);
        discard();
    }

    @Override
    public void flushBuffer() throws IOException {
        holdings.answering(getStatus(), getHeader("Location"));
        super.flushBuffer();
    }

    @Override
    public void reset() {
        super.reset();
        discard();
    }

    @Override
    public void resetBuffer() {
        super.resetBuffer();
        discard();
    }

    /** The same each time, as of a container. */
    @Override
    public ServletOutputStream getOutputStream() throws IOException {
        BodyBytes bytes = holdings.bytes;
        if (bytes == null) {
            return super.getOutputStream();
        }
        ServletOutputStream counted = stream;
        if (counted == null) {
            counted = new CountedOutput(super.getOutputStream(), bytes.written);
            stream = counted;
        }
        return counted;
    }

    @Override
    public PrintWriter getWriter() throws IOException {
        BodyBytes bytes = holdings.bytes;
        if (bytes == null) {
            return super.getWriter();
        }
        PrintWriter counted = writer;
        if (counted == null) {
            PrintWriter own = super.getWriter();
            counted = CountedWriter.of(own, EncodedLength.charset(getCharacterEncoding()), bytes.written);
            writer = counted;
        }
        return counted;
    }

    /** Discards what was written: it does not leave. */
    private void discard() {
        BodyBytes counted = holdings.bytes;
        if (counted != null) {
            counted.discard();
        }
    }
}
