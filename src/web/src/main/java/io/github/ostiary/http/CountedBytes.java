package io.github.ostiary.http;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicLong;

/** Streams whose bytes are counted, where a rule charges for them. */
public final class CountedBytes {

    private CountedBytes() {}

    /**
     * Counts what is read.
     *
     * @param body read from
     * @param read grows by each byte that was there
     * @return the same bytes
     */
    public static InputStream read(InputStream body, AtomicLong read) {
        return new FilterInputStream(body) {
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
        };
    }

    /**
     * Counts what is written, once it is taken.
     *
     * @param body written to
     * @param written grows by each byte
     * @return takes the same bytes
     */
    public static OutputStream written(OutputStream body, AtomicLong written) {
        return new FilterOutputStream(body) {
            @Override
            public void write(int octet) throws IOException {
                out.write(octet);
                written.incrementAndGet();
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                out.write(bytes, from, length);
                written.addAndGet(length);
            }
        };
    }
}
