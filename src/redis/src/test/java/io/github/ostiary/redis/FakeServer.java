package io.github.ostiary.redis;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Speaks the protocol of Redis, and says what a test wants. */
final class FakeServer implements AutoCloseable {

    private final ServerSocket server;
    private final Function<List<String>, @Nullable String> answers;
    private final AtomicInteger connections = new AtomicInteger();

    /** With what to answer a command, but for PING, as Redis writes it; null to hang up. */
    FakeServer(Function<List<String>, @Nullable String> answers) throws IOException {
        this.answers = answers;
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        daemon(this::accept);
    }

    /** How many there have been. */
    int connections() {
        return connections.get();
    }

    int port() {
        return server.getLocalPort();
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "fake-server");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (!server.isClosed()) {
                Socket socket = server.accept();
                connections.incrementAndGet();
                daemon(() -> serve(socket));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            while (true) {
                List<String> command = command(in);
                String answer = command.get(0).equals("PING") ? "+PONG\r\n" : answers.apply(command);
                if (answer == null) {
                    return;
                }
                out.write(answer.getBytes(StandardCharsets.US_ASCII));
                out.flush();
            }
        } catch (IOException e) {
            // The client has gone.
        }
    }

    private static List<String> command(InputStream in) throws IOException {
        int parts = Integer.parseInt(line(in).substring(1));
        List<String> command = new ArrayList<>();
        for (int i = 0; i < parts; i++) {
            int length = Integer.parseInt(line(in).substring(1));
            command.add(new String(in.readNBytes(length), StandardCharsets.ISO_8859_1));
            in.skipNBytes(2);
        }
        return command;
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\r'; c = in.read()) {
            if (c < 0) {
                throw new IOException("end of stream");
            }
            line.append((char) c);
        }
        in.skipNBytes(1);
        return line.toString();
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
