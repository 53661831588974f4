package io.github.ostiary.journeys;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.util.Collection;
import java.util.List;

/** A response nobody reads, used again and again; answering allocates nothing. */
final class FakeResponse extends HttpServletResponseWrapper {

    private final ServletOutputStream body = new ServletOutputStream() {
        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void write(int one) {}

        @Override
        public void write(byte[] some, int from, int length) {}
    };
    private int status;
    private int headers;
    private String policy;

    FakeResponse() {
        super(FakeApplication.fake(HttpServletResponse.class, (called, arguments) -> {
            throw new UnsupportedOperationException(called);
        }));
    }

    void begin() {
        status = 200;
        headers = 0;
        policy = null;
    }

    /** What the caller was told of the limits; null if nothing. */
    String policy() {
        return policy;
    }

    /** How many have been set. */
    int headers() {
        return headers;
    }

    @Override
    public void setHeader(String name, String value) {
        headers++;
        if (name.equals("RateLimit-Policy")) {
            policy = value;
        }
    }

    @Override
    public ServletOutputStream getOutputStream() {
        return body;
    }

    @Override
    public void setContentType(String type) {}

    @Override
    public void setContentLength(int length) {}

    @Override
    public String getHeader(String name) {
        return null;
    }

    @Override
    public Collection<String> getHeaders(String name) {
        return List.of();
    }

    @Override
    public int getStatus() {
        return status;
    }

    @Override
    public void setStatus(int code) {
        status = code;
    }

    @Override
    public boolean isCommitted() {
        return false;
    }
}
