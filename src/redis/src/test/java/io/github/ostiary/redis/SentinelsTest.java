package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.testing.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which primary is used where sentinels do not agree. */
class SentinelsTest {

    private static final Duration BOUND = Duration.ofSeconds(20);

    /** Somebody who is asked: a primary. */
    private static final class Primary {

        private final AtomicInteger asked = new AtomicInteger();
        private final FakeServer server;

        Primary() {
            try {
                server = new FakeServer(command -> {
                    asked.incrementAndGet();
                    return "+OK\r\n";
                });
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        /** As a sentinel tells it. */
        String address() {
            String port = Integer.toString(server.port());
            return "*2\r\n$9\r\n127.0.0.1\r\n$" + port.length() + "\r\n" + port + "\r\n";
        }
    }

    private final Primary deposed = new Primary();
    private final Primary elected = new Primary();
    private final List<FakeServer> sentinels = new ArrayList<>();

    /** Whom each of them names; null if it hangs up. */
    private volatile @Nullable Primary[] named = {};

    @AfterEach
    void close() {
        sentinels.forEach(FakeServer::close);
        deposed.server.close();
        elected.server.close();
    }

    private Store open(@Nullable Primary... names) throws IOException {
        named = names;
        for (int i = 0; i < names.length; i++) {
            int number = i;
            sentinels.add(new FakeServer(command -> {
                Primary primary = named[number];
                return primary == null ? null : primary.address();
            }));
        }
        String hosts =
                sentinels.stream().map(each -> "127.0.0.1:" + each.port()).collect(Collectors.joining(","));
        return RedisStore.open(
                RedisUri.parse("redis+sentinel://" + hosts + "/main"), "p", Duration.ofSeconds(5), TimeSource.system());
    }

    /** Neither is a Redis that could say more. */
    private static void ping(Store store) {
        try {
            store.ping();
        } catch (StoreException e) {
            assertThat(e).hasMessageNotContaining("sentinel");
        }
    }

    /** One was cut off and knows of no failover; it is asked first, second, or last. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void theMinorityIsNotBelieved(int cutOff) throws Exception {
        try (Store store = open(IntStream.range(0, 3)
                .mapToObj(i -> i == cutOff ? deposed : elected)
                .toArray(Primary[]::new))) {
            ping(store);
            assertThat(deposed.asked).hasValue(0);
            assertThat(elected.asked).hasPositiveValue();
        }
    }

    @Test
    void whereFewAnswerThePrimaryInUseStays() throws Exception {
        try (Store store = open(deposed, deposed, deposed)) {
            ping(store);
            named = new Primary[] {elected, null, null};
            ping(store);
            assertThat(elected.asked).hasValue(0);
            named = new Primary[] {elected, null, elected};
            Await.until(
                    () -> {
                        ping(store);
                        return elected.asked.get() > 0;
                    },
                    BOUND);
        }
    }

    /** Two of three are away at a start: the third is better than none. */
    @Test
    void whereNoPrimaryIsInUseTheOnlyAnswerIsBelieved() throws Exception {
        try (Store store = open(null, elected, null)) {
            ping(store);
            assertThat(elected.asked).hasPositiveValue();
        }
    }
}
