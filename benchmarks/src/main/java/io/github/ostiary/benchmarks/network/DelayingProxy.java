package io.github.ostiary.benchmarks.network;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Stands before servers on 127.0.0.1 as if a network lay in between. What is read is delivered later, in its order; how much is under way
 * is not limited. One thread moves all bytes. Run: {@code java -cp benchmarks.jar
 * io.github.ostiary.benchmarks.network.DelayingProxy LISTEN:TARGET ...}, port 0 for a free one. Says {@code ready PORT ...}, takes from each line of its
 * input a {@link Network#words network}, or answers {@code connections} with the most that each port had at once, and ends with its input.
 */
public final class DelayingProxy {

    private static final int BACKLOG = 1_024;
    private static final int PACKET = 65_536;

    /** The selector knows milliseconds only: what is due sooner is waited for by naps, which end some microseconds late. */
    private static final long NAP_NANOS = 20_000;

    /** Where clients connect, and to whom they are led. */
    private record Door(int target, AtomicInteger open, AtomicInteger most) {}

    /** Null bytes are the end of a connection. */
    private record Packet(long dueNanos, long number, Flow flow, ByteBuffer bytes) {}

    /** What a selected key stands for: what it reads, and what it writes. */
    private record Side(Flow reads, Flow writes, Door door) {}

    private final Selector selector = Selector.open();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(PACKET);
    private final PriorityQueue<Packet> underWay =
            new PriorityQueue<>(Comparator.comparingLong(Packet::dueNanos).thenComparingLong(Packet::number));
    private final List<Door> doors = new ArrayList<>();
    private volatile Network network = Network.NONE;
    private long packets;

    private DelayingProxy() throws IOException {}

    /** Runs until the input ends. */
    public static void main(String[] args) throws IOException {
        DelayingProxy proxy = new DelayingProxy();
        StringBuilder ready = new StringBuilder("ready");
        for (String arg : args) {
            String[] ports = arg.split(":");
            ready.append(' ').append(proxy.listen(Integer.parseInt(ports[0]), Integer.parseInt(ports[1])));
        }
        Thread thread = new Thread(proxy::run, "proxy");
        thread.setDaemon(true);
        thread.start();
        System.out.println(ready);
        proxy.obey();
        System.exit(0);
    }

    private int listen(int port, int target) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open();
        channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
        channel.configureBlocking(false);
        Door door = new Door(target, new AtomicInteger(), new AtomicInteger());
        doors.add(door);
        channel.register(selector, SelectionKey.OP_ACCEPT, door);
        return ((InetSocketAddress) channel.getLocalAddress()).getPort();
    }

    private void obey() throws IOException {
        BufferedReader asked = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (String line = asked.readLine(); line != null; line = asked.readLine()) {
            if (line.equals("connections")) {
                StringBuilder counts = new StringBuilder();
                doors.forEach(door -> counts.append(door.most).append(' '));
                System.out.println(counts.toString().trim());
            } else {
                network = Network.parse(line);
                System.out.println("done");
            }
        }
    }

    private void run() {
        napExactly();
        try {
            while (true) {
                await();
                for (SelectionKey key : selector.selectedKeys()) {
                    serve(key);
                }
                selector.selectedKeys().clear();
                deliver();
            }
        } catch (IOException e) {
            e.printStackTrace();
            System.exit(1);
        }
    }

    /** Linux lets a sleeping thread oversleep by 50 µs, unless that says otherwise. */
    private static void napExactly() {
        try {
            String thread = Files.readSymbolicLink(Path.of("/proc/thread-self"))
                    .getFileName()
                    .toString();
            Files.writeString(Path.of("/proc", thread, "timerslack_ns"), "1000");
        } catch (IOException | UnsupportedOperationException e) {
            System.err.println("naps are 50 microseconds longer here: " + e);
        }
    }

    /** Until something is to be read, or is due. */
    private void await() throws IOException {
        Packet next = underWay.peek();
        if (next == null) {
            selector.select();
            return;
        }
        long left = next.dueNanos - System.nanoTime();
        long millis = TimeUnit.NANOSECONDS.toMillis(left);
        if (millis > 1) {
            selector.select(millis - 1);
        } else if (selector.selectNow() == 0 && left > 0) {
            LockSupport.parkNanos(Math.min(left, NAP_NANOS));
        }
    }

    private void serve(SelectionKey key) throws IOException {
        if (!key.isValid()) {
            return;
        }
        if (key.attachment() instanceof Door door) {
            accept((ServerSocketChannel) key.channel(), door);
            return;
        }
        Side side = (Side) key.attachment();
        if (key.isWritable()) {
            side.writes.write();
        }
        if (key.isValid() && key.isReadable()) {
            ByteBuffer bytes = side.reads.read(buffer);
            if (bytes == null) {
                key.cancel();
                side.door.open.decrementAndGet();
            }
            long due = side.reads.arrives(System.nanoTime(), network.nextDelayNanos());
            underWay.add(new Packet(due, packets++, side.reads, bytes));
        }
    }

    private void accept(ServerSocketChannel listening, Door door) throws IOException {
        SocketChannel near = listening.accept();
        if (near == null) {
            return;
        }
        SocketChannel far = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), door.target));
        Flow there = new Flow(near, far);
        Flow back = new Flow(far, near);
        // The far side's end is counted by nobody.
        Door uncounted = new Door(door.target, new AtomicInteger(), new AtomicInteger());
        back.writesBy(register(near, new Side(there, back, door)));
        there.writesBy(register(far, new Side(back, there, uncounted)));
        int open = door.open.incrementAndGet();
        door.most.accumulateAndGet(open, Math::max);
    }

    private SelectionKey register(SocketChannel channel, Side side) throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        return channel.register(selector, SelectionKey.OP_READ, side);
    }

    private void deliver() {
        long now = System.nanoTime();
        for (Packet next = underWay.peek(); next != null && next.dueNanos <= now; next = underWay.peek()) {
            underWay.poll();
            if (next.bytes == null) {
                next.flow.close();
            } else {
                next.flow.deliver(next.bytes);
            }
        }
    }
}
