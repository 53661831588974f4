package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.TimeSource;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.LogLines;
import io.github.ostiary.testing.RedisSentinel;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.TlsProxy;
import io.github.ostiary.testing.Together;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import redis.clients.jedis.Protocol.Command;

/** What the log says when Redis does not serve: why, what to do, and that once. */
@Tag("slow")
@Together
class StoreLogTest {

    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final String SECRET = "s3cret";
    private static final long WATCHED = 3_500_000;
    private static final String TRUST_STORE = "javax.net.ssl.trustStore";

    /** Time enough for all answers that come at all. */
    private static GuardBuilder builder(String uri) {
        return builder(uri, "5s");
    }

    private static GuardBuilder builder(String uri, String timeout) {
        return GuardBuilder.create()
                .redis(uri)
                .property("redis.timeout", timeout)
                .limit("api", "1000/1h");
    }

    private static boolean degraded(Guard guard) {
        return guard.limiter("api").tryAcquire(Key.of("bob")).degraded();
    }

    /** From the start on. */
    private static void says(String cause, String uri) {
        says(cause, builder(uri), guard -> {}, 1);
    }

    private static void says(String cause, String uri, Consumer<Guard> fault, int most) {
        says(cause, builder(uri), fault, most);
    }

    /** Lines of the driver's count as well: what the other tests do meanwhile is not heard here. */
    private static void says(String cause, GuardBuilder builder, Consumer<Guard> fault, int most) {
        try (LogLines lines = LogLines.of("");
                Guard guard = builder.build()) {
            fault.accept(guard);
            TimeSource time = TimeSource.system();
            long end = time.micros() + WATCHED;
            Await.until(
                    () -> {
                        assertThat(degraded(guard)).isTrue();
                        return time.micros() > end;
                    },
                    BOUND);
            List<String> warnings = lines.warnings();
            assertThat(warnings).hasSizeBetween(1, most).anyMatch(line -> line.contains(cause));
            assertThat(warnings).allMatch(line -> most > 2 || line.contains(cause));
            assertThat(lines.lines()).noneMatch(line -> line.contains(SECRET) || line.contains("alice"));
        }
    }

    @Test
    void noPassword() {
        try (RedisServer redis = RedisServer.start()) {
            redis.configSet("requirepass", "right");
            says("NOAUTH, it requires a password", redis.uri());
        }
    }

    @Test
    void aWrongPassword() {
        try (RedisServer redis = RedisServer.start()) {
            redis.configSet("requirepass", "right");
            says("the user or password in redis.uri is wrong", "redis://:" + SECRET + "@127.0.0.1:" + redis.port());
            says(
                    "the user or password in redis.uri is wrong",
                    "redis://alice:" + SECRET + "@127.0.0.1:" + redis.port());
        }
    }

    @Test
    void aPasswordWhereNoneIs() {
        try (RedisServer redis = RedisServer.start()) {
            says("the server has none", "redis://:" + SECRET + "@127.0.0.1:" + redis.port());
        }
    }

    @Test
    void nobodyListens() {
        says("connection refused", "redis://:" + SECRET + "@127.0.0.1:1");
    }

    @Test
    void nobodyIsCalledThat() {
        says("cannot be resolved", "redis://:" + SECRET + "@nowhere.invalid");
    }

    @Test
    void nobodyAnswers() {
        try (RedisServer redis = RedisServer.start()) {
            says("did not answer within redis.timeout", builder(redis.uri(), "500ms"), guard -> redis.pause(), 2);
        }
    }

    @Test
    void noRoom() {
        try (RedisServer redis = RedisServer.start()) {
            says("OOM, it is full; raise its maxmemory", redis.uri(), guard -> redis.configSet("maxmemory", "1"), 2);
        }
    }

    @Test
    void aReplica() {
        try (RedisServer redis = RedisServer.start()) {
            says(
                    "READONLY, it is a replica",
                    redis.uri(),
                    guard -> redis.ask(jedis -> jedis.replicaof("127.0.0.1", 1)),
                    2);
        }
    }

