package io.github.ostiary.servlet;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/** A response's stream, whose bytes are counted once they are taken. */
final class CountedOutput extends ServletOutputStream {

    private final ServletOutputStream out;
    private final AtomicLong written;

    CountedOutput(ServletOutputStream out, AtomicLong written) {
        this.out = out;
        this.written = written;
    }

    @Override
    public void write(int b) throws IOException {
        out.write(b);
        written.incrementAndGet();
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        out.write(bytes, from, length);
        written.addAndGet(length);
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }

    @Override
    public boolean isReady() {
        return out.isReady();
    }

    @Override
    public void setWriteListener(WriteListener listener) {
        out.setWriteListener(listener);
    }
}
