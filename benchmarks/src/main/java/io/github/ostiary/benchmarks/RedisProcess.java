package io.github.ostiary.benchmarks;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** The redis-server of the PATH, on a free port of 127.0.0.1, without persistence; it ends with the benchmark. */
public final class RedisProcess implements AutoCloseable {

    private static final long PATIENCE_NANOS = 10_000_000_000L;

    private final int port;
    private final Process process;

    private RedisProcess(int port, Process process) {
        this.port = port;
        this.process = process;
    }

    /** Starts one, and waits until it answers. */
    public static RedisProcess start(String... arguments) throws IOException {
        int port = freePort();
        List<String> command = new ArrayList<>(List.of("redis-server", "--port", "" + port, "--bind", "127.0.0.1"));
        command.addAll(List.of("--save", "", "--appendonly", "no"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        RedisProcess redis = new RedisProcess(port, process);
        redis.awaitPong();
        return redis;
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void awaitPong() {
        long start = System.nanoTime();
        while (true) {
            try (Connection connection = connect()) {
                connection.ping();
                return;
            } catch (JedisConnectionException e) {
                if (!process.isAlive() || System.nanoTime() - start > PATIENCE_NANOS) {
                    throw e;
                }
                Thread.onSpinWait();
            }
        }
    }

    /** Where it listens. */
    public String uri() {
        return "redis://127.0.0.1:" + port;
    }

    /** A bare connection, without a pool. */
    public Connection connect() {
        return new Connection(new HostAndPort("127.0.0.1", port), config());
    }

    /** A client with so many connections. */
    public UnifiedJedis client(int connections) {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(connections);
        pool.setMaxIdle(connections);
        return RedisClient.builder()
                .hostAndPort("127.0.0.1", port)
                .clientConfig(config())
                .poolConfig(pool)
                .build();
    }

    static DefaultJedisClientConfig config() {
        return DefaultJedisClientConfig.builder()
                .timeoutMillis(10_000)
                .autoNegotiateProtocol(false)
                .build();
    }

    int port() {
        return port;
    }

    /** CPU time of the thread that decides, so far. */
    public long mainThreadNanos() throws IOException {
        return ProcessCpu.of(process.toHandle()).mainThreadNanos();
    }

    /** Calls of scripts so far, by whichever command. */
    public static long scriptCalls(UnifiedJedis client) {
        return statistics(client, "evalsha|eval|fcall");
    }

    /** Calls of commands that scripts make, the clock's included. */
    static long inScripts(UnifiedJedis client) {
        return statistics(client, "(?!evalsha|eval|fcall|info)[^:]*");
    }

    private static long statistics(UnifiedJedis client, String commands) {
        return Pattern.compile("(?m)^cmdstat_(?:" + commands + "):calls=(\\d+)")
                .matcher(client.info("commandstats"))
                .results()
                .mapToLong(line -> Long.parseLong(line.group(1)))
                .sum();
    }

    /** Changes that commands have made so far. */
    static long changes(UnifiedJedis client) {
        Matcher line = Pattern.compile("rdb_changes_since_last_save:(\\d+)").matcher(client.info("persistence"));
        if (!line.find()) {
            throw new IllegalStateException("Redis does not tell its changes");
        }
        return Long.parseLong(line.group(1));
    }

    /** Ends it, as a crash would. */
    public void kill() {
        process.destroyForcibly();
    }

    @Override
    public void close() {
        kill();
    }
}
