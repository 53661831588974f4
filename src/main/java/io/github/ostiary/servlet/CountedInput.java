package io.github.ostiary.servlet;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/** A request's stream, whose bytes are counted as they are read. */
final class CountedInput extends ServletInputStream {

    private final ServletInputStream in;
    private final AtomicLong read;

    CountedInput(ServletInputStream in, AtomicLong read) {
        this.in = in;
        this.read = read;
    }

    @Override
    public int read() throws IOException {
        int next = in.read();
        if (next >= 0) {
            read.incrementAndGet();
        }
        return next;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        int got = in.read(bytes, from, length);
        if (got > 0) {
            read.addAndGet(got);
        }
        return got;
    }

    @Override
    public int available() throws IOException {
        return in.available();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    @Override
    public boolean isFinished() {
        return in.isFinished();
    }

    @Override
    public boolean isReady() {
        return in.isReady();
    }

    @Override
    public void setReadListener(ReadListener listener) {
        in.setReadListener(listener);
    }
}
