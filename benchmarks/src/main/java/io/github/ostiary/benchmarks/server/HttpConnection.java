package io.github.ostiary.benchmarks.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** One connection that stays open, and looks at each answer's status and length only. */
final class HttpConnection implements AutoCloseable {

    private static final byte[] LENGTH = "content-length:".getBytes(US_ASCII);
    private static final int STATUS_AT = "HTTP/1.1 ".length();
    private static final int PATIENCE_MILLIS = 10_000;

    private final Socket socket = new Socket();
    private final InputStream in;
    private final OutputStream out;
    private final byte[] buffer = new byte[8_192];
    private final Requests requests;
    private int filled;

    /**
     * Connects from 127.0.0.{@code host}.
     *
     * @param requests what it asks
     */
    HttpConnection(int port, int host, Requests requests) throws IOException {
        this.requests = requests;
        socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) host}), 0));
        socket.connect(new InetSocketAddress("127.0.0.1", port));
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MILLIS);
        in = socket.getInputStream();
        out = socket.getOutputStream();
    }

    void send() throws IOException {
        out.write(requests.next());
    }

    void receive() throws IOException {
        filled = 0;
        int head = -1;
        while (head < 0) {
            int from = Math.max(0, filled - 3);
            fill();
            head = endOfHead(from);
        }
        int found = Integer.parseInt(new String(buffer, STATUS_AT, 3, US_ASCII));
        if (found != requests.status()) {
            throw new IOException("answered " + new String(buffer, 0, filled, US_ASCII));
        }
        int all = head + contentLength(head);
        while (filled < all) {
            fill();
        }
        if (filled != all) {
            throw new IOException("more than one answer to one request");
        }
    }

    private void fill() throws IOException {
        int read = in.read(buffer, filled, buffer.length - filled);
        if (read < 0) {
            throw new EOFException("the server has closed the connection");
        }
        filled += read;
    }

    private int endOfHead(int from) {
        for (int i = from; i + 3 < filled; i++) {
            if (buffer[i] == '\r' && buffer[i + 1] == '\n' && buffer[i + 2] == '\r' && buffer[i + 3] == '\n') {
                return i + 4;
            }
        }
        return -1;
    }

    private int contentLength(int head) throws IOException {
        for (int line = 0; line + LENGTH.length < head; line++) {
            if (buffer[line] == '\n' && isLength(line + 1)) {
                return number(line + 1 + LENGTH.length);
            }
        }
        throw new IOException("no length: " + new String(buffer, 0, filled, US_ASCII));
    }

    private boolean isLength(int at) {
        for (int i = 0; i < LENGTH.length; i++) {
            if ((buffer[at + i] | 0x20) != (LENGTH[i] | 0x20)) {
                return false;
            }
        }
        return true;
    }

    private int number(int at) {
        int value = 0;
        for (int i = at; buffer[i] != '\r'; i++) {
            if (buffer[i] != ' ') {
                value = value * 10 + buffer[i] - '0';
            }
        }
        return value;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
