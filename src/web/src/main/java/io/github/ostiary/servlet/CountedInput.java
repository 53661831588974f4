package io.github.ostiary.servlet;

import io.github.ostiary.http.CountedBytes;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicLong;

/** A request's stream, whose bytes are counted as they are read. */
final class CountedInput extends ServletInputStream {

    private final ServletInputStream in;
    private final InputStream counted;

    CountedInput(ServletInputStream in, AtomicLong read) {
        this.in = in;
        this.counted = CountedBytes.read(in, read);
    }

    @Override
    public int read() throws IOException {
        return counted.read();
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        return counted.read(bytes, from, length);
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
