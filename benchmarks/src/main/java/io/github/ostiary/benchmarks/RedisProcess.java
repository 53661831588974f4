package io.github.ostiary.benchmarks;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.ServerSocket;
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
    public static RedisProcess start() throws IOException {
        int port = freePort();
        Process process = new ProcessBuilder(
                        "redis-server", "--port", "" + port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        RedisProcess redis = new RedisProcess(port, process);
        redis.awaitPong();
        return redis;
    }

    private static int freePort() throws IOException {
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
    Connection connect() {
        return new Connection(new HostAndPort("127.0.0.1", port), config());
    }

    UnifiedJedis client(int connections) {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(connections);
        pool.setMaxIdle(connections);
        return RedisClient.builder()
                .hostAndPort("127.0.0.1", port)
                .clientConfig(config())
                .poolConfig(pool)
                .build();
    }

    private static DefaultJedisClientConfig config() {
        return DefaultJedisClientConfig.builder()
                .timeoutMillis(10_000)
                .autoNegotiateProtocol(false)
                .build();
    }

    /** A figure of INFO commandstats, such as {@code calls} or {@code usec} of a command; 0 if it was never called. */
    static long statistic(UnifiedJedis client, String command, String figure) {
        Matcher line = Pattern.compile("(?m)^cmdstat_" + command + ":(?:.*,)?" + figure + "=(\\d+)")
                .matcher(client.info("commandstats"));
        return line.find() ? Long.parseLong(line.group(1)) : 0;
    }

    /** Calls of commands that scripts make, the clock's included. */
    static long inScripts(UnifiedJedis client) {
        return Pattern.compile("(?m)^cmdstat_(?!evalsha|info|config)[^:]*:calls=(\\d+)")
                .matcher(client.info("commandstats"))
                .results()
                .mapToLong(line -> Long.parseLong(line.group(1)))
                .sum();
    }

    /** Ostiary's own script, as its Redis store puts it together. */
    static byte[] script() throws ReflectiveOperationException {
        Class<?> scripts = Class.forName("io.github.ostiary.redis.Script");
        Method decide = scripts.getDeclaredMethod("decide");
        Method text = scripts.getDeclaredMethod("text");
        decide.setAccessible(true);
        text.setAccessible(true);
        return (byte[]) text.invoke(decide.invoke(null));
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
