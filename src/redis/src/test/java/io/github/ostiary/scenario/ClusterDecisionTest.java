package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.TimeSource;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Decisions over several identities of a cluster: how long they take, and what is left of those that fail midway. */
@Tag("slow")
class ClusterDecisionTest extends ClusterCase {

    private static final Duration BOUND = Duration.ofSeconds(20);

    private static GuardBuilder builder(String prefix, String timeout) {
        return builder(prefix, timeout, "1000/1h", "1000/1h");
    }

    private static RedisServer ownerOfUser(String user) {
        return cluster.owner("9.principal." + user.length() + "." + user);
    }

    private static RedisServer ownerOfAddress(String address) {
        return cluster.owner("2.ip." + address.length() + "." + address);
    }

    private static String user(RedisServer owner) {
        return IntStream.range(0, 1_000)
                .mapToObj(i -> "u" + i)
                .filter(user -> ownerOfUser(user) == owner)
                .findFirst()
                .orElseThrow();
    }

    private static String address(RedisServer owner) {
        return IntStream.range(0, 250)
                .mapToObj(i -> "10.0.0." + i)
                .filter(address -> ownerOfAddress(address) == owner)
                .findFirst()
                .orElseThrow();
    }

    private static String apiKey(RedisServer owner) {
        return IntStream.range(0, 1_000)
                .mapToObj(i -> "k" + i)
                .filter(key -> cluster.owner("12.header:x-key." + key.length() + "." + key) == owner)
                .findFirst()
                .orElseThrow();
    }

    /** Reserved on two servers, or on none; settled on both. */
    @Test
    void whatIsReservedOnSeveralServersIsSettledThere() {
        RedisServer one = cluster.nodes().get(0);
        RedisServer other = cluster.nodes().get(1);
        Request request = new Request(user(one), "k", address(other));
        Key user = Key.principal(request.user());
        try (Guard guard = builder("later:" + UUID.randomUUID(), "5s", "1000/1h", "150/1h")
                .property("limit.user.cost", "response:bytes")
                .property("limit.user.reserve", "100")
                .property("limit.address.cost", "response:bytes")
                .property("limit.address.reserve", "100")
                .build()) {
            Admission first = Entering.of(guard).enter(request, Position.FIRST);
            assertThat(first.decision().allowed()).isTrue();
            Admission denied = Entering.of(guard).enter(request, Position.FIRST);
            assertThat(denied.decision().allowed()).isFalse();
            assertThat(left(guard, "user", user))
                    .as("nothing is taken of what is denied")
                    .isEqualTo(900);
            first.end(written(request, 30));
            assertThat(left(guard, "user", user)).isEqualTo(970);
            assertThat(left(guard, "address", guard.keyFor("address", request))).isEqualTo(120);
        }
    }

    /** Looked at on two servers, charged on both. */
    @Test
    void answersAreCountedOnSeveralServers() {
        RedisServer one = cluster.nodes().get(0);
        RedisServer other = cluster.nodes().get(1);
        Request request = new Request(user(one), "k", address(other));
        Key user = Key.principal(request.user());
        try (Guard guard = builder("counts:" + UUID.randomUUID(), "5s", "1000/1h", "2/1h")
                .property("limit.user.counts", "status:404, status:200")
                .property("limit.address.counts", "status:200")
                .build()) {
            for (int i = 0; i < 3; i++) {
                Admission admission = Entering.of(guard).enter(request, Position.FIRST);
                assertThat(admission.decision().allowed()).isEqualTo(i < 2);
                admission.end(written(request, 0));
            }
            assertThat(left(guard, "user", user)).isEqualTo(998);
            assertThat(left(guard, "address", guard.keyFor("address", request))).isZero();
        }
    }

    private static CallOutcome written(Request request, long bytes) {
        CallOutcome.Answer answer = new CallOutcome.Answer() {
            @Override
            public OptionalLong bytesWritten() {
                return OptionalLong.of(bytes);
            }
        };
        return new CallOutcome(OptionalInt.of(200), answer, Optional.empty(), true, false, request);
    }

    private static long left(Guard guard, String rule, Key key) {
        return guard.limiter(rule).peek(key).remaining().orElseThrow();
    }

