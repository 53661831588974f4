package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.TimeSource;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.AskingNode;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Crowd;
import io.github.ostiary.testing.FarServer;
import io.github.ostiary.testing.FreePort;
import io.github.ostiary.testing.GuardedJvm;
import io.github.ostiary.testing.LogLines;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.TlsProxy;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/** What lies between a node and a Redis that is well: it decides all the same, or the log says in one line what to do. */
@Tag("slow")
class BadDaysTest {

    private static final Duration BOUND = Duration.ofSeconds(30);
    private static final Duration NEAR = Duration.ZERO;
    private static final String TRUST_STORE = "javax.net.ssl.trustStore";

    private static Guard guard(String uri, String timeout) {
        return GuardBuilder.create()
                .redis(uri)
                .property("redis.timeout", timeout)
                .limit("page", "1000000/1h")
                .property("limit.page.lease", "off")
                .build();
    }

    private static boolean degraded(Guard guard, String caller) {
        return guard.limiter("page").tryAcquire(Key.of(caller)).degraded();
    }

    /** How many of so many decisions of each thread the stand-in made. */
    private static int byStandIn(Guard guard, int threads, int decisions) throws Exception {
        AtomicInteger degraded = new AtomicInteger();
        Crowd.of(threads, thread -> () -> {
            for (int i = 0; i < decisions; i++) {
                if (degraded(guard, "caller" + thread + "-" + i)) {
                    degraded.incrementAndGet();
                }
            }
            return null;
        });
        return degraded.get();
    }

    private static void pass(Duration time) {
        TimeSource clock = TimeSource.system();
        long end = clock.micros() + time.toNanos() / 1_000;
        Await.until(() -> clock.micros() > end, BOUND);
    }

    /** While more than one answer is under way the network is twice as slow: so much that what else the machine does adds little. */
    @Test
    void aRoundTripThatDoublesUnderLoadIsWaitedFor() throws Exception {
        try (RedisServer redis = RedisServer.start();
                FarServer far = FarServer.before(redis, Duration.ofMillis(100));
                LogLines log = LogLines.of("io.github.ostiary");
                Guard guard = guard(far.uri(), "2s")) {
            far.slowDownUnderLoad();
            assertThat(byStandIn(guard, 48, 20)).as("decided by the stand-in").isZero();
            assertThat(log.warnings()).isEmpty();
        }
    }

    /** Load makes it too slow, the circuit takes the load away, and it is fast enough again: a line in ten seconds, not one each time. */
    @Test
    void aRoundTripThatDoublesBeyondHalfOfTheTimeoutIsSaidOnce() throws Exception {
        try (RedisServer redis = RedisServer.start();
                FarServer far = FarServer.before(redis, Duration.ofMillis(40));
                LogLines log = LogLines.of("io.github.ostiary.tier");
                Guard guard = guard(far.uri(), "120ms")) {
            far.slowDownUnderLoad();
            TimeSource clock = TimeSource.system();
            long begun = clock.micros();
            while (clock.micros() < begun + 4_000_000) {
                byStandIn(guard, 8, 1);
            }
            List<String> lines = log.warnings();
            assertThat(lines).anyMatch(line -> line.contains("only slow or far away, set a longer redis.timeout"));
            int most = 1 + (int) ((clock.micros() - begun) / 10_000_000);
            assertThat(lines).allMatch(line -> Collections.frequency(lines, line) <= most);
        }
    }

    /** As Twemproxy and Envoy do after a minute: the connections of this node are closed. */
    @Test
    void aProxyThatClosesIdleConnectionsIsNotNoticed() throws Exception {
        idleConnectionsAreDropped(false);
    }

    /** As a firewall or a balancer does: what is sent by an old connection goes nowhere, and no side hears of it. */
    @Test
    void aBalancerThatForgetsIdleConnectionsIsNotNoticed() throws Exception {
        idleConnectionsAreDropped(true);
    }

    private static void idleConnectionsAreDropped(boolean silently) throws Exception {
        try (RedisServer redis = RedisServer.start();
                FarServer far = FarServer.before(redis, NEAR)) {
            far.dropIdle(Duration.ofMillis(1_200), silently);
            try (LogLines log = LogLines.of("io.github.ostiary");
                    Guard guard = guard(far.uri(), "5s")) {
                for (int i = 0; i < 3; i++) {
                    assertThat(byStandIn(guard, 8, 5)).as("round " + i).isZero();
                    pass(Duration.ofMillis(2_000));
                }
                assertThat(log.warnings()).isEmpty();
            }
        }
    }

    /** Its name leads to another address after a failover; what is at the old one is gone, or only a replica. */
    @Test
    void aNameThatMovesIsFollowed() throws Exception {
        int port = FreePort.next();
        Path hosts = Files.createTempFile(Files.createDirectories(Path.of("target")), "hosts", "");
        try (RedisServer first = RedisServer.start();
                RedisServer second = RedisServer.start();
                RedisServer third = RedisServer.start();
                FarServer gone = FarServer.at("127.0.0.2", port, first);
                FarServer deposed = FarServer.at("127.0.0.3", port, second);
                FarServer last = FarServer.at("127.0.0.4", port, third)) {
            move(hosts, "127.0.0.2");
            Process node = GuardedJvm.of(Path.of(System.getProperty("java.home")), AskingNode.class)
                    .options("-Djdk.net.hosts.file=" + hosts.toAbsolutePath(), "-Dsun.net.inetaddr.ttl=1")
                    .arguments("redis://redis.test:" + port)
                    .start();
            Queue<String> said = new ConcurrentLinkedQueue<>();
            try {
                Thread reader = new Thread(() -> read(node, said));
                reader.setDaemon(true);
                reader.start();
                Await.until(() -> "Redis".equals(last(said)), BOUND);
                move(hosts, "127.0.0.3");
                gone.close();
                gone.cut();
                Await.until(() -> asked(second) && "Redis".equals(last(said)), BOUND);
                move(hosts, "127.0.0.4");
                second.ask(jedis -> jedis.replicaof("127.0.0.1", 1));
                Await.until(() -> asked(third) && "Redis".equals(last(said)), BOUND);
                assertThat(said).as("changes").hasSizeLessThanOrEqualTo(7);
                assertThat(last.port()).isEqualTo(deposed.port());
            } finally {
                node.destroyForcibly();
            }
        } finally {
            Files.delete(hosts);
        }
    }

