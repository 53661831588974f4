package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.TimeSource;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.testing.Callers;
import io.github.ostiary.testing.FarServer;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import redis.clients.jedis.Connection;

/** A node never has more than six connections to a server, however many threads ask, and however often connections break. */
@Tag("slow")
@EnabledOnOs(OS.LINUX)
class ConnectionBoundTest {

    private static final int THREADS = 1_000;
    private static final int CALLS = 25;
    private static final int BOUND = 6;

    private static final Store.Observer UNMOVED = new Store.Observer() {
        @Override
        public void answered(String primary, long begun, long ended) {}

        @Override
        public void failed(String primary, StoreException failure) {}
    };

    private final AtomicInteger answered = new AtomicInteger();
    private final PlatformThreads asOfVirtualThreads = new PlatformThreads(true) {
        @Override
        boolean needed() {
            return true;
        }
    };

    /** The local ports that are connected, or connecting, to a port. */
    private static Set<String> connected(int port) {
        String there = String.format(Locale.ROOT, ":%04X", port);
        Set<String> found = new HashSet<>();
        for (String table : List.of("/proc/self/net/tcp", "/proc/self/net/tcp6")) {
            try (Stream<String> lines = Files.lines(Path.of(table))) {
                lines.map(line -> line.trim().split(" +"))
                        .filter(words -> words[2].endsWith(there) && (words[3].equals("01") || words[3].equals("02")))
                        .forEach(words -> found.add(words[1]));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
        return found;
    }

    private Callers.Round asking(Servers servers, int thread) {
        Charge charge = new Charge(Limits.of(Algorithm.SLIDING_LOG, "1000/1h"), "k" + thread, 1);
        return () -> {
            try {
                long deadline = servers.context.deadline();
                if (thread % 8 == 0) { // by hand
                    servers.ask(Store.UNDIVIDED, Connection::ping, deadline);
                } else {
                    servers.ask(Operation.DECIDE, List.of(charge), deadline);
                }
                answered.incrementAndGet();
            } catch (StoreException e) {
                // Its time was over, or its connection was cut.
            }
            return true;
        };
    }

    /** The table is no picture of one moment: what two of them in a row show was there at once. */
    @Test
    void aThousandThreadsOfAFarServerHaveSix() {
        try (RedisServer redis = RedisServer.start();
                FarServer far = FarServer.before(redis, Duration.ofMillis(5))) {
            ServerContext context = new ServerContext(
                    Script.decide(),
                    "bound",
                    500_000,
                    TimeSource.system(),
                    asOfVirtualThreads,
                    null,
                    new AtomicReference<>(UNMOVED));
            try (Owners owners = Connections.open(RedisUri.parse(far.uri()), context);
                    Servers servers = new Servers(owners, context)) {
                Callers callers = new Callers(THREADS, CALLS, i -> asking(servers, i));
                int most = 0;
                Set<String> before = Set.of();
                int looks = 0;
                for (; callers.done() < THREADS * CALLS; looks++) {
                    Set<String> now = connected(far.port());
                    before = new HashSet<>(before);
                    before.retainAll(now);
                    most = Math.max(most, before.size());
                    before = now;
                    if (looks % 50 == 49) {
                        far.cut();
                    }
                }
                callers.end();
                assertThat(most).as("of %d looks", looks).isBetween(1, BOUND);
                assertThat(answered).hasPositiveValue();
            }
        }
    }
}
