package io.github.ostiary.redis;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.Store;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Owns all slots, counts the scripts it is asked to run, and hangs up instead of answering them. */
final class FakeClusterNode implements AutoCloseable {

    private final FakeServer server = new FakeServer(this::answer);
    private final AtomicInteger scripts = new AtomicInteger();
    private final AtomicInteger maps = new AtomicInteger();

    FakeClusterNode() throws IOException {}

    int port() {
        return server.port();
    }

    /** A store that takes it for a cluster. */
    Store store(Duration timeout) {
        RedisUri uri = RedisUri.parse("redis+cluster://127.0.0.1:" + port());
        return RedisStore.open(uri, "p", timeout, TimeSource.system());
    }

    int scripts() {
        return scripts.get();
    }

    /** How often it was asked who has which slots. */
    int maps() {
        return maps.get();
    }

    private @Nullable String answer(List<String> command) {
        String name = command.get(0).toUpperCase(Locale.ROOT);
        if (name.startsWith("EVAL") || name.equals("FCALL")) {
            scripts.incrementAndGet();
            return null;
        }
        if (name.equals("CLUSTER")) {
            maps.incrementAndGet();
            return "*1\r\n*3\r\n:0\r\n:16383\r\n*3\r\n$9\r\n127.0.0.1\r\n:" + port() + "\r\n$1\r\nx\r\n";
        }
        return "+OK\r\n";
    }

    @Override
    public void close() {
        server.close();
    }
}
