package io.github.ostiary.benchmarks.network;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;

/** One direction of a connection: its packets arrive in their order. For the proxy's thread. */
final class Flow {

    private final SocketChannel from;
    private final SocketChannel to;

    /** What is due and does not fit into the socket yet. */
    private final Deque<ByteBuffer> overdue = new ArrayDeque<>();

    /** When the last packet is due: none is before it. */
    private long lastNanos = Long.MIN_VALUE;

    private SelectionKey writable;

    Flow(SocketChannel from, SocketChannel to) {
        this.from = from;
        this.to = to;
    }

    void writesBy(SelectionKey key) {
        writable = key;
    }

    /** Reads what is there; null at the end of the connection. */
    ByteBuffer read(ByteBuffer buffer) {
        try {
            buffer.clear();
            if (from.read(buffer) < 0) {
                return null;
            }
            buffer.flip();
            return ByteBuffer.allocate(buffer.remaining()).put(buffer).flip();
        } catch (IOException e) {
            return null;
        }
    }

    /** When a packet that leaves now arrives. */
    long arrives(long nowNanos, long delayNanos) {
        lastNanos = Math.max(lastNanos, nowNanos + delayNanos);
        return lastNanos;
    }

    void deliver(ByteBuffer packet) {
        overdue.add(packet);
        write();
    }

    /** Writes as much as fits. */
    void write() {
        try {
            while (!overdue.isEmpty()) {
                ByteBuffer first = overdue.getFirst();
                to.write(first);
                if (first.hasRemaining()) {
                    break;
                }
                overdue.removeFirst();
            }
            int reads = SelectionKey.OP_READ;
            int wanted = overdue.isEmpty() ? reads : reads | SelectionKey.OP_WRITE;
            if (writable.isValid() && writable.interestOps() != wanted) {
                writable.interestOps(wanted);
            }
        } catch (IOException e) {
            close();
        }
    }

    void close() {
        try (from;
                to) {
            overdue.clear();
        } catch (IOException e) {
            // They are gone either way.
        }
    }
}