    private static void move(Path hosts, String address) throws IOException {
        Files.writeString(hosts, address + " redis.test\n");
    }

    private static boolean asked(RedisServer server) {
        return server.decidingCalls() > 0;
    }

    private static String last(Queue<String> lines) {
        List<String> all = new ArrayList<>(lines);
        return all.isEmpty() ? "" : all.get(all.size() - 1);
    }

    private static void read(Process process, Queue<String> said) {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                said.add(line);
            }
        } catch (IOException e) {
            // It was ended.
        }
    }

    /** Connections are made anew after each cut; those who ask meanwhile wait for that, within their budget. */
    @Test
    @ResourceLock(TRUST_STORE)
    void aHandshakeOfTwentyMillisecondsCostsOnlyWhoWasUnderWay() throws Exception {
        try (RedisServer redis = RedisServer.start();
                TlsProxy tls = TlsProxy.start("ip:127.0.0.1", redis.port(), Duration.ofMillis(20));
                FarServer far = FarServer.before(tls.port(), NEAR)) {
            System.setProperty(TRUST_STORE, tls.keys().toString());
            System.setProperty("javax.net.ssl.trustStorePassword", TlsProxy.PASSWORD);
            try (LogLines log = LogLines.of("io.github.ostiary");
                    Guard guard = guard("rediss://127.0.0.1:" + far.port(), "5s")) {
                Await.until(() -> !degraded(guard, "first"), BOUND);
                for (int i = 0; i < 3; i++) {
                    far.cut();
                    pass(Duration.ofMillis(50));
                    assertThat(byStandIn(guard, 16, 20))
                            .as("decided by the stand-in, in the batch that found a connection cut")
                            .isLessThanOrEqualTo(64);
                    assertThat(byStandIn(guard, 16, 20)).as("afterwards").isZero();
                }
                assertThat(log.warnings()).hasSizeLessThanOrEqualTo(1);
            } finally {
                System.clearProperty(TRUST_STORE);
                System.clearProperty("javax.net.ssl.trustStorePassword");
            }
        }
    }

    private static List<Jedis> takeAll(RedisServer redis) {
        List<Jedis> others = new ArrayList<>();
        while (others.size() < 1_000) {
            try {
                Jedis other = redis.connect(Duration.ofSeconds(5));
                others.add(other);
                other.ping();
            } catch (JedisException e) {
                return others;
            }
        }
        throw new IllegalStateException("Redis takes them all");
    }

    /** A node that has its connections keeps them, whatever becomes of those it asks for besides. */
    @Test
    void aFullRedisKeepsServingWhoIsConnected() throws Exception {
        try (RedisServer redis = RedisServer.start("--maxclients", "40");
                LogLines log = LogLines.of("io.github.ostiary");
                Guard guard = GuardBuilder.create()
                        .redis(redis.uri())
                        .property("redis.timeout", "5s")
                        .limit("page", "1000000/1h")
                        .property("limit.page.lease", "off")
                        .property("lockout.login.steps", "3/1h lock 15m")
                        .property("lockout.login.key", "principal")
                        .build()) {
            assertThat(byStandIn(guard, 8, 20)).isZero();
            List<Jedis> others = takeAll(redis);
            try {
                Crowd.of(8, thread -> () -> {
                    for (int i = 0; i < 10; i++) {
                        look(guard, "user" + thread);
                        assertThat(degraded(guard, "caller" + thread)).isFalse();
                    }
                    return null;
                });
                assertThat(byStandIn(guard, 8, 20)).isZero();
            } finally {
                others.forEach(Jedis::close);
            }
            Await.until(() -> looks(guard), BOUND);
            assertThat(log.warnings()).hasSizeLessThanOrEqualTo(1);
        }
    }

    private static void look(Guard guard, String user) {
        try {
            var unused = guard.lockouts("login").state(Key.principal(user));
        } catch (IllegalStateException e) {
            assertThat(e).hasMessageContaining("cannot be told");
        }
    }

    private static boolean looks(Guard guard) {
        return guard.lockouts("login").state(Key.principal("bob")).failures() == 0;
    }

    /** A node that comes later decides by itself, and says why, once. */
    @Test
    void aFullRedisTurnsNewNodesAwayWithALineThatSaysSo() {
        try (RedisServer redis = RedisServer.start("--maxclients", "40")) {
            List<Jedis> others = takeAll(redis);
            try (LogLines log = LogLines.of("io.github.ostiary");
                    Guard guard = guard(redis.uri(), "500ms")) {
                assertThat(degraded(guard, "bob")).isTrue();
                pass(Duration.ofMillis(3_000));
                assertThat(degraded(guard, "bob")).isTrue();
                assertThat(log.warnings()).hasSize(1).allMatch(line -> line.contains("maxclients"));
                others.forEach(Jedis::close);
                Await.until(() -> !degraded(guard, "bob"), BOUND);
            } finally {
                others.forEach(Jedis::close);
            }
        }
    }
}
