package io.github.ostiary.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.github.ostiary.TimeSource;
import io.github.ostiary.redis.RedisStore;
import io.github.ostiary.redis.RedisUri;
import io.github.ostiary.store.SharedState.Entry;
import io.github.ostiary.store.SharedState.Line;
import io.github.ostiary.store.SharedState.Lines;
import io.github.ostiary.store.SharedState.Topic;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.params.SetParams;

/** What the shared state of every store promises. */
class SharedStateContractTest extends SharedStatePlaces {

    private static Entry entry(String name, String text, long seconds) {
        return new Entry(name, text, seconds * SECOND);
    }

    private static List<String> texts(SharedState sharedState, Topic topic) throws StoreException {
        return sharedState.entries(topic, 100).stream().map(Entry::text).toList();
    }

    @ParameterizedTest
    @EnumSource
    void aNoticeStandsUntilItIsReplacedOrRemoved(Place place) throws StoreException {
        SharedState sharedState = open(place).sharedState();
        assertThat(sharedState.get(FEW, "a")).isEmpty();
        sharedState.put(FEW, entry("a", "one, with ü, \n and \0", 60));
        assertThat(sharedState.get(FEW, "a")).map(Entry::text).hasValue("one, with ü, \n and \0");
        assertThat(sharedState.get(FEW, "a").orElseThrow().leftMicros()).isBetween(SECOND, 60 * SECOND);
        sharedState.put(FEW, entry("a", "two", 60));
        assertThat(texts(sharedState, FEW)).containsExactly("two");
        assertThat(sharedState.remove(FEW, "a")).isTrue();
        assertThat(sharedState.remove(FEW, "a")).isFalse();
        assertThat(sharedState.get(FEW, "a")).isEmpty();
        assertThat(sharedState.entries(FEW, 10)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void noticesAreListedInTheOrderOfTheirEndsAndTheFirstGivesWay(Place place) throws StoreException {
        SharedState sharedState = open(place).sharedState();
        sharedState.put(FEW, entry("c", "third", 300));
        sharedState.put(FEW, entry("a", "first", 100));
        sharedState.put(FEW, entry("b", "second", 200));
        assertThat(texts(sharedState, FEW)).containsExactly("first", "second", "third");
        assertThat(sharedState.entries(FEW, 2)).extracting(Entry::name).containsExactly("a", "b");
        sharedState.put(FEW, entry("d", "fourth", 400));
        assertThat(texts(sharedState, FEW)).containsExactly("second", "third", "fourth");
        sharedState.put(FEW, entry("b", "second, later", 500));
        assertThat(texts(sharedState, FEW)).containsExactly("third", "fourth", "second, later");
    }

    @ParameterizedTest
    @EnumSource
    void whatIsSaidOnceOfACallerIsSaidByTheFirstAlone(Place place) throws StoreException {
        SharedState board = open(place).sharedState();
        assertThat(board.first("bob", "api:N0.80", 60 * SECOND)).isTrue();
        assertThat(board.first("bob", "api:N0.80", 60 * SECOND)).isFalse();
        assertThat(board.first("bob", "api:N0.100", 60 * SECOND)).isTrue();
        assertThat(board.first("ann", "api:N0.80", 30_000)).isTrue();
        while (!board.first("ann", "api:N0.80", 60 * SECOND)) {
            time.advance(Duration.ofMillis(10));
        }
        assertThat(board.first("ann", "api:N0.80", 60 * SECOND)).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void manyArePutInOneCall(Place place) throws StoreException {
        SharedState sharedState = open(place).sharedState();
        sharedState.put(FEW, entry("a", "before", 50));
        sharedState.put(FEW, List.of(entry("c", "third", 300), entry("a", "first", 100), entry("b", "second", 200)));
        assertThat(texts(sharedState, FEW)).containsExactly("first", "second", "third");
        sharedState.put(FEW, List.of(entry("d", "fourth", 400), entry("e", "fifth", 500)));
        assertThat(texts(sharedState, FEW)).containsExactly("third", "fourth", "fifth");
    }

    @ParameterizedTest
    @EnumSource
    void noticesAndLinesArePutInOneCall(Place place) throws StoreException {
        SharedState sharedState = open(place).sharedState();
        sharedState.append(FEW, List.of("0"), 60 * SECOND);
        sharedState.put(FEW, List.of(entry("a", "text", 60)), new Lines(List.of("1", "2"), 60 * SECOND, 3));
        assertThat(texts(sharedState, FEW)).containsExactly("text");
        assertThat(sharedState.lines(FEW, 10)).extracting(Line::text).containsExactly("2", "1", "0");
        sharedState.put(FEW, List.of(entry("a", "other", 60)), Lines.NONE);
        sharedState.put(FEW, List.of(entry("b", "more", 70)), new Lines(List.of("3", "4"), 60 * SECOND, 4));
        assertThat(texts(sharedState, FEW)).containsExactly("other", "more");
        assertThat(sharedState.lines(FEW, 10)).extracting(Line::text).containsExactly("4", "3", "2");
        assertThat(sharedState.lines(new Topic(FEW.name(), 10), 10))
                .as("their number is apart from that of entries")
                .extracting(Line::text)
                .containsExactly("4", "3", "2", "1");
    }

    @ParameterizedTest
    @EnumSource
    void theVersionIsAnotherAfterEveryChange(Place place) throws StoreException {
        SharedState sharedState = open(place).sharedState();
        Set<String> seen = new HashSet<>();
        assertThat(sharedState.version(FEW)).isEmpty();
        for (int i = 0; i < 5; i++) {
            sharedState.put(FEW, entry("a", "same", 60));
            assertThat(seen.add(sharedState.version(FEW))).as("%s. time", i).isTrue();
        }
        sharedState.put(FEW, entry("b", "same", 60));
        sharedState.remove(FEW, "a");
        String last = sharedState.version(FEW);
        assertThat(seen.add(last)).isTrue();
        texts(sharedState, FEW);
        assertThat(sharedState.version(FEW)).as("looking changes nothing").isEqualTo(last);
        sharedState.remove(FEW, "b");
        assertThat(seen.add(sharedState.version(FEW)))
                .as("that nothing is left is told from a loss")
                .isTrue();
        assertThat(sharedState.version(FEW)).isNotEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void shelvesAreApart(Place place) throws StoreException {
        SharedState sharedState = open(place).sharedState();
        Topic other = new Topic("other", 3);
        sharedState.put(FEW, entry("a", "here", 60));
        sharedState.append(FEW, List.of("line"), SECOND * 60);
        assertThat(sharedState.entries(other, 10)).isEmpty();
        assertThat(sharedState.lines(other, 10)).isEmpty();
        assertThat(sharedState.version(other)).isEmpty();
        assertThat(sharedState.entries(FEW, 10)).hasSize(1);
        assertThat(sharedState.lines(FEW, 10)).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void theNewestLinesStay(Place place) throws StoreException {
        SharedState sharedState = open(place).sharedState();
        assertThat(sharedState.lines(FEW, 10)).isEmpty();
        sharedState.append(FEW, List.of("1", "2"), 60 * SECOND);
        sharedState.append(FEW, List.of(), 60 * SECOND);
        sharedState.append(FEW, List.of("3 with\nnew lines and  blanks", "4"), 60 * SECOND);
        assertThat(sharedState.lines(FEW, 10))
                .extracting(Line::text)
                .containsExactly("4", "3 with\nnew lines and  blanks", "2");
        assertThat(sharedState.lines(FEW, 1)).extracting(Line::text).containsExactly("4");
    }

    @ParameterizedTest
    @EnumSource(names = {"LOCAL", "REDIS"})
    void noticesEndByThemselves(Place place) throws StoreException {
        Store store = open(place);
        store.sharedState().put(FEW, entry("short", "1", 10));
        store.sharedState().put(FEW, entry("long", "2", 20));
        time.advance(Duration.ofMillis(9_999));
        assertThat(texts(store.sharedState(), FEW)).containsExactly("1", "2");
        assertThat(store.sharedState().get(FEW, "short").orElseThrow().leftMicros())
                .isBetween(1L, 1_000L);
        time.advance(Duration.ofMillis(2));
        assertThat(texts(store.sharedState(), FEW)).containsExactly("2");
        assertThat(store.sharedState().get(FEW, "short")).isEmpty();
        assertThat(store.sharedState().remove(FEW, "short")).isFalse();
        time.advance(Duration.ofMillis(10_001));
        assertThat(store.sharedState().entries(FEW, 10)).isEmpty();
        assertThat(store.sharedState().version(FEW)).isNotEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"LOCAL", "REDIS"})
    void aShorterNoticeInPlaceOfALongerOneEndsSooner(Place place) throws StoreException {
        Store store = open(place);
        store.sharedState().put(FEW, entry("a", "long", 100));
        store.sharedState().put(FEW, entry("a", "short", 10));
        store.sharedState().put(FEW, entry("b", "other", 50));
        time.advance(Duration.ofSeconds(11));
        assertThat(texts(store.sharedState(), FEW)).containsExactly("other");
    }

    @ParameterizedTest
    @EnumSource(names = {"LOCAL", "REDIS"})
    void linesEndByThemselvesAndTellWhenTheyCame(Place place) throws StoreException {
        Store store = open(place);
        store.sharedState().append(FEW, List.of("1"), 10 * SECOND);
        time.advance(Duration.ofSeconds(6));
        store.sharedState().append(FEW, List.of("2"), 10 * SECOND);
        assertThat(store.sharedState().lines(FEW, 10)).containsExactly(new Line(0, "2"), new Line(6 * SECOND, "1"));
        time.advance(Duration.ofSeconds(5));
        assertThat(store.sharedState().lines(FEW, 10)).extracting(Line::text).containsExactly("2");
        time.advance(Duration.ofSeconds(6));
        assertThat(store.sharedState().lines(FEW, 10)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void whatIsTooLongOrMisnamedIsRefusedBeforeItIsSent(Place place) throws StoreException {
        SharedState sharedState = open(place).sharedState();
        String tooLong = "x".repeat(SharedState.MAX_TEXT + 1);
        assertThatThrownBy(() -> sharedState.put(FEW, entry("a", tooLong, 1))).hasMessageContaining("16384");
        assertThatThrownBy(() -> sharedState.append(FEW, List.of(tooLong), SECOND))
                .hasMessageContaining("16384");
        assertThatThrownBy(() -> entry("a b", "", 1)).hasMessageContaining("[A-Za-z0-9._-]{1,64}");
        assertThatThrownBy(() -> entry("a", "", 0)).hasMessageContaining("ended");
        assertThatThrownBy(() -> new Topic("A", 1)).hasMessageContaining("[a-z]");
        assertThatThrownBy(() -> new Topic("a", 0)).hasMessageContaining("1 to");
        assertThat(sharedState.entries(FEW, 10)).isEmpty();
        assertThat(sharedState.lines(FEW, 10)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void manyThreadsLoseNothing(Place place) throws StoreException {
        SharedState sharedState = open(place).sharedState();
        Topic many = new Topic("many", 1_000);
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = IntStream.range(0, 4)
                .mapToObj(thread -> new Thread(() -> {
                    try {
                        for (int i = 0; i < 25; i++) {
                            sharedState.put(many, entry("n" + thread + "-" + i, "text", 60 + i));
                            sharedState.append(many, List.of(thread + "-" + i), 60 * SECOND);
                        }
                    } catch (Throwable e) {
                        failures.add(e);
                    }
                }))
                .toList();
        threads.forEach(Thread::start);
        threads.forEach(SharedStateContractTest::join);
        assertThat(failures).isEmpty();
        assertThat(sharedState.entries(many, 1_000)).hasSize(100);
        assertThat(sharedState.lines(many, 1_000))
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
            store.sharedState().put(FEW, entry("a", "text", 60));
            store.sharedState().put(FEW, entry("b", "text", 30));
            store.sharedState().remove(FEW, "a");
            store.sharedState().append(FEW, List.of("line"), 60 * SECOND);
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
            store.sharedState().put(FEW, List.of(entry("a", "text", 60)), new Lines(List.of("line"), 60 * SECOND, 3));
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
            assertThat(store.sharedState().entries(many, 10))
                    .extracting(Entry::name, Entry::text)
                    .containsExactlyInAnyOrder(
                            tuple("a", "text"), tuple("huge", ""), tuple("long", ""), tuple("textless", ""));
            assertThat(store.sharedState().lines(many, 10))
                    .extracting(Line::text)
                    .containsExactly("line");
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
            assertThatThrownBy(() -> store.sharedState().append(FEW, List.of("mine"), SECOND))
                    .isInstanceOf(StoreException.class)
                    .hasMessageNotContaining(own);
        }
        String left = RedisServer.shared().ask(jedis -> jedis.get(own + ":1:board:{few}:lines"));
        assertThat(left).isEqualTo("theirs");
    }
}
