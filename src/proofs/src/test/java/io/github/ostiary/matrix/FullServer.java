package io.github.ostiary.matrix;

import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Browser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A full server with applications that answer. The output of each start is kept in {@code target/servers/logs}. */
final class FullServer implements AutoCloseable {

    private static final Duration BOUND = Duration.ofMinutes(3);
    private static final AtomicInteger STARTS = new AtomicInteger();

    private final Setup setup;
    private final Process process;
    private final Path output;

    private FullServer(FullKind kind, Setup setup) throws Exception {
        this.setup = setup;
        String name = kind.folder() + "-" + ProcessHandle.current().pid() + "-" + STARTS.incrementAndGet() + ".log";
        output = Files.createDirectories(Path.of("target", "servers", "logs")).resolve(name);
        ProcessBuilder builder =
                new ProcessBuilder(setup.command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().putAll(setup.environment);
        process = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(this::kill));
    }

    /** Starts one with some WARs; all of them answer when this returns. */
    static FullServer start(FullKind kind, List<Path> applications) {
        return start(kind, applications, applications);
    }

    /** Starts one with what is deployed; all applications in it answer when this returns. */
    static FullServer start(FullKind kind, List<Path> deployed, List<Path> applications) {
        return start(kind, deployed, applications, false);
    }

    /** Starts one that has messages, tokens, metrics and health, too, with some WARs; all of them answer when this returns. */
    static FullServer startWhole(FullKind kind, List<Path> applications) {
        return start(kind, applications, applications, true);
    }

    private static FullServer start(FullKind kind, List<Path> deployed, List<Path> applications, boolean whole) {
        FullServer server;
        try {
            server = new FullServer(kind, new Setup(kind, deployed, whole));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        try {
            for (Path application : applications) {
                URI facts = server.uri(application).resolve("facts");
                Await.until(
                        () -> !server.process.isAlive() || Browser.get(facts).statusCode() == 200, BOUND);
            }
        } catch (Throwable failure) {
            server.close(); // one that goes on would take the next one's applications for its own
            throw new AssertionError("not started; the log says:\n" + server.written(), failure);
        }
        if (!server.process.isAlive()) {
            throw new AssertionError("not started; the log says:\n" + server.written());
        }
        return server;
    }

    /** Where an application is, with a slash at the end. */
    URI uri(Path application) {
        String path = Setup.contextPath(application);
        return URI.create("http://127.0.0.1:" + setup.port + (path.equals("/") ? path : path + "/"));
    }

    /** The name of what was downloaded, with its version. */
    String unpackedFrom() {
        return setup.home.getFileName().toString();
    }

    /** Its processes that are there now: a script, and a JVM or two. */
    Stream<ProcessHandle> processes() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants());
    }

    /** All it wrote so far. */
    String log() {
        return read(setup.log == null ? output : setup.log);
    }

    private String written() {
        return read(output);
    }

    private static String read(Path log) {
        try {
            return Files.exists(log) ? Files.readString(log, StandardCharsets.ISO_8859_1) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        try {
            process.waitFor(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            kill();
        }
    }
}
