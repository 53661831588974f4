package io.github.ostiary.testing;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/** An HTTP/2 connection without TLS, frame by frame: streams that are opened and reset. Not thread-safe. */
public final class RawHttp2 implements AutoCloseable {

    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int END_STREAM = 1;
    private static final int ACK = 1;
    private static final int END_HEADERS = 4;
    private static final int CANCEL = 8;

    // numbers of headers that both sides know; a literal value follows the last two
    private static final int METHOD_POST = 0x83;
    private static final int SCHEME_HTTP = 0x86;
    private static final int PATH = 4;
    private static final int AUTHORITY = 1;

    private final Socket socket;
    private final Set<Integer> answered = new HashSet<>();
    private int next = 1;

    /** Connects to a port of 127.0.0.1 that speaks HTTP/2 with prior knowledge. */
    public RawHttp2(int port) {
        try {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setSoTimeout(10_000);
            socket.setTcpNoDelay(true);
            socket.getOutputStream().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            frame(SETTINGS, 0, 0, new byte[0]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Posts a form on a stream of its own; returns the stream's number when the server has read it. */
    public int post(String path, String form) {
        int stream = next;
        next += 2;
        ByteArrayOutputStream headers = new ByteArrayOutputStream();
        headers.write(METHOD_POST);
        headers.write(SCHEME_HTTP);
        headers.write(PATH);
        text(headers, path);
        headers.write(AUTHORITY);
        text(headers, "localhost");
        headers.write(0);
        text(headers, "content-type");
        text(headers, "application/x-www-form-urlencoded");
        frame(HEADERS, END_HEADERS, stream, headers.toByteArray());
        frame(DATA, END_STREAM, stream, form.getBytes(StandardCharsets.US_ASCII));
        awaitPing();
        return stream;
    }

    /** Resets a stream; returns when the server has read that. */
    public void reset(int stream) {
        frame(RST_STREAM, 0, stream, ByteBuffer.allocate(4).putInt(CANCEL).array());
        awaitPing();
    }

    /** Whether the server has begun to answer on a stream. */
    public boolean isAnswered(int stream) {
        awaitPing();
        return answered.contains(stream);
    }

    /** Awaits the answer to a ping; of what comes before it only the streams are noted that are answered. */
    private void awaitPing() {
        frame(PING, 0, 0, new byte[8]);
        try {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            while (true) {
                int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
                int type = in.readUnsignedByte();
                int flags = in.readUnsignedByte();
                int stream = in.readInt();
                in.readNBytes(length);
                if (type == HEADERS) {
                    answered.add(stream);
                }
                if (type == PING && flags == ACK) {
                    return;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Without compression. */
    private static void text(ByteArrayOutputStream block, String text) {
        block.write(text.length());
        block.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }

    private void frame(int type, int flags, int stream, byte[] payload) {
        ByteBuffer head = ByteBuffer.allocate(9 + payload.length);
        head.put((byte) (payload.length >> 16)).putShort((short) payload.length);
        head.put((byte) type).put((byte) flags).putInt(stream).put(payload);
        try {
            socket.getOutputStream().write(head.array());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
