package io.github.ostiary.fleet;

import io.github.ostiary.testing.Daemons;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** One node's way to a real server over sockets, that can be bad in several ways. Thread-safe. */
final class RoughWay implements AutoCloseable {

    /** How it is. */
    enum State {
        WHOLE,
        /** Whatever is said arrives later, in pieces of a few bytes. */
        SLOW,
        /** Connections end, and new ones do as soon as they are made. */
        CUT,
        /** The server hears and does what it is asked; its answers are lost, and with them their connection. */
        DEAF,
        /** Nothing arrives in either direction, and no connection ends. */
        HELD,
        /**
         * What is said on the connections that are there arrives later, even if these have ended meanwhile; others are made, and are
         * whole.
         */
        LATE
    }

    private static final int MOST = 65_536;
    private static final int FEW = 9;
    private static final long GLANCE_NANOS = 2_000_000;

    /** More than a call waits for two answers, and less than all that holds. */
    private static final long LATE_NANOS = 400_000_000;

    private final ServerSocket door;
    private final int target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final Map<Socket, Long> late = new ConcurrentHashMap<>();
    private final AtomicLong lagging = new AtomicLong();
    private final AtomicLong arrivedLate = new AtomicLong();
    private volatile long lateNanos = LATE_NANOS;
    private final String watched;
    private final AtomicLong questions = new AtomicLong();
    private volatile State state = State.WHOLE;

    /**
     * A way that is whole.
     *
     * @param target the port of the server
     * @param watched a part of the key whose questions are counted
     */
    RoughWay(int target, String watched) {
        this.target = target;
        this.watched = watched;
        try {
            door = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon(this::accept);
    }

    /** For {@code redis.uri}. */
    String uri() {
        return "redis://127.0.0.1:" + door.getLocalPort();
    }

    /** How often the server was asked about the watched key, whether it has heard that or not. */
    long questions() {
        return questions.get();
    }

    void become(State next) {
        state = next;
        if (next == State.LATE) {
            long until = System.nanoTime() + lateNanos;
            open.forEach(near -> late.put(near, until));
        }
        if (next == State.CUT) {
            cut();
        }
    }

    /** Ends the connections that are there. */
    void cut() {
        open.forEach(RoughWay::end);
    }

    /** The same as {@link State#LATE} by another length. */
    void becomeLate(Duration length) {
        lateNanos = length.toNanos();
        become(State.LATE);
    }

    /** How much is on its way, and late. */
    long lagging() {
        return lagging.get();
    }

    /** How often something has arrived late. */
    long arrivedLate() {
        return arrivedLate.get();
    }

    private static void daemon(Daemons.Work work) {
        Daemons.start("rough-way", work);
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It has ended.
        }
    }

    private void accept() throws IOException {
        while (true) {
            Socket near = door.accept();
            if (state == State.CUT) {
                end(near);
                continue;
            }
            Socket far = new Socket(InetAddress.getLoopbackAddress(), target);
            near.setTcpNoDelay(true);
            far.setTcpNoDelay(true);
            open.add(near);
            daemon(() -> carry(near, far, true));
            daemon(() -> carry(far, near, false));
        }
    }

    private void carry(Socket from, Socket to, boolean there) throws IOException {
        Random random = new Random(from.getPort());
        byte[] bytes = new byte[MOST];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            String before = "";
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                if (there) {
                    before = count(before + new String(bytes, 0, count, StandardCharsets.ISO_8859_1));
                }
                while (state == State.HELD) {
                    LockSupport.parkNanos(GLANCE_NANOS);
                }
                if (state == State.DEAF && !there) {
                    return;
                }
                boolean lags = there && lags(from);
                pass(bytes, count, out, random);
                if (lags) {
                    arrivedLate.incrementAndGet();
                }
            }
        } finally {
            open.remove(there ? from : to);
        }
    }

    private boolean lags(Socket near) {
        Long until = late.remove(near);
        if (until == null) {
            return false;
        }
        lagging.incrementAndGet();
        while (System.nanoTime() < until) {
            LockSupport.parkNanos(GLANCE_NANOS);
        }
        lagging.decrementAndGet();
        return true;
    }

    /** What may be the begin of another is left. */
    private String count(String said) {
        int from = 0;
        for (int at = said.indexOf(watched); at >= 0; at = said.indexOf(watched, from)) {
            questions.incrementAndGet();
            from = at + watched.length();
        }
        return said.substring(Math.max(from, said.length() - watched.length() + 1));
    }

    private void pass(byte[] bytes, int count, OutputStream out, Random random) throws IOException {
        int from = 0;
        while (from < count) {
            boolean slow = state == State.SLOW;
            int length = slow ? Math.min(count - from, 1 + random.nextInt(FEW)) : count - from;
            if (slow && random.nextInt(FEW) == 0) {
                LockSupport.parkNanos(GLANCE_NANOS);
            }
            out.write(bytes, from, length);
            from += length;
        }
    }

    @Override
    public void close() {
        become(State.CUT);
        try {
            door.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
