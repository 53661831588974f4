package io.github.ostiary.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.TimeSource;
import io.github.ostiary.redis.RedisStore;
import io.github.ostiary.redis.RedisUri;
import io.github.ostiary.store.SharedState.Entry;
import io.github.ostiary.store.SharedState.Line;
import io.github.ostiary.store.SharedState.Lines;
import io.github.ostiary.store.SharedState.Topic;
import io.github.ostiary.testing.Backend;
import io.github.ostiary.testing.RedisCluster;
import io.github.ostiary.testing.RedisSentinel;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.params.SetParams;

/** What the boards of all stores promise. */
class SharedStateContractTest {

    private static final long SECOND = 1_000_000;
    private static final Topic FEW = new Topic("few", 3);

    private static RedisSentinel sentinel;
    private static RedisCluster cluster;

    /** Where a board can be; the clocks of the first two are in the test's hand. */
    enum Place {
        LOCAL,
        REDIS,
        SENTINEL,
        CLUSTER
    }

    private final ManualTimeSource time = new ManualTimeSource();
    private final String prefix = "board-" + UUID.randomUUID();
    private final List<Store> opened = new ArrayList<>();

    private Store open(Place place) throws StoreException {
        Store store =
                switch (place) {
                    case LOCAL -> Backend.LOCAL.store(time, prefix);
                    case REDIS -> Backend.REDIS.store(time, prefix);
                    case SENTINEL -> open(sentinelUri());
                    case CLUSTER -> open(clusterUri());
                };
        store.ping();
        opened.add(store);
        return store;
    }

    private Store open(String uri) {
        return RedisStore.open(RedisUri.parse(uri), prefix, Duration.ofSeconds(5), TimeSource.system());
    }

    private static String sentinelUri() {
        sentinel = sentinel == null ? RedisSentinel.start() : sentinel;
        return sentinel.uri();
    }

    private static String clusterUri() {
        cluster = cluster == null ? RedisCluster.start() : cluster;
        return cluster.uri();
    }

    @AfterEach
    void close() {
        opened.forEach(Store::close);
    }

    @AfterAll
    static void stop() {
        if (sentinel != null) {
            sentinel.close();
        }
        if (cluster != null) {
            cluster.close();
        }
    }

    private static Entry notice(String name, String text, long seconds) {
        return new Entry(name, text, seconds * SECOND);
    }

    private static List<String> texts(SharedState board, Topic shelf) throws StoreException {
        return board.notices(shelf, 100).stream().map(Entry::text).toList();
    }