    /** Each server answers a little later than the one before, none later than the budget after that. */
    @Test
    void allRoundTripsShareOneBudget() throws Exception {
        try (Guard guard = builder("a", "1600ms")
                .limit("key", "1000/1h")
                .property("limit.key.key", "header:X-Key")
                .property("limit.key.perIp", "none")
                .property("limit.key.path", "/*")
                .build()) {
            Request request = new Request(
                    user(cluster.nodes().get(2)),
                    apiKey(cluster.nodes().get(1)),
                    address(cluster.nodes().get(0)));
            Await.until(() -> !decide(guard, request).degraded(), BOUND);
            ScheduledExecutorService waker = Executors.newSingleThreadScheduledExecutor();
            cluster.nodes().forEach(RedisServer::pause);
            for (int i = 0; i < 3; i++) {
                waker.schedule(cluster.nodes().get(i)::resume, 1_400 * (i + 1), TimeUnit.MILLISECONDS);
            }
            TimeSource time = TimeSource.system();
            long begun = time.micros();
            assertThat(decide(guard, request).degraded()).isTrue();
            long took = time.micros() - begun;
            waker.shutdown();
            assertThat(waker.awaitTermination(BOUND.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            assertThat(took).as("µs of a budget of 1,600,000").isLessThan(3_500_000);
        }
    }

    private static long reads(RedisServer node) {
        Matcher line = Pattern.compile("total_reads_processed:(\\d+)").matcher(node.ask(jedis -> jedis.info("stats")));
        assertThat(line.find()).isTrue();
        return Long.parseLong(line.group(1));
    }

    /** Two identities of one server: one read to ask both, one to charge both. */
    @Test
    void slotsOfOneServerTravelTogether() {
        try (Guard guard = builder("b", "5s").build()) {
            RedisServer server = cluster.nodes().get(1);
            Request request = new Request(user(server), "", address(server));
            decide(guard, request);
            long before = reads(server);
            for (int i = 0; i < 100; i++) {
                assertThat(decide(guard, request).degraded()).isFalse();
            }
            assertThat(reads(server) - before).as("reads of the server").isLessThan(250);
        }
    }

    /** One of two servers takes no writes, whichever is asked first: what the other was charged is given back. */
    @Test
    void aFailureMidwayLeavesNothingCharged() {
        for (int i = 0; i < 2; i++) {
            RedisServer full = cluster.nodes().get(2 * i);
            String user = user(cluster.nodes().get(0));
            String address = address(cluster.nodes().get(2));
            Request request = new Request(user, "", address);
            try (Guard guard = builder("c" + i, "2s").build()) {
                assertThat(decide(guard, request).degraded()).isFalse();
                full.configSet("maxmemory", "1");
                for (int j = 0; j < 3; j++) {
                    assertThat(decide(guard, request).degraded()).isTrue();
                }
                full.configSet("maxmemory", "0");
                Await.until(
                        () -> left(guard, "user", Key.principal(user)) == 999
                                && left(guard, "address", Key.ip(address)) == 999,
                        BOUND);
            } finally {
                full.configSet("maxmemory", "0");
            }
        }
    }

    /** The same of an attempt, denied by the stand-in: it is not in flight any more, long before it would have failed. */
    @Test
    void aFailureMidwayLeavesNothingHeld() {
        RedisServer full = cluster.nodes().get(2);
        String user = user(cluster.nodes().get(0));
        Request request = new Request(user, "", address(full));
        try (Guard guard = builder("d", "2s")
                .property("lockout.login.steps", "3/1h lock 15m")
                .property("lockout.login.settle", "10m")
                .property("lockout.login.key", "principal")
                .property("lockout.login.path", "/*")
                .property("lockout.login.failure", "status:401")
                .property("limit.address.onStoreFailure", "deny")
                .build()) {
            Entering.of(guard).enter(request, Position.FIRST).end(LockoutsTogetherTest.answered(200, request));
            full.configSet("maxmemory", "1");
            long before = cluster.nodes().get(0).decidingCalls();
            assertThat(decide(guard, request).reason()).isEqualTo(Decision.Reason.STORE_UNAVAILABLE);
            assertThat(cluster.nodes().get(0).decidingCalls())
                    .as("begun there, and by now perhaps given up there")
                    .isGreaterThan(before);
            full.configSet("maxmemory", "0");
            Await.until(
                    () -> {
                        guard.limiter("user").tryAcquire(Key.of("anybody"));
                        return guard.lockouts("login")
                                        .state(Key.principal(user))
                                        .inFlight()
                                == 0;
                    },
                    BOUND);
        } finally {
            full.configSet("maxmemory", "0");
        }
    }
}
