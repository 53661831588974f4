package io.github.ostiary.wire;

import io.github.ostiary.Guard;
import io.github.ostiary.setup.ApplicationGuards;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Await;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server without servlets on a port of 127.0.0.1, with one guard and an application. Threads that work for it are to have
 * {@link #loader} as their context class loader.
 */
abstract class WireServer implements AutoCloseable {

    /** The kinds there are. */
    enum Kind {
        JERSEY,
        VERTX
    }

    /** What the rights and wrongs of callers are, for each server alike. */
    static final String PASSWORD = "right";

    final ClassLoader loader = new ClassLoader(WireServer.class.getClassLoader()) {};
    final Guard guard;

    /** How many requests are in {@code /slow}, and what they wait for. */
    final AtomicInteger slow = new AtomicInteger();

    volatile CountDownLatch gate = new CountDownLatch(1);

    WireServer(String... lines) {
        GuardBuilder builder = GuardBuilder.create();
        for (String line : lines) {
            int equals = line.indexOf('=');
            builder.property(line.substring(0, equals), line.substring(equals + 1));
        }
        guard = builder.build();
        ApplicationGuards.bind(loader, () -> guard);
    }

    static WireServer start(Kind kind, String... lines) {
        return switch (kind) {
            case JERSEY -> new JerseyWireServer(lines);
            case VERTX -> new VertxWireServer(lines);
        };
    }

    abstract int port();

    abstract void stop();

    /** Keeps a request until the gate opens. */
    final void waitAtGate() {
        slow.incrementAndGet();
        try {
            if (!gate.await(20, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the gate stays shut");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            slow.decrementAndGet();
        }
    }

    /** Waits until so many requests are in {@code /slow}. */
    final void awaitSlow(int count) {
        Await.until(() -> slow.get() == count, Duration.ofSeconds(20));
    }

    final URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    @Override
    public final void close() {
        gate.countDown();
        stop();
        ApplicationGuards.unbind(loader);
        guard.close();
    }
}
