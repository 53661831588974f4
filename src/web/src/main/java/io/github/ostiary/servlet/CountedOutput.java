package io.github.ostiary.servlet;

import io.github.ostiary.http.CountedBytes;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicLong;

/** A response's stream, whose bytes are counted once they are taken. */
final class CountedOutput extends ServletOutputStream {

    private final ServletOutputStream out;
    private final OutputStream counted;

    CountedOutput(ServletOutputStream out, AtomicLong written) {
        this.out = out;
        this.counted = CountedBytes.written(out, written);
    }

    @Override
    public void write(int b) throws IOException {
        counted.write(b);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        counted.write(bytes, from, length);
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
