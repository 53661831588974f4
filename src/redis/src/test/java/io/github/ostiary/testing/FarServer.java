package io.github.ostiary.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Stands on 127.0.0.1 before a server as if a network lay in between: what the server says arrives a round trip later. Counts
 * the round trips, and does what networks do on bad days. Thread-safe.
 */
public final class FarServer implements AutoCloseable {

    /** What the server said, and when it arrives; empty at the end. */
    private record Piece(long nanos, byte[] bytes) {}

    private final ServerSocket door;
    private final int target;
    private final long delayNanos;
    private final AtomicLong roundTrips = new AtomicLong();
    private final AtomicInteger answersUnderWay = new AtomicInteger();
    private final Set<Socket> clients = ConcurrentHashMap.newKeySet();
    private final AtomicInteger lateAtFirst = new AtomicInteger();
    private volatile boolean slowerUnderLoad;
    private volatile int idleMillis;
    private volatile boolean silently;

    /** Open while answers pass. */
    private volatile CountDownLatch gate = new CountDownLatch(0);

    private FarServer(InetSocketAddress at, int target, Duration roundTrip) {
        this.target = target;
        this.delayNanos = roundTrip.toNanos();
        try {
            door = new ServerSocket();
            door.setReuseAddress(true);
            door.bind(at, 500);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon(this::accept);
    }

    /** Before a server that listens already. */
    public static FarServer before(RedisServer server, Duration roundTrip) {
        return before(server.port(), roundTrip);
    }

    /** Before whatever listens at a port. */
    public static FarServer before(int port, Duration roundTrip) {
        return on(0, port, roundTrip);
    }

    /** No further away than the server, at another of this machine's addresses, such as 127.0.0.2. */
    public static FarServer at(String address, int port, RedisServer server) {
        return new FarServer(new InetSocketAddress(address, port), server.port(), Duration.ZERO);
    }

    static FarServer on(int port, int target, Duration roundTrip) {
        return new FarServer(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), target, roundTrip);
    }

    public int port() {
        return door.getLocalPort();
    }

    /** Such as {@code redis://127.0.0.1:40123}. */
    public String uri() {
        return "redis://127.0.0.1:" + port();
    }

    /** How often a client has said something after the server's last answer, over all connections. */
    public long roundTrips() {
        return roundTrips.get();
    }

    /** So many answers to come take twelve round trips each. */
    public FarServer lateAtFirst(int answers) {
        lateAtFirst.set(answers);
        return this;
    }

    /** From now on the round trip is twice as long while more than one answer is under way. */
    public void slowDownUnderLoad() {
        slowerUnderLoad = true;
    }

    /**
     * Drops connections, those to come, by which a client has said nothing for a while.
     *
     * @param silently whether nothing passes any more, and neither side hears of it
     */
    public void dropIdle(Duration idle, boolean silently) {
        this.silently = silently;
        idleMillis = Math.toIntExact(idle.toMillis());
    }

    /** From now on no answer passes, until {@link #letPass}. */
    public void hold() {
        gate = new CountDownLatch(1);
    }

    /** What was held passes, and what comes. */
    public void letPass() {
        gate.countDown();
    }

    /** Cuts all connections; how many there were. */
    public int cut() {
        List<Socket> all = List.copyOf(clients);
        all.forEach(FarServer::close);
        return all.size();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = door.accept();
            Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            client.setSoTimeout(idleMillis);
            clients.add(client);
            BlockingQueue<Piece> underWay = new LinkedBlockingQueue<>();
            AtomicLong answers = new AtomicLong();
            daemon(() -> there(client, server, answers));
            daemon(() -> read(server, underWay, answers));
            daemon(() -> back(underWay, client, server));
        }
    }

    private void there(Socket client, Socket server, AtomicLong answers) throws IOException {
        try (client;
                server) {
            InputStream in = client.getInputStream();
            OutputStream out = server.getOutputStream();
            byte[] buffer = new byte[65_536];
            long answered = -1;
            for (int read = read(in, buffer); read >= 0; read = read(in, buffer)) {
                long now = answers.get();
                if (now != answered) {
                    roundTrips.incrementAndGet();
                    answered = now;
                }
                out.write(buffer, 0, read);
            }
        } finally {
            clients.remove(client);
        }
    }

    /** Of a connection that is dropped silently, whatever the client says until it gives up. */
    private int read(InputStream in, byte[] buffer) throws IOException {
        try {
            return in.read(buffer);
        } catch (SocketTimeoutException e) {
            while (silently && in.read(buffer) >= 0) {
                // It goes nowhere.
            }
            return -1;
        }
    }

    private void read(Socket server, BlockingQueue<Piece> underWay, AtomicLong answers) throws IOException {
        try {
            InputStream in = server.getInputStream();
            byte[] buffer = new byte[65_536];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                answers.incrementAndGet();
                boolean crowded = answersUnderWay.incrementAndGet() > 1;
                boolean late = lateAtFirst.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
                long delay = late ? 12 * delayNanos : slowerUnderLoad && crowded ? 2 * delayNanos : delayNanos;
                underWay.add(new Piece(System.nanoTime() + delay, Arrays.copyOf(buffer, read)));
            }
        } finally {
            underWay.add(new Piece(System.nanoTime(), new byte[0]));
        }
    }

    private void back(BlockingQueue<Piece> underWay, Socket client, Socket server)
            throws IOException, InterruptedException {
        try (client;
                server) {
            OutputStream out = client.getOutputStream();
            for (Piece next = underWay.take(); next.bytes.length > 0; next = underWay.take()) {
                for (long left = next.nanos - System.nanoTime(); left > 0; left = next.nanos - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                gate.await();
                out.write(next.bytes);
                answersUnderWay.decrementAndGet();
            }
        }
    }

    private static void daemon(Daemons.Work work) {
        Daemons.start("far-server", work);
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