    @Test
    void aPasswordSetLater() {
        try (RedisServer redis = RedisServer.start()) {
            says(
                    "NOAUTH, it requires a password",
                    redis.uri(),
                    guard -> {
                        redis.configSet("requirepass", "other");
                        redis.ask(jedis -> {
                            jedis.auth("other");
                            return jedis.sendCommand(Command.CLIENT, "KILL", "TYPE", "normal", "SKIPME", "yes");
                        });
                    },
                    4);
        }
    }

    @Test
    @ResourceLock(value = TRUST_STORE, mode = ResourceAccessMode.READ)
    void anAuthorityNobodyTrusts() {
        try (RedisServer redis = RedisServer.start();
                TlsProxy tls = TlsProxy.start("ip:127.0.0.1", redis.port())) {
            says("certificate is not trusted", "rediss://:" + SECRET + "@127.0.0.1:" + tls.port());
        }
    }

    @Test
    @ResourceLock(TRUST_STORE)
    void aCertificateForAnotherHost() {
        try (RedisServer redis = RedisServer.start();
                TlsProxy right = TlsProxy.start("ip:127.0.0.1", redis.port());
                TlsProxy wrong = TlsProxy.start("dns:redis.test", redis.port())) {
            trusting(right, () -> {
                try (Guard guard = builder("rediss://127.0.0.1:" + right.port()).build()) {
                    Await.until(() -> !degraded(guard), BOUND);
                }
            });
            trusting(wrong, () -> says("for another host", "rediss://127.0.0.1:" + wrong.port()));
        }
    }

    private static void trusting(TlsProxy proxy, Runnable task) {
        System.setProperty(TRUST_STORE, proxy.keys().toString());
        System.setProperty("javax.net.ssl.trustStorePassword", TlsProxy.PASSWORD);
        try {
            task.run();
        } finally {
            System.clearProperty(TRUST_STORE);
            System.clearProperty("javax.net.ssl.trustStorePassword");
        }
    }

    @Test
    @ResourceLock(value = TRUST_STORE, mode = ResourceAccessMode.READ)
    void tlsWhereNoneIs() {
        try (RedisServer redis = RedisServer.start()) {
            says(
                    "does not answer a TLS handshake",
                    builder("rediss://127.0.0.1:" + redis.port(), "500ms"),
                    guard -> {},
                    1);
        }
    }

    @Test
    void noTlsWhereItIsWanted() {
        try (RedisServer redis = RedisServer.start();
                TlsProxy tls = TlsProxy.start("ip:127.0.0.1", redis.port())) {
            says("rediss://", "redis://127.0.0.1:" + tls.port());
        }
    }

    @Test
    void noSentinel() {
        says("no sentinel answers: nothing listens", "redis+sentinel://127.0.0.1:1,127.0.0.1:2,127.0.0.1:3/main");
    }

    @Test
    void aPrimaryNoSentinelKnows() {
        try (RedisSentinel sentinel = RedisSentinel.start()) {
            says("do not know the primary", sentinel.uri().replace("/main", "/other"));
        }
    }

    @Test
    void noCluster() {
        says("nothing listens", "redis+cluster://127.0.0.1:1,127.0.0.1:2");
        try (RedisServer redis = RedisServer.start()) {
            says("cluster", "redis+cluster://127.0.0.1:" + redis.port());
        }
    }

    /** One when it goes, one when it is back. */
    @Test
    void anOutage() {
        try (RedisServer redis = RedisServer.start();
                LogLines lines = LogLines.of("io.github.ostiary.tier");
                Guard guard = builder(redis.uri()).build()) {
            assertThat(degraded(guard)).isFalse();
            redis.kill();
            Await.until(
                    () -> degraded(guard)
                            && lines.warnings().stream()
                                    .anyMatch(line -> line.contains("decides until it answers again")),
                    BOUND);
            redis.restart();
            Await.until(() -> !degraded(guard), BOUND);
            Await.until(() -> lines.lines().stream().anyMatch(line -> line.contains("answers again")), BOUND);
            assertThat(lines.lines()).hasSizeBetween(2, 4);
        }
    }
}