    @ParameterizedTest
    @EnumSource
    void aNoticeStandsUntilItIsReplacedOrRemoved(Place place) throws StoreException {
        SharedState board = open(place).board();
        assertThat(board.get(FEW, "a")).isEmpty();
        board.put(FEW, notice("a", "one, with ü, \n and \0", 60));
        assertThat(board.get(FEW, "a")).map(Entry::text).hasValue("one, with ü, \n and \0");
        assertThat(board.get(FEW, "a").orElseThrow().leftMicros()).isBetween(SECOND, 60 * SECOND);
        board.put(FEW, notice("a", "two", 60));
        assertThat(texts(board, FEW)).containsExactly("two");
        assertThat(board.remove(FEW, "a")).isTrue();
        assertThat(board.remove(FEW, "a")).isFalse();
        assertThat(board.get(FEW, "a")).isEmpty();
        assertThat(board.notices(FEW, 10)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void noticesAreListedInTheOrderOfTheirEndsAndTheFirstGivesWay(Place place) throws StoreException {
        SharedState board = open(place).board();
        board.put(FEW, notice("c", "third", 300));
        board.put(FEW, notice("a", "first", 100));
        board.put(FEW, notice("b", "second", 200));
        assertThat(texts(board, FEW)).containsExactly("first", "second", "third");
        assertThat(board.notices(FEW, 2)).extracting(Entry::name).containsExactly("a", "b");
        board.put(FEW, notice("d", "fourth", 400));
        assertThat(texts(board, FEW)).containsExactly("second", "third", "fourth");
        board.put(FEW, notice("b", "second, later", 500));
        assertThat(texts(board, FEW)).containsExactly("third", "fourth", "second, later");
    }

    @ParameterizedTest
    @EnumSource
    void manyArePutInOneCall(Place place) throws StoreException {
        SharedState board = open(place).board();
        board.put(FEW, notice("a", "before", 50));
        board.put(FEW, List.of(notice("c", "third", 300), notice("a", "first", 100), notice("b", "second", 200)));
        assertThat(texts(board, FEW)).containsExactly("first", "second", "third");
        board.put(FEW, List.of(notice("d", "fourth", 400), notice("e", "fifth", 500)));
        assertThat(texts(board, FEW)).containsExactly("third", "fourth", "fifth");
    }

    @ParameterizedTest
    @EnumSource
    void noticesAndLinesArePutInOneCall(Place place) throws StoreException {
        SharedState board = open(place).board();
        board.append(FEW, List.of("0"), 60 * SECOND);
        board.put(FEW, List.of(notice("a", "text", 60)), new Lines(List.of("1", "2"), 60 * SECOND, 3));
        assertThat(texts(board, FEW)).containsExactly("text");
        assertThat(board.lines(FEW, 10)).extracting(Line::text).containsExactly("2", "1", "0");
        board.put(FEW, List.of(notice("a", "other", 60)), Lines.NONE);
        board.put(FEW, List.of(notice("b", "more", 70)), new Lines(List.of("3", "4"), 60 * SECOND, 4));
        assertThat(texts(board, FEW)).containsExactly("other", "more");
        assertThat(board.lines(FEW, 10)).extracting(Line::text).containsExactly("4", "3", "2");
        assertThat(board.lines(new Topic(FEW.name(), 10), 10))
                .as("their number is apart from that of notices")
                .extracting(Line::text)
                .containsExactly("4", "3", "2", "1");
    }

    @ParameterizedTest
    @EnumSource
    void theVersionIsAnotherAfterEveryChange(Place place) throws StoreException {
        SharedState board = open(place).board();
        Set<String> seen = new HashSet<>();
        assertThat(board.version(FEW)).isEmpty();
        for (int i = 0; i < 5; i++) {
            board.put(FEW, notice("a", "same", 60));
            assertThat(seen.add(board.version(FEW))).as("%s. time", i).isTrue();
        }
        board.put(FEW, notice("b", "same", 60));
        board.remove(FEW, "a");
        String last = board.version(FEW);
        assertThat(seen.add(last)).isTrue();
        texts(board, FEW);
        assertThat(board.version(FEW)).as("looking changes nothing").isEqualTo(last);
        board.remove(FEW, "b");
        assertThat(seen.add(board.version(FEW)))
                .as("that nothing is left is told from a loss")
                .isTrue();
        assertThat(board.version(FEW)).isNotEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void shelvesAreApart(Place place) throws StoreException {
        SharedState board = open(place).board();
        Topic other = new Topic("other", 3);
        board.put(FEW, notice("a", "here", 60));
        board.append(FEW, List.of("line"), SECOND * 60);
        assertThat(board.notices(other, 10)).isEmpty();
        assertThat(board.lines(other, 10)).isEmpty();
        assertThat(board.version(other)).isEmpty();
        assertThat(board.notices(FEW, 10)).hasSize(1);
        assertThat(board.lines(FEW, 10)).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void theNewestLinesStay(Place place) throws StoreException {
        SharedState board = open(place).board();
        assertThat(board.lines(FEW, 10)).isEmpty();
        board.append(FEW, List.of("1", "2"), 60 * SECOND);
        board.append(FEW, List.of(), 60 * SECOND);
        board.append(FEW, List.of("3 with\nnew lines and  blanks", "4"), 60 * SECOND);
        assertThat(board.lines(FEW, 10))
                .extracting(Line::text)
                .containsExactly("4", "3 with\nnew lines and  blanks", "2");
        assertThat(board.lines(FEW, 1)).extracting(Line::text).containsExactly("4");
    }

    @ParameterizedTest
    @EnumSource(names = {"LOCAL", "REDIS"})
    void noticesEndByThemselves(Place place) throws StoreException {
        Store store = open(place);
        store.board().put(FEW, notice("short", "1", 10));
        store.board().put(FEW, notice("long", "2", 20));
        time.advance(Duration.ofMillis(9_999));
        assertThat(texts(store.board(), FEW)).containsExactly("1", "2");
        assertThat(store.board().get(FEW, "short").orElseThrow().leftMicros()).isBetween(1L, 1_000L);
        time.advance(Duration.ofMillis(2));
        assertThat(texts(store.board(), FEW)).containsExactly("2");
        assertThat(store.board().get(FEW, "short")).isEmpty();
        assertThat(store.board().remove(FEW, "short")).isFalse();
        time.advance(Duration.ofMillis(10_001));
        assertThat(store.board().notices(FEW, 10)).isEmpty();
        assertThat(store.board().version(FEW)).isNotEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"LOCAL", "REDIS"})
    void aShorterNoticeInPlaceOfALongerOneEndsSooner(Place place) throws StoreException {
        Store store = open(place);
        store.board().put(FEW, notice("a", "long", 100));
        store.board().put(FEW, notice("a", "short", 10));
        store.board().put(FEW, notice("b", "other", 50));
        time.advance(Duration.ofSeconds(11));
        assertThat(texts(store.board(), FEW)).containsExactly("other");
    }

    @ParameterizedTest
    @EnumSource(names = {"LOCAL", "REDIS"})
    void linesEndByThemselvesAndTellWhenTheyCame(Place place) throws StoreException {
        Store store = open(place);
        store.board().append(FEW, List.of("1"), 10 * SECOND);
        time.advance(Duration.ofSeconds(6));
        store.board().append(FEW, List.of("2"), 10 * SECOND);
        assertThat(store.board().lines(FEW, 10)).containsExactly(new Line(0, "2"), new Line(6 * SECOND, "1"));
        time.advance(Duration.ofSeconds(5));
        assertThat(store.board().lines(FEW, 10)).extracting(Line::text).containsExactly("2");
        time.advance(Duration.ofSeconds(6));
        assertThat(store.board().lines(FEW, 10)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void whatIsTooLongOrMisnamedIsRefusedBeforeItIsSent(Place place) throws StoreException {
        SharedState board = open(place).board();
        String tooLong = "x".repeat(SharedState.MAX_TEXT + 1);
        assertThatThrownBy(() -> board.put(FEW, notice("a", tooLong, 1))).hasMessageContaining("16384");
        assertThatThrownBy(() -> board.append(FEW, List.of(tooLong), SECOND)).hasMessageContaining("16384");
        assertThatThrownBy(() -> notice("a b", "", 1)).hasMessageContaining("[A-Za-z0-9._-]{1,64}");
        assertThatThrownBy(() -> notice("a", "", 0)).hasMessageContaining("ended");
        assertThatThrownBy(() -> new Topic("A", 1)).hasMessageContaining("[a-z]");
        assertThatThrownBy(() -> new Topic("a", 0)).hasMessageContaining("1 to");
        assertThat(board.notices(FEW, 10)).isEmpty();
        assertThat(board.lines(FEW, 10)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void manyThreadsLoseNothing(Place place) throws StoreException {
        SharedState board = open(place).board();
        Topic many = new Topic("many", 1_000);
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = IntStream.range(0, 4)
                .mapToObj(thread -> new Thread(() -> {
                    try {
                        for (int i = 0; i < 25; i++) {
                            board.put(many, notice("n" + thread + "-" + i, "text", 60 + i));
                            board.append(many, List.of(thread + "-" + i), 60 * SECOND);
                        }
                    } catch (Throwable e) {
                        failures.add(e);
                    }
                }))
                .toList();
        threads.forEach(Thread::start);
        threads.forEach(SharedStateContractTest::join);
        assertThat(failures).isEmpty();
        assertThat(board.notices(many, 1_000)).hasSize(100);
        assertThat(board.lines(many, 1_000))
                .extracting(Line::text)
                .doesNotHaveDuplicates()
                .hasSize(100);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @EnumSource(names = "REDIS")
    void everyKeyInRedisEndsByItself(Place place) throws StoreException {
        String own = prefix + "-ttl";
        try (Store store = RedisStore.open(
                RedisUri.parse(RedisServer.shared().uri()), own, Duration.ofSeconds(5), TimeSource.system())) {
            store.board().put(FEW, notice("a", "text", 60));
            store.board().put(FEW, notice("b", "text", 30));
            store.board().remove(FEW, "a");
            store.board().append(FEW, List.of("line"), 60 * SECOND);
        }
        Set<String> keys = RedisServer.shared().ask(jedis -> jedis.keys(own + "*"));
        assertThat(keys)
                .containsExactlyInAnyOrder(
                        own + ":1:board:{few}:ends",
                        own + ":1:board:{few}:texts",
                        own + ":1:board:{few}:version",
                        own + ":1:board:{few}:lines");
        for (String key : keys) {
            long left = RedisServer.shared().ask(jedis -> jedis.pttl(key));
            assertThat(left).as(key).isBetween(1L, key.endsWith("version") ? 31 * 86_400_000L : 61_000L);
        }
    }

    /** Whoever can write to Redis can write what no node writes: the others are read all the same. */
    @ParameterizedTest
    @EnumSource(names = "REDIS")
    void whatNoNodeHasWrittenKeepsNothingFromBeingRead(Place place) throws StoreException {
        String own = prefix + "-rogue";
        try (Store store = RedisStore.open(
                RedisUri.parse(RedisServer.shared().uri()), own, Duration.ofSeconds(5), TimeSource.system())) {
            store.board().put(FEW, List.of(notice("a", "text", 60)), new Lines(List.of("line"), 60 * SECOND, 3));
            String key = own + ":1:board:{few}:";
            double end = System.currentTimeMillis() + 60_000;
            RedisServer.shared().ask(jedis -> {
                jedis.zadd(key + "ends", end, "no name");
                jedis.hset(key + "texts", "no name", "text");
                jedis.zadd(key + "ends", end, "huge");
                jedis.hset(key + "texts", "huge", "x".repeat(1_000_000));
                jedis.zadd(key + "ends", end, "long");
                jedis.hset(key + "texts", "long", "x".repeat(SharedState.MAX_TEXT + 1));
                jedis.zadd(key + "ends", end, "textless");
                jedis.lpush(key + "lines", "1 9999999999999 " + "x".repeat(1_000_000));
                return jedis.lpush(key + "lines", "1 9999999999999 " + "x".repeat(SharedState.MAX_TEXT + 1));
            });
            Topic many = new Topic(FEW.name(), 10);
            assertThat(store.board().notices(many, 10))
                    .extracting(Entry::name, Entry::text)
                    .containsExactlyInAnyOrder(
                            tuple("a", "text"), tuple("huge", ""), tuple("long", ""), tuple("textless", ""));
            assertThat(store.board().lines(many, 10)).extracting(Line::text).containsExactly("line");
        }
    }

    @ParameterizedTest
    @EnumSource(names = "REDIS")
    void aForeignKeyInTheWayIsToldAndLeftAlone(Place place) throws StoreException {
        String own = prefix + "-foreign";
        RedisServer.shared()
                .ask(jedis -> jedis.set(
                        own + ":1:board:{few}:lines",
                        "theirs",
                        SetParams.setParams().ex(60)));
        try (Store store = RedisStore.open(
                RedisUri.parse(RedisServer.shared().uri()), own, Duration.ofSeconds(5), TimeSource.system())) {
            assertThatThrownBy(() -> store.board().append(FEW, List.of("mine"), SECOND))
                    .isInstanceOf(StoreException.class)
                    .hasMessageNotContaining(own);
        }
        String left = RedisServer.shared().ask(jedis -> jedis.get(own + ":1:board:{few}:lines"));
        assertThat(left).isEqualTo("theirs");
    }
}
