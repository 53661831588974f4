package io.github.ostiary.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A real server in a JVM of its own, on a free port of 127.0.0.1, with one or more exploded WARs. It ends with this JVM.
 *
 * <p>Every WAR is mounted at {@code /} and its directory's name, as {@link WarBuilder} gave it; {@code ROOT} at {@code /}.
 */
public final class ServerUnderTest implements AutoCloseable {

    private static final Duration BOUND = Duration.ofMinutes(3);
    private static final Pattern LISTENING = Pattern.compile("(?m)^LISTENING (\\d+)$");

    private final Process process;
    private final Path log;
    private int port;

    private ServerUnderTest(
            ServerLayout kind, List<Path> wars, Map<String, String> environment, Map<String, String> properties) {
        try {
            log = Files.createTempFile(Files.createDirectories(Path.of("target", "servers", "logs")), "", ".log");
            ProcessBuilder builder = new ProcessBuilder(command(kind, wars, properties))
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile());
            builder.environment().putAll(environment);
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    }

    private static List<String> command(ServerLayout kind, List<Path> wars, Map<String, String> properties) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = new ArrayList<>(List.of(java, "-Xmx256m", "-XX:TieredStopAtLevel=1"));
        properties.forEach((name, value) -> command.add("-D" + name + "=" + value));
        command.addAll(List.of(
                "-cp", kind.classPath(), kind.launcher().toAbsolutePath().toString()));
        for (Path war : wars) {
            command.add(contextPath(war));
            command.add(war.toAbsolutePath().toString());
        }
        return command;
    }

    /** Starts a server; all WARs answer when this returns. Fails with the server's log if one cannot be deployed. */
    public static ServerUnderTest start(ServerLayout kind, Path... wars) {
        return start(kind, List.of(wars), Map.of(), Map.of());
    }

    /** As above, with environment variables and system properties. */
    public static ServerUnderTest start(
            ServerLayout kind, List<Path> wars, Map<String, String> environment, Map<String, String> properties) {
        ServerUnderTest server = new ServerUnderTest(kind, wars, environment, properties);
        server.awaitStartOrEnd();
        if (server.port == 0) {
            throw new AssertionError("not deployed; the log says:\n" + server.log());
        }
        return server;
    }

    /** Starts a server that must not come up, and returns its log. */
    public static String startExpectingFailure(ServerLayout kind, Path war) {
        try (ServerUnderTest server = new ServerUnderTest(kind, List.of(war), Map.of(), Map.of())) {
            server.awaitStartOrEnd();
            if (server.port != 0) {
                throw new AssertionError("deployed, though it must not be; the log says:\n" + server.log());
            }
            return server.log();
        }
    }

    private void awaitStartOrEnd() {
        Await.until(() -> findPort() || !process.isAlive(), BOUND);
    }

    private boolean findPort() {
        Matcher line = LISTENING.matcher(log());
        if (line.find()) {
            port = Integer.parseInt(line.group(1));
        }
        return port != 0;
    }

    public int port() {
        return port;
    }

    /** Such as {@code http://127.0.0.1:40123/app/}; resolve relative paths against it. */
    public URI uri(Path war) {
        return URI.create("http://127.0.0.1:" + port + contextPath(war) + "/");
    }

    private static String contextPath(Path war) {
        String name = war.getFileName().toString();
        return name.equals("ROOT") ? "" : "/" + name;
    }

    /** The process id, for signals. */
    public long pid() {
        return process.pid();
    }

    /** All the server wrote so far. */
    public String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Undeploys a WAR; returns when that is done. */
    public void undeploy(Path war) {
        String path = contextPath(war);
        try {
            process.getOutputStream().write((path + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Await.until(() -> log().contains("UNDEPLOYED " + path), BOUND);
    }

    /** Stops it in an orderly way, so that applications are undeployed, and returns the whole log; idempotent. */
    public String stop() {
        try {
            process.getOutputStream().close();
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
