package io.github.ostiary.redis;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.Store;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/** Owns all slots, counts the scripts it is asked to run, and hangs up instead of answering them. */
final class FakeClusterNode implements AutoCloseable {

    private final ServerSocket server;
    private final AtomicInteger scripts = new AtomicInteger();

    FakeClusterNode() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        daemon(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    /** A store that takes it for a cluster. */
    Store store(Duration timeout) {
        RedisUri uri = RedisUri.parse("redis+cluster://127.0.0.1:" + port());
        return RedisStore.open(uri, "p", timeout, TimeSource.system());
    }

    int scripts() {
        return scripts.get();
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "fake-cluster-node");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (!server.isClosed()) {
                Socket socket = server.accept();
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
                String name = command.get(0).toUpperCase(Locale.ROOT);
                if (name.startsWith("EVAL") || name.equals("FCALL")) {
                    scripts.incrementAndGet();
                    return;
                }
                String slots = "*1\r\n*3\r\n:0\r\n:16383\r\n*3\r\n$9\r\n127.0.0.1\r\n:" + port() + "\r\n$1\r\nx\r\n";
                out.write((name.equals("CLUSTER") ? slots : "+OK\r\n").getBytes(StandardCharsets.US_ASCII));
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
