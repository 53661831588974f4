package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.TimeSource;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Asked;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Crowd;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.RedisCluster;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.Together;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;

/** Decisions that travel together to a server that has not run some of them: each counts once, wherever it must go. */
@Tag("slow")
@Together
class ClusterFollowingTest {

    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final int EACH = 12;
    private static final Limit AMPLE = Limits.of(Algorithm.SLIDING_LOG, "1000000/1h");

    private final RedisCluster cluster = RedisCluster.start();
    private final RedisServer from = cluster.nodes().get(0);
    private final RedisServer to = cluster.nodes().get(1);
    private final String toId = to.ask(Jedis::clusterMyId);
    private final String fromId = from.ask(Jedis::clusterMyId);
    private Store store;

    @BeforeEach
    void open() throws StoreException {
        store = RedisStore.open(RedisUri.parse(cluster.uri()), "p", Duration.ofSeconds(20), TimeSource.system());
        store.ping();
    }

    @AfterEach
    void close() {
        cluster.nodes().forEach(RedisServer::resume);
        store.close();
        cluster.close();
    }

    private static List<Charge> hit(String identity) {
        return List.of(new Charge(AMPLE, identity, 1));
    }

    private Callable<List<Verdict>> asking(String identity) {
        return () -> Asked.decide(store, hit(identity));
    }

    private static String key(String identity) {
        return "p:1:{" + identity + "}:test:L0";
    }

    private static Set<String> keys(RedisServer server) {
        return server.ask(jedis -> jedis.keys("p:1:{*"));
    }

    private long used(String identity) throws StoreException {
        return 1_000_000 - Asked.peek(store, hit(identity)).get(0).remaining();
    }

    private Stream<String> identitiesOfFrom() {
        return cluster.identitiesOf(from);
    }

    /** In turns, so that every batch has some of each. */
    private List<Callable<List<Verdict>>> asksOf(String... identities) {
        List<Callable<List<Verdict>>> asks = new ArrayList<>();
        for (int i = 0; i < EACH; i++) {
            Stream.of(identities).map(this::asking).forEach(asks::add);
        }
        return asks;
    }

    /** Who gets it is told first: in between, the others would send back and forth. */
    private void moveTo(int slot) {
        to.ask(jedis -> jedis.clusterSetSlotNode(slot, toId));
        cluster.nodes().forEach(node -> node.ask(jedis -> jedis.clusterSetSlotNode(slot, toId)));
    }

    private void beginToMove(int slot) {
        to.ask(jedis -> jedis.clusterSetSlotImporting(slot, fromId));
        from.ask(jedis -> jedis.clusterSetSlotMigrating(slot, toId));
    }

    private void migrate(String identity) {
        from.ask(jedis -> jedis.migrate("127.0.0.1", to.port(), key(identity), 0, 5_000));
    }

    /** Where the slot has gone they do not answer: those who need not go there are not kept. */
    @Test
    void whoMustGoElsewhereKeepsNobody() throws Exception {
        List<String> two = identitiesOfFrom().limit(2).toList();
        String mover = two.get(0);
        String stayer = two.get(1);
        Asked.decide(store, hit(mover));
        Asked.decide(store, hit(stayer));
        int slot = Topology.slot(mover);
        beginToMove(slot);
        migrate(mover);
        moveTo(slot);
        from.pause();
        to.pause();
        QueuedAsks asks = QueuedAsks.begin(asksOf(mover, stayer));
        from.resume();
        Await.until(() -> asks.alive() == EACH, BOUND);
        assertThat(asks.passed()).isEqualTo(EACH);
        to.resume();
        asks.join();
        assertThat(asks.failures).isEmpty();
        assertThat(asks.passed()).isEqualTo(2 * EACH);
        assertThat(used(mover)).isEqualTo(EACH + 1);
        assertThat(used(stayer)).isEqualTo(EACH + 1);
    }

    /** Of one slot some counters have moved, one has not, and one is new: a server says ASK of a call that speaks of all. */
    @Test
    void onTheWayEachCounterIsFoundWhereItIs() throws Exception {
        List<String> three = ofOneSlot(3);
        String moved = three.get(0);
        String stays = three.get(1);
        String fresh = three.get(2);
        Asked.decide(store, hit(moved));
        Asked.decide(store, hit(stays));
        beginToMove(Topology.slot(moved));
        migrate(moved);
        QueuedAsks asks = QueuedAsks.of(from, asksOf(moved, stays, fresh));
        assertThat(asks.failures).isEmpty();
        assertThat(used(stays)).isEqualTo(EACH + 1);
        assertThat(used(moved)).isEqualTo(EACH + 1);
        assertThat(used(fresh)).isEqualTo(EACH);
        assertThat(keys(from)).containsExactly(key(stays));
        assertThat(keys(to)).containsExactlyInAnyOrder(key(moved), key(fresh));
    }

    private List<String> ofOneSlot(int howMany) {
        int slot = Topology.slot(identitiesOfFrom().findFirst().orElseThrow());
        return IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> "u" + i)
                .filter(identity -> Topology.slot(identity) == slot)
                .limit(howMany)
                .toList();
    }

    /** All the while threads decide. */
    @Test
    void aSlotThatMovesUnderLoadLosesNothing() throws Exception {
        List<String> three = ofOneSlot(3);
        int slot = Topology.slot(three.get(0));
        AtomicIntegerArray decided = new AtomicIntegerArray(3);
        AtomicBoolean moved = new AtomicBoolean();
        Crowd.of(9, thread -> () -> {
            if (thread < 8) {
                for (int i = thread; !moved.get(); i++) {
                    Asked.decide(store, hit(three.get(i % 3)));
                    decided.incrementAndGet(i % 3);
                }
                return null;
            }
            try {
                Await.until(() -> decided.get(2) > 50, BOUND);
                beginToMove(slot);
                migrate(three.get(0));
                int before = decided.get(2);
                Await.until(() -> decided.get(2) > before + 50, BOUND);
                migrate(three.get(1));
                migrate(three.get(2));
                moveTo(slot);
                int then = decided.get(2);
                Await.until(() -> decided.get(2) > then + 50, BOUND);
                return null;
            } finally {
                moved.set(true);
            }
        });
        for (int i = 0; i < 3; i++) {
            assertThat(used(three.get(i))).as(three.get(i)).isEqualTo(decided.get(i));
        }
        assertThat(keys(from)).isEmpty();
    }

    /** Nobody has what they are to run any more: it is brought again, and each is run once. */
    @Test
    void aScriptThatIsGoneIsBroughtAgainForAll() throws Exception {
        List<String> two = identitiesOfFrom().limit(2).toList();
        Asked.decide(store, hit(two.get(0)));
        Asked.decide(store, hit(two.get(1)));
        from.ask(Jedis::scriptFlush);
        from.ask(ClusterFollowingTest::flushFunctions);
        QueuedAsks asks = QueuedAsks.of(from, asksOf(two.get(0), two.get(1)));
        assertThat(asks.failures).isEmpty();
        assertThat(used(two.get(0))).isEqualTo(EACH + 1);
        assertThat(used(two.get(1))).isEqualTo(EACH + 1);
    }

    private static String flushFunctions(Jedis jedis) {
        try {
            return jedis.functionFlush();
        } catch (JedisDataException e) {
            return "this server has none";
        }
    }
}
