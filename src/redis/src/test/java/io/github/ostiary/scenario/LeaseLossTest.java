package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.Lease;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Nodes;
import io.github.ostiary.testing.RedisCluster;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.TestCall;
import io.github.ostiary.testing.Together;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** A store that has lost its leases grants none of them twice, as far as the nodes that hold them can tell it. */
@Tag("slow")
@Together
class LeaseLossTest {

    private static final Duration BOUND = Duration.ofSeconds(20);

    private static Guard guard(String uri, String... more) {
        return Nodes.builder(more)
                .redis(uri)
                .property("keyPrefix", "loss")
                .property("redis.timeout", "1s")
                .property("concurrency.work.key", "global")
                .property("concurrency.work.path", "/work")
                .build();
    }

    private static Key key(Guard guard) {
        return guard.keyFor("work", new TestCall("GET", "/work"));
    }

    private static List<Lease> enter(Guard guard, int times) {
        List<Lease> granted = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            Lease lease = guard.semaphores("work").tryEnter(key(guard));
            if (lease.granted()) {
                granted.add(lease);
            }
        }
        return granted;
    }

    private static PendingAdmission call(Guard guard) {
        return Entering.of(guard).enter(new TestCall("GET", "/work"), Position.FIRST);
    }

    /** Comes and goes; whether the store decided about it. */
    private static boolean isAnswered(Guard guard) {
        PendingAdmission admission = call(guard);
        admission.end();
        return !admission.decision().degraded();
    }

    /** The issue's: three of three held, kill -9, three more granted here, three more after the restart. */
    @Test
    void threeOfThreeStayThreeThroughAnOutage() {
        try (RedisServer redis = RedisServer.start();
                Guard guard = guard(redis.uri(), "concurrency.work.permits=3")) {
            List<Lease> held = enter(guard, 3);
            assertThat(held).hasSize(3);
            redis.kill();
            assertThat(enter(guard, 12))
                    .as("the stand-in knows what is held here")
                    .isEmpty();
            redis.restart();
            Await.until(() -> isAnswered(guard), BOUND);
            assertThat(enter(guard, 3)).as("so does Redis again").isEmpty();
            held.get(0).close();
            assertThat(enter(guard, 3)).hasSize(1);
            assertThat(held.get(1).renew()).isTrue();
        }
    }

    @Test
    void aRestartThatNoBreakerNoticedGrantsNothingTwice() {
        try (RedisServer redis = RedisServer.start();
                Guard guard = guard(redis.uri(), "concurrency.work.permits=3")) {
            List<Lease> held = enter(guard, 3);
            redis.flushAll();
            assertThat(enter(guard, 1)).isEmpty();
            redis.restart();
            assertThat(enter(guard, 3)).isEmpty();
            held.forEach(Lease::close);
            assertThat(enter(guard, 4)).hasSize(3);
        }
    }

    @Test
    void aNodesShareIsWhatItHasLeft() {
        try (RedisServer redis = RedisServer.start();
                Guard guard = guard(redis.uri(), "concurrency.work.permits=3", "expectedNodes=2")) {
            List<Lease> held = enter(guard, 1);
            redis.kill();
            List<Lease> more = enter(guard, 8);
            assertThat(more)
                    .as("two of three are this node's share, one is in use")
                    .hasSize(1);
            redis.restart();
            Await.until(() -> isAnswered(guard), BOUND);
            assertThat(enter(guard, 3))
                    .as("what the stand-in granted counts, too")
                    .hasSize(1);
            held.forEach(Lease::close);
            more.forEach(Lease::close);
            assertThat(enter(guard, 3)).hasSize(2);
        }
    }

    @Test
    void aRunningCallTakesItsLeaseAgainWhenItRenews() {
        try (RedisServer redis = RedisServer.start();
                Guard one = guard(redis.uri(), "concurrency.work.permits=2", "concurrency.work.lease=3s");
                Guard two = guard(redis.uri(), "concurrency.work.permits=2", "concurrency.work.lease=3s")) {
            PendingAdmission running = call(one);
            assertThat(running.decision().allowed()).isTrue();
            redis.flushAll();
            List<Lease> taken = enter(two, 2);
            assertThat(taken).as("nobody has told yet").hasSize(2);
            Await.until(() -> count(redis) == 3, BOUND);
            taken.get(0).close();
            assertThat(enter(two, 1)).as("one too many is at work").isEmpty();
            running.end();
            assertThat(enter(two, 1)).hasSize(1);
        }
    }

    private static long count(RedisServer redis) {
        return redis.ask(jedis -> jedis.keys("loss:*:C*").stream()
                .mapToLong(key -> jedis.zcount(key, 0, Double.MAX_VALUE))
                .sum());
    }

    /** Mutual exclusion: whoever's lock was lost has it again only if nobody took it. */
    @Test
    void aTimedLockThatWasLostIsRenewedUnlessSomebodyElseHasIt() {
        try (RedisServer redis = RedisServer.start();
                Guard one = guard(redis.uri(), "concurrency.work.permits=1");
                Guard two = guard(redis.uri(), "concurrency.work.permits=1")) {
            Lease first = enter(one, 1).get(0);
            redis.flushAll();
            assertThat(first.renew()).isTrue();
            assertThat(enter(two, 1)).isEmpty();
            redis.flushAll();
            Lease second = enter(two, 1).get(0);
            assertThat(first.renew()).as("somebody else is in").isFalse();
            assertThat(second.renew()).isTrue();
            first.close();
            assertThat(enter(one, 1)).isEmpty();
            second.close();
            assertThat(first.renew()).as("gone for good").isFalse();
            assertThat(enter(one, 1)).hasSize(1);
        }
    }

    @Test
    void aClusterOwnerThatCameBackEmptyIsTold() {
        try (RedisCluster cluster = RedisCluster.start();
                Guard guard = guard(cluster.uri(), "concurrency.work.permits=3")) {
            Await.until(() -> isAnswered(guard), BOUND);
            List<Lease> held = enter(guard, 3);
            assertThat(held).hasSize(3);
            cluster.nodes().forEach(node -> node.ask(Jedis::flushAll));
            assertThat(enter(guard, 3)).isEmpty();
            held.forEach(Lease::close);
            assertThat(enter(guard, 4)).hasSize(3);
        }
    }
}
