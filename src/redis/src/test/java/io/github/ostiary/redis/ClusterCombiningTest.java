package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Algorithm;
import io.github.ostiary.TimeSource;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreCounts;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Asked;
import io.github.ostiary.testing.Crowd;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.RedisCluster;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Decisions of many threads on the servers of a cluster: those of one server travel together, through a {@link Pipeline}, others
 * are not waited for.
 */
@Tag("slow")
class ClusterCombiningTest {

    private static final int THREADS = 32;
    private static final Limit AMPLE = Limits.of(Algorithm.SLIDING_LOG, "1000/1h");
    private static RedisCluster cluster;

    private final TimeSource time = TimeSource.system();
    private final StoreCounts counts = new StoreCounts();
    private final String prefix = "c:" + UUID.randomUUID();
    private final Store store = open(Duration.ofSeconds(20));

    @BeforeAll
    static void start() {
        cluster = RedisCluster.start();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @AfterEach
    void close() {
        cluster.nodes().forEach(RedisServer::resume);
        store.close();
    }

    private Store open(Duration timeout) {
        try {
            Store opened = RedisStore.open(RedisUri.parse(cluster.uri()), prefix, timeout, time, counts, null);
            opened.ping();
            return opened;
        } catch (StoreException e) {
            throw new IllegalStateException(e);
        }
    }

    private static RedisServer node(int number) {
        return cluster.nodes().get(number);
    }

    private static List<String> identitiesOf(RedisServer owner, int howMany) {
        return cluster.identitiesOf(owner).limit(howMany).toList();
    }

    private static List<Charge> hit(String identity) {
        return List.of(new Charge(AMPLE, identity, 1));
    }

    private Callable<List<Verdict>> asking(String identity) {
        return () -> Asked.decide(store, hit(identity));
    }

    private long left(String identity) throws StoreException {
        return Asked.peek(store, hit(identity)).get(0).remaining();
    }

    private long calls() {
        return LongStream.of(counts.calls().counts()).sum();
    }

    @Test
    void decisionsOnOneServerTravelTogether() throws Exception {
        List<String> identities = identitiesOf(node(0), THREADS);
        Asked.decide(store, hit(identities.get(0)));
        long before = calls();
        QueuedAsks asks =
                QueuedAsks.of(node(0), identities.stream().map(this::asking).toList());
        assertThat(asks.failures).isEmpty();
        assertThat(asks.passed()).isEqualTo(THREADS);
        assertThat(calls() - before).as("writes").isEqualTo(Node.LANES + 1);
        assertThat(left(identities.get(0))).isEqualTo(998);
        for (String identity : identities.subList(1, THREADS)) {
            assertThat(left(identity)).as(identity).isEqualTo(999);
        }
    }

    /** A flood of one caller: what shares a slot shares a script call. */
    @Test
    void decisionsOfOneIdentityShareAScriptCall() throws Exception {
        String identity = identitiesOf(node(1), 1).get(0);
        Asked.decide(store, hit(identity));
        long before = node(1).decidingCalls();
        QueuedAsks asks = QueuedAsks.of(
                node(1),
                Collections.nCopies(THREADS, identity).stream()
                        .map(this::asking)
                        .toList());
        assertThat(asks.passed()).isEqualTo(THREADS);
        assertThat(node(1).decidingCalls() - before).isEqualTo(Node.LANES + 1);
        assertThat(asks.verdicts.stream().map(Verdict::remaining).sorted())
                .containsExactlyElementsOf(IntStream.range(999 - THREADS, 999)
                        .mapToObj(i -> (long) i)
                        .toList());
    }

    /** Several identities whose slots one server has: asked together, and committed together, with what others ask. */
    @Test
    void decisionsOverIdentitiesOfOneServerTravelToo() throws Exception {
        List<String> two = identitiesOf(node(2), 2);
        List<Charge> both = List.of(new Charge(AMPLE, two.get(0), 1), new Charge(AMPLE, two.get(1), 1));
        Asked.decide(store, both);
        long before = calls();
        QueuedAsks asks = QueuedAsks.of(
                node(2), Collections.nCopies(THREADS, (Callable<List<Verdict>>) () -> Asked.decide(store, both)));
        assertThat(asks.passed()).isEqualTo(2 * THREADS);
        assertThat(calls() - before).isLessThan(THREADS);
        assertThat(left(two.get(0))).isEqualTo(999 - THREADS);
        assertThat(left(two.get(1))).isEqualTo(999 - THREADS);
    }

    /** What one of them asks cannot be told: the others are. */
    @Test
    void aForeignTypeFailsOnlyThoseWhoAskForIt() throws Exception {
        List<String> identities = identitiesOf(node(0), 8);
        node(0).ask(jedis -> jedis.set(prefix + ":1:{" + identities.get(7) + "}:test:L0", "not a list"));
        QueuedAsks asks = QueuedAsks.of(
                node(0),
                IntStream.range(0, 32)
                        .mapToObj(i -> asking(identities.get(i % 8)))
                        .toList());
        assertThat(asks.failures).hasSize(4).allSatisfy(e -> assertThat(e).hasMessage("Redis refuses: WRONGTYPE"));
        assertThat(asks.passed()).isEqualTo(28);
    }

    @Test
    void neverOnePermitMoreForManyThreadsOfSeveralNodes() throws Exception {
        Limit scarce = Limits.of(Algorithm.SLIDING_LOG, "5/1h");
        int identities = 40;
        AtomicIntegerArray passed = new AtomicIntegerArray(identities);
        try (Store other = open(Duration.ofSeconds(20))) {
            Crowd.of(THREADS, thread -> () -> {
                Store mine = thread % 2 == 0 ? store : other;
                for (int i = 0; i < identities; i++) {
                    int one = (i + thread / 4) % identities;
                    if (Asked.decide(mine, List.of(new Charge(scarce, "s" + one, 1)))
                            .get(0)
                            .passed()) {
                        passed.incrementAndGet(one);
                    }
                }
                return null;
            });
        }
        for (int i = 0; i < identities; i++) {
            assertThat(passed.get(i)).as("permits of 5").isEqualTo(5);
        }
    }

    /** It holds whom it alone can answer; others pass by. */
    @Test
    void aHungServerHoldsOnlyWhomItOwns() throws Exception {
        List<String> held = identitiesOf(node(0), THREADS);
        List<String> free = new ArrayList<>(identitiesOf(node(1), 100));
        free.addAll(identitiesOf(node(2), 100));
        node(0).pause();
        QueuedAsks asks = QueuedAsks.begin(held.stream().map(this::asking).toList());
        Crowd.of(4, thread -> () -> {
            for (String identity : free) {
                assertThat(Asked.decide(store, hit(identity)).get(0).passed()).isTrue();
            }
            return null;
        });
        assertThat(asks.alive()).as("still held").isEqualTo(THREADS);
        node(0).resume();
        assertThat(asks.join().passed()).isEqualTo(THREADS);
    }

    /** Whoever leaves before it was sent has not counted, and is told so; of the others nobody knows. */
    @Test
    void whoLeavesUnsentHasNotCounted() throws Exception {
        List<String> held = identitiesOf(node(0), THREADS);
        Asked.decide(store, hit(held.get(0)));
        node(0).pause();
        QueuedAsks asks = QueuedAsks.begin(held.stream()
                .map(identity -> (Callable<List<Verdict>>)
                        () -> store.ask(Operation.DECIDE, hit(identity), time.micros() + 1_000_000))
                .toList());
        asks.join();
        node(0).resume();
        assertThat(asks.verdicts).isEmpty();
        assertThat(asks.failures).hasSize(THREADS);
        long unknown = asks.failures.stream()
                .filter(e -> String.valueOf(e.getMessage()).contains("may have been counted"))
                .count();
        long counted = -1;
        for (String identity : held) {
            counted += 1_000 - left(identity);
        }
        assertThat(counted).as("of %d that were sent", unknown).isBetween(0L, unknown);
    }

    /** A call that was cut may have counted: nobody's is sent again. */
    @Test
    void neverRepeatsABatchThatMayHaveCounted() throws Exception {
        try (FakeClusterNode node = new FakeClusterNode();
                Store fake = node.store(Duration.ofSeconds(20))) {
            fake.ping();
            Crowd.of(THREADS, i -> () -> {
                assertThatThrownBy(() -> Asked.decide(fake, hit("u" + i))).isInstanceOf(StoreException.class);
                return null;
            });
            assertThat(node.scripts()).isBetween(1, THREADS);
        }
    }

    @Test
    void whoComesAfterTheEndIsTold() {
        Store closed = open(Duration.ofSeconds(2));
        closed.close();
        assertThatThrownBy(() -> Asked.decide(closed, hit("bob"))).isInstanceOf(StoreException.class);
    }
}
