package io.github.ostiary.benchmarks;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Stands between an application and Redis and notes the script calls that pass, byte by byte: what is measured with them
 * is what is really sent, whatever the store behind makes of a decision. Thread-safe.
 */
final class WireRecorder implements AutoCloseable {

    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final int redisPort;
    private final List<byte[]> calls = new ArrayList<>();
    private boolean held;

    WireRecorder(int redisPort) throws IOException {
        this.redisPort = redisPort;
        daemon(this::accept);
    }

    /** Where the application finds what it takes for Redis. */
    String uri() {
        return "redis://127.0.0.1:" + server.getLocalPort();
    }

    /** Forgets what has passed, and keeps all answers back from now on. */
    synchronized void hold() {
        calls.clear();
        held = true;
    }

    /** Lets the answers go, those to come too. */
    synchronized void release() {
        held = false;
        notifyAll();
    }

    /** What has passed since the answers were held. */
    synchronized List<byte[]> calls() {
        return List.copyOf(calls);
    }

    private void accept() throws IOException {
        while (true) {
            Socket application = server.accept();
            Socket redis = new Socket("127.0.0.1", redisPort);
            application.setTcpNoDelay(true);
            redis.setTcpNoDelay(true);
            daemon(() -> forward(application, redis));
            daemon(() -> answer(redis, application));
        }
    }

    private void forward(Socket from, Socket to) throws IOException {
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        Pending pending = new Pending();
        byte[] chunk = new byte[65_536];
        for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
            pending.write(chunk, 0, read);
            note(pending.takeCommands());
            out.write(chunk, 0, read);
        }
        to.close();
    }

    private synchronized void note(List<byte[]> commands) {
        for (byte[] command : commands) {
            String begin = new String(command, 0, Math.min(40, command.length), US_ASCII).toUpperCase(Locale.ROOT);
            if (begin.contains("\r\nEVAL") || begin.contains("\r\nFCALL")) {
                calls.add(command);
            }
        }
    }

    private void answer(Socket from, Socket to) throws IOException, InterruptedException {
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        byte[] chunk = new byte[65_536];
        for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
            awaitRelease();
            out.write(chunk, 0, read);
        }
        to.close();
    }

    private synchronized void awaitRelease() throws InterruptedException {
        while (held) {
            wait();
        }
    }

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private static void daemon(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException | InterruptedException e) {
                // One side has ended, and so does the other.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        release();
        server.close();
    }

    /** Bytes that came, of which the last may belong to a command that is not complete. */
    private static final class Pending extends ByteArrayOutputStream {

        List<byte[]> takeCommands() {
            List<byte[]> commands = new ArrayList<>();
            byte[] all = toByteArray();
            int begin = 0;
            for (int end = Resp.end(all, begin, all.length); end > 0; end = Resp.end(all, begin, all.length)) {
                commands.add(Arrays.copyOfRange(all, begin, end));
                begin = end;
            }
            reset();
            write(all, begin, all.length - begin);
            return commands;
        }
    }
}
