package io.github.ostiary.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A JVM that writes {@code LISTENING PORT} when it is ready, and ends in an orderly way when its standard input does. It
 * ends with this JVM. All it writes is kept under {@code target/servers/logs}.
 */
public final class ServerProcess implements AutoCloseable {

    static final Duration BOUND = Duration.ofMinutes(3);
    private static final Pattern LISTENING = Pattern.compile("(?m)^LISTENING (\\d+)$");

    private final Process process;
    private final Pattern listening;
    private final Path log;
    private int port;

    private ServerProcess(List<String> command, Map<String, String> environment, Pattern listening) {
        this.listening = listening;
        try {
            log = Files.createTempFile(Files.createDirectories(Path.of("target", "servers", "logs")), "", ".log");
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
            builder.environment().putAll(environment);
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    }

    /** The {@code java} that runs this. */
    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** Starts it; it listens when this returns. Fails with its log if it ends before. */
    public static ServerProcess start(List<String> command, Map<String, String> environment) {
        return start(new ServerProcess(command, environment, LISTENING));
    }

    /**
     * Starts one that was not written for this: it ends when it is told to by a signal.
     *
     * @param listening what it writes when it is ready; the first group is the port
     */
    public static ServerProcess start(List<String> command, Pattern listening) {
        return start(new ServerProcess(command, Map.of(), listening));
    }

    private static ServerProcess start(ServerProcess started) {
        started.awaitStartOrEnd();
        if (started.port == 0) {
            throw new AssertionError("not started; the log says:\n" + started.log());
        }
        return started;
    }

    /** Starts one that must end by itself, without listening, and returns its log. */
    public static String startExpectingFailure(List<String> command) {
        try (ServerProcess started = new ServerProcess(command, Map.of(), LISTENING)) {
            started.awaitStartOrEnd();
            if (started.port != 0) {
                throw new AssertionError("started, though it must not; the log says:\n" + started.log());
            }
            return started.log();
        }
    }

    private void awaitStartOrEnd() {
        Await.until(() -> findPort() || !process.isAlive(), BOUND);
    }

    private boolean findPort() {
        Matcher line = listening.matcher(log());
        if (line.find()) {
            port = Integer.parseInt(line.group(1));
        }
        return port != 0;
    }

    public int port() {
        return port;
    }

    /** The process id, for signals. */
    public long pid() {
        return process.pid();
    }

    /** All it wrote so far. */
    public String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a line to its standard input. */
    void tell(String line) {
        try {
            process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Stops it in an orderly way and returns the whole log; idempotent. */
    public String stop() {
        try {
            process.getOutputStream().close();
            if (listening != LISTENING) {
                process.destroy();
            }
            if (!process.waitFor(BOUND.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("does not stop; the log says:\n" + log());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            process.destroyForcibly();
        }
        return log();
    }

    @Override
    public void close() {
        stop();
    }
}
