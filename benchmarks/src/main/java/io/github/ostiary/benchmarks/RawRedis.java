package io.github.ostiary.benchmarks;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

/** A connection that sends bytes as they are and looks at replies only to find their ends, and errors. */
final class RawRedis implements AutoCloseable {

    private static final int BUFFER = 1 << 20;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final byte[] buffer = new byte[BUFFER];
    private int begin;
    private int filled;

    RawRedis(int port) throws IOException {
        socket = new Socket("127.0.0.1", port);
        socket.setTcpNoDelay(true);
        in = socket.getInputStream();
        out = new BufferedOutputStream(socket.getOutputStream(), BUFFER);
    }

    /** Sends a call with others to come. */
    void send(byte[] call) throws IOException {
        out.write(call);
    }

    /** Reads so many replies, after what was sent has gone. */
    void receive(int replies) throws IOException {
        out.flush();
        for (int left = replies; left > 0; left--) {
            int end = Resp.end(buffer, begin, filled);
            while (end == Resp.INCOMPLETE) {
                fill();
                end = Resp.end(buffer, begin, filled);
            }
            requireNoError(begin, end);
            begin = end;
        }
    }

    private void requireNoError(int from, int to) throws IOException {
        String begins = new String(buffer, from, Math.min(to - from, 200), US_ASCII);
        if (begins.startsWith("-") || begins.contains("ERR ") || begins.contains("WRONGTYPE")) {
            throw new IOException(begins);
        }
    }

    private void fill() throws IOException {
        System.arraycopy(buffer, begin, buffer, 0, filled - begin);
        filled -= begin;
        begin = 0;
        int read = in.read(buffer, filled, buffer.length - filled);
        if (read < 0) {
            throw new EOFException("Redis has closed the connection");
        }
        filled += read;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
