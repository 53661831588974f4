package io.github.ostiary.servlet;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.ByteArrayOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A response whose status and body another class will send. Headers that say nothing of the body are set at once. */
final class CapturedResponse extends HttpServletResponseWrapper {

    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private @Nullable PrintWriter writer;
    private @Nullable String contentType;
    private int status = SC_OK;

    CapturedResponse(HttpServletResponse response) {
        super(response);
    }

    /** The bytes that were written. */
    byte[] body() {
        if (writer != null) {
            writer.flush();
        }
        return body.toByteArray();
    }

    @Override
    public void setStatus(int code) {
        status = code;
    }

    @Override
    public void sendError(int code) {
        status = code;
    }

    @Override
    public void sendError(int code, String message) {
        status = code;
    }

    @Override
    public int getStatus() {
        return status;
    }

    @Override
    public void setHeader(String name, String value) {
        if (name.equalsIgnoreCase("Content-Type")) {
            contentType = value;
        } else if (!name.equalsIgnoreCase("Content-Length")) {
            super.setHeader(name, value);
        }
    }

    @Override
    public void addHeader(String name, String value) {
        if (describesBody(name)) {
            setHeader(name, value);
        } else {
            super.addHeader(name, value);
        }
    }

    @Override
    public void setIntHeader(String name, int value) {
        if (!describesBody(name)) {
            super.setIntHeader(name, value);
        }
    }

    private static boolean describesBody(String name) {
        return name.equalsIgnoreCase("Content-Type") || name.equalsIgnoreCase("Content-Length");
    }

    @Override
    public void setContentType(@Nullable String type) {
        contentType = type;
    }

    @Override
    public @Nullable String getContentType() {
        return contentType;
    }

    @Override
    public void setContentLength(int length) {}

    @Override
    public void setContentLengthLong(long length) {}

    @Override
    public void setCharacterEncoding(String charset) {}

    @Override
    public String getCharacterEncoding() {
        return StandardCharsets.UTF_8.name();
    }

    @Override
    public PrintWriter getWriter() {
        PrintWriter made = writer;
        if (made == null) {
            made = new PrintWriter(new OutputStreamWriter(body, StandardCharsets.UTF_8));
            writer = made;
        }
        return made;
    }

    @Override
    public ServletOutputStream getOutputStream() {
        return new Capture(body);
    }

    @Override
    public void setBufferSize(int size) {}

    @Override
    public void flushBuffer() {}

    @Override
    public void resetBuffer() {
        var unused = body();
        body.reset();
    }

    @Override
    public void reset() {
        resetBuffer();
    }

    @Override
    public boolean isCommitted() {
        return false;
    }

    private static final class Capture extends ServletOutputStream {

        private final ByteArrayOutputStream body;

        Capture(ByteArrayOutputStream body) {
            this.body = body;
        }

        @Override
        public void write(int b) {
            body.write(b);
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            body.write(bytes, from, length);
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            throw new IllegalStateException("the page for a denied caller is written at once");
        }
    }
}
