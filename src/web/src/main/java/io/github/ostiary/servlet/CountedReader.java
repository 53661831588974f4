package io.github.ostiary.servlet;

import java.io.BufferedReader;
import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.util.concurrent.atomic.AtomicLong;

/** A request's reader, whose bytes are counted as they are read ahead. */
final class CountedReader extends FilterReader {

    private final Charset charset;
    private final AtomicLong read;

    private CountedReader(Reader in, Charset charset, AtomicLong read) {
        super(in);
        this.charset = charset;
        this.read = read;
    }

    static BufferedReader of(Reader in, Charset charset, AtomicLong read) {
        return new BufferedReader(new CountedReader(in, charset, read));
    }

    @Override
    public int read() throws IOException {
        char[] one = new char[1];
        return read(one, 0, 1) < 0 ? -1 : one[0];
    }

    @Override
    public int read(char[] characters, int from, int length) throws IOException {
        int got = in.read(characters, from, length);
        if (got > 0) {
            read.addAndGet(EncodedLength.of(CharBuffer.wrap(characters, from, got), 0, got, charset));
        }
        return got;
    }
}
