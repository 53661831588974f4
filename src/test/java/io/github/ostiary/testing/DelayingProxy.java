package io.github.ostiary.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/** Listens on 127.0.0.1 for a server that seems to be further away: all that is sent to it arrives later. */
public final class DelayingProxy implements AutoCloseable {

    private record Chunk(byte[] bytes, long dueNanos) {}

    private static final Chunk END = new Chunk(new byte[0], 0);
    private static final int MOST = 65_536;

    private final ServerSocket server;
    private final int target;
    private final long delayNanos;

    private DelayingProxy(ServerSocket server, int target, Duration roundTrip) {
        this.server = server;
        this.target = target;
        this.delayNanos = roundTrip.toNanos();
        daemon(this::accept);
    }

    /**
     * Starts one.
     *
     * @param target the port of the server
     * @param roundTrip what the way there and back takes
     */
    public static DelayingProxy start(int target, Duration roundTrip) {
        try {
            return new DelayingProxy(new ServerSocket(0, 100, InetAddress.getLoopbackAddress()), target, roundTrip);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** For {@code redis.uri}. */
    public String redisUri() {
        return "redis://127.0.0.1:" + server.getLocalPort();
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "delaying-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket near = server.accept();
                Socket far = new Socket(InetAddress.getLoopbackAddress(), target);
                near.setTcpNoDelay(true);
                far.setTcpNoDelay(true);
                BlockingQueue<Chunk> onTheWay = new LinkedBlockingQueue<>();
                daemon(() -> read(near, onTheWay));
                daemon(() -> deliver(onTheWay, far));
                daemon(() -> copy(far, near));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void read(Socket from, BlockingQueue<Chunk> onTheWay) {
        byte[] bytes = new byte[MOST];
        try {
            InputStream in = from.getInputStream();
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                onTheWay.add(new Chunk(Arrays.copyOf(bytes, count), System.nanoTime() + delayNanos));
            }
        } catch (IOException e) {
            // the connection is over
        } finally {
            onTheWay.add(END);
        }
    }

    private static void deliver(BlockingQueue<Chunk> onTheWay, Socket to) {
        try (to) {
            OutputStream out = to.getOutputStream();
            for (Chunk chunk = onTheWay.take(); chunk != END; chunk = onTheWay.take()) {
                for (long left = chunk.dueNanos - System.nanoTime();
                        left > 0;
                        left = chunk.dueNanos - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                out.write(chunk.bytes);
            }
        } catch (IOException | InterruptedException e) {
            // the connection is over
        }
    }

    private static void copy(Socket from, Socket to) {
        try (to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // the connection is over
        }
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
