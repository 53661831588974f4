package io.github.ostiary.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import redis.clients.jedis.Jedis;

/** A primary, two replicas and one sentinel that fails over after half a second, on 127.0.0.1. */
public final class RedisSentinel implements AutoCloseable {

    private static final Duration BOUND = Duration.ofSeconds(30);

    private final RedisServer primary;
    private final List<RedisServer> replicas;
    private final Process sentinel;
    private final int port;

    private RedisSentinel(RedisServer primary, List<RedisServer> replicas, Process sentinel, int port) {
        this.primary = primary;
        this.replicas = replicas;
        this.sentinel = sentinel;
        this.port = port;
    }

    /** Starts all four; the sentinel knows both replicas when this returns. */
    public static RedisSentinel start() {
        RedisServer primary = RedisServer.start();
        String[] follow = {"--replicaof", "127.0.0.1", "" + primary.port(), "--repl-diskless-sync-delay", "0"};
        List<RedisServer> replicas = List.of(RedisServer.start(follow), RedisServer.start(follow));
        int port = FreePort.next();
        try {
            Path config = Files.createTempFile(Files.createDirectories(Path.of("target")), "sentinel", ".conf");
            Files.writeString(
                    config,
                    """
                    port %d
                    bind 127.0.0.1
                    sentinel monitor main 127.0.0.1 %d 1
                    sentinel down-after-milliseconds main 500
                    sentinel failover-timeout main 3000
                    """
                            .formatted(port, primary.port()));
            Process sentinel = new ProcessBuilder(RedisBinary.path(), config.toString(), "--sentinel")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(sentinel::destroyForcibly));
            RedisSentinel all = new RedisSentinel(primary, replicas, sentinel, port);
            Await.until(all::complete, BOUND);
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean complete() {
        try (var jedis = new Jedis("127.0.0.1", port)) {
            return jedis.info("sentinel").contains("status=ok")
                    && jedis.info("sentinel").contains("slaves=2");
        }
    }

    /** Such as {@code redis+sentinel://127.0.0.1:40123/main}. */
    public String uri() {
        return "redis+sentinel://127.0.0.1:" + port + "/main";
    }

    /** Both replicas have all the primary has. */
    public void awaitReplication() {
        Await.until(() -> primary.ask(jedis -> jedis.waitReplicas(2, 1_000)) == 2, BOUND);
    }

    /** Does something to both replicas, which take writes of their own from now on. */
    public void forEachReplica(Consumer<Jedis> action) {
        for (RedisServer replica : replicas) {
            replica.configSet("replica-read-only", "no");
            replica.ask(jedis -> {
                action.accept(jedis);
                return true;
            });
        }
    }

    public void killPrimary() {
        primary.kill();
    }

    @Override
    public void close() {
        sentinel.destroyForcibly();
        replicas.forEach(RedisServer::close);
        primary.close();
    }
}
