package io.github.ostiary.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;

/**
 * A real redis-server on a free port of 127.0.0.1, without persistence; it keeps its port over restarts and dies with
 * this JVM. Thread-safe for queries; lifecycle methods are for one thread.
 */
public final class RedisServer implements AutoCloseable {

    private static final Duration BOUND = Duration.ofSeconds(30);

    private final int port;
    private final List<String> command;
    private final Path directory;
    private Process process;

    private RedisServer(int port, List<String> extraArguments) {
        this.port = port;
        String binary = RedisBinary.path();
        try {
            directory = Files.createTempDirectory(Files.createDirectories(Path.of("target", "redis")), "redis");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        command = new ArrayList<>(List.of(binary, "--port", "" + port, "--bind", "127.0.0.1"));
        command.addAll(List.of("--save", "", "--appendonly", "no", "--dir", directory.toString()));
        command.addAll(extraArguments);
        launch();
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
    }

    /** Starts a server; it answers when this returns. */
    public static RedisServer start(String... extraArguments) {
        return new RedisServer(FreePort.next(), List.of(extraArguments));
    }

    static RedisServer startOn(int port, String... extraArguments) {
        return new RedisServer(port, List.of(extraArguments));
    }

    /** The server all tests of this JVM share, started when first asked for; do not stop, pause or reconfigure it. */
    public static RedisServer shared() {
        // A test that must do without ends here: an initializer would make an error of that.
        RedisBinary.path();
        return Shared.INSTANCE;
    }

    private void launch() {
        File log = directory.resolve("redis.log").toFile();
        try {
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Await.until(() -> process.isAlive() && ask(Jedis::ping).equals("PONG"), BOUND);
    }

    public int port() {
        return port;
    }

    /** Such as {@code redis://127.0.0.1:40123}. */
    public String uri() {
        return "redis://127.0.0.1:" + port;
    }

    /** Runs commands on a connection of its own. */
    public <T> T ask(Function<Jedis, T> question) {
        try (Jedis jedis = connect(Duration.ofSeconds(5))) {
            return question.apply(jedis);
        }
    }

    /** A connection; the caller closes it. */
    public Jedis connect(Duration timeout) {
        return new Jedis(
                new HostAndPort("127.0.0.1", port),
                DefaultJedisClientConfig.builder()
                        .timeoutMillis(Math.toIntExact(timeout.toMillis()))
                        .autoNegotiateProtocol(false)
                        .build());
    }

    /** SIGKILL. */
    public void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /** Starts it again, empty, on the same port; kills it before if it runs. */
    public void restart() {
        kill();
        launch();
    }

    /** SIGSTOP: connections stay open, nothing answers. */
    public void pause() {
        signal("STOP");
    }

    /** SIGCONT. */
    public void resume() {
        signal("CONT");
    }

    public void flushAll() {
        ask(Jedis::flushAll);
    }

    public void configSet(String name, String value) {
        ask(jedis -> jedis.configSet(Map.of(name, value)));
    }

    /**
     * How many calls of a command there were since the server started or {@code CONFIG RESETSTAT}.
     *
     * @param name such as {@code evalsha}, or {@code config|set}
     */
    public long commandCount(String name) {
        String statistics = ask(jedis -> jedis.info("commandstats"));
        Matcher line = Pattern.compile("(?m)^cmdstat_" + Pattern.quote(name.toLowerCase()) + ":calls=(\\d+)")
                .matcher(statistics);
        return line.find() ? Long.parseLong(line.group(1)) : 0;
    }

    /**
     * How many decisions' calls there were since then, but for the one that brought the script: what is sent by EVAL later is
     * the shared state's, in the background.
     */
    public long decidingCalls() {
        return commandCount("evalsha") + commandCount("fcall");
    }

    /** Kills it; idempotent. */
    @Override
    public void close() {
        kill();
    }

    private void signal(String name) {
        try {
            int result = new ProcessBuilder("kill", "-" + name, "" + process.pid())
                    .start()
                    .waitFor();
            if (result != 0) {
                throw new IllegalStateException("kill -" + name + " answered " + result);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void awaitEnd() {
        try {
            if (!process.waitFor(BOUND.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("redis-server " + process.pid() + " does not end");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Shared {
        static final RedisServer INSTANCE = start();
    }
}
