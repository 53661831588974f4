package io.github.ostiary.testing;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/**
 * Stands on 127.0.0.1 before a server and passes on what it does not forbid, command by command, as Envoy's Redis filter does
 * with those that it cannot place. Thread-safe.
 */
public final class ForbiddingProxy implements AutoCloseable {

    private final ServerSocket door;
    private final int target;
    private final Set<String> forbidden;
    private final String answer;

    private ForbiddingProxy(int target, Set<String> forbidden, String answer) {
        this.target = target;
        this.forbidden = forbidden;
        this.answer = answer;
        try {
            door = new ServerSocket(0, 500, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon(this::accept);
    }

    /**
     * Starts one.
     *
     * @param answer the error instead of what was asked; {@code %s} is the command, in small letters
     * @param forbidden commands in capitals
     */
    public static ForbiddingProxy before(RedisServer server, String answer, String... forbidden) {
        return new ForbiddingProxy(server.port(), Set.of(forbidden), answer);
    }

    /** Such as {@code redis://127.0.0.1:40123}. */
    public String uri() {
        return "redis://127.0.0.1:" + door.getLocalPort();
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = door.accept();
            daemon(() -> serve(client));
        }
    }

    private void serve(Socket client) throws IOException {
        try (client;
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
            InputStream asked = new BufferedInputStream(client.getInputStream());
            InputStream answered = new BufferedInputStream(server.getInputStream());
            OutputStream back = client.getOutputStream();
            while (true) {
                ByteArrayOutputStream words = new ByteArrayOutputStream();
                String command = copy(asked, words).toUpperCase(Locale.ROOT);
                if (forbidden.contains(command)) {
                    String error = "-" + answer.formatted(command.toLowerCase(Locale.ROOT)) + "\r\n";
                    back.write(error.getBytes(StandardCharsets.UTF_8));
                } else {
                    words.writeTo(server.getOutputStream());
                    ByteArrayOutputStream reply = new ByteArrayOutputStream();
                    String unused = copy(answered, reply);
                    reply.writeTo(back);
                }
            }
        }
    }

    /** Copies one value of the protocol; its first text. */
    private static String copy(InputStream from, ByteArrayOutputStream to) throws IOException {
        String line = line(from, to);
        String text = line.substring(1);
        if (line.charAt(0) == '$' && !text.equals("-1")) {
            byte[] bytes = from.readNBytes(Integer.parseInt(text) + 2);
            to.write(bytes);
            return new String(bytes, 0, bytes.length - 2, StandardCharsets.UTF_8);
        }
        if (line.charAt(0) == '*' && !text.equals("-1")) {
            String first = "";
            for (int i = 0; i < Integer.parseInt(text); i++) {
                String each = copy(from, to);
                first = i == 0 ? each : first;
            }
            return first;
        }
        return text;
    }

    private static String line(InputStream from, ByteArrayOutputStream to) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = from.read(); c != '\n'; c = from.read()) {
            if (c < 0) {
                throw new EOFException();
            }
            line.append((char) c);
        }
        to.write((line + "\n").getBytes(StandardCharsets.ISO_8859_1));
        return line.toString().strip();
    }

    private static void daemon(Daemons.Work work) {
        Daemons.start("forbidding-proxy", work);
    }

    @Override
    public void close() {
        try {
            door.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
