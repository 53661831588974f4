package io.github.ostiary.servlet;

import java.io.PrintWriter;
import java.io.Writer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.util.concurrent.atomic.AtomicLong;

/** A response's writer, whose bytes are counted. */
final class CountedWriter extends Writer {

    private final PrintWriter out;
    private final Charset charset;
    private final AtomicLong written;

    private CountedWriter(PrintWriter out, Charset charset, AtomicLong written) {
        this.out = out;
        this.charset = charset;
        this.written = written;
    }

    /** Errors are the container's to know. */
    static PrintWriter of(PrintWriter own, Charset charset, AtomicLong written) {
        return new PrintWriter(new CountedWriter(own, charset, written)) {
            @Override
            public boolean checkError() {
                return super.checkError() || own.checkError();
            }
        };
    }

    @Override
    public void write(char[] characters, int from, int length) {
        out.write(characters, from, length);
        written.addAndGet(EncodedLength.of(CharBuffer.wrap(characters, from, length), 0, length, charset));
    }

    @Override
    public void write(String text, int from, int length) {
        out.write(text, from, length);
        written.addAndGet(EncodedLength.of(text, from, from + length, charset));
    }

    @Override
    public void flush() {
        out.flush();
    }

    @Override
    public void close() {
        out.close();
    }
}
