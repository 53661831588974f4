package io.github.ostiary.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Twemproxy of the PATH ({@code nutcracker}), on a free port of 127.0.0.1 before a server; it hangs up at commands it does not know. */
public final class Twemproxy implements AutoCloseable {

    private final Process process;
    private final int port;

    private Twemproxy(Path program, int target) {
        port = FreePort.next();
        try {
            Path folder = Files.createTempDirectory(Files.createDirectories(Path.of("target", "redis")), "twemproxy");
            Path configuration = folder.resolve("nutcracker.yml");
            Files.writeString(
                    configuration,
                    """
                    alpha:
                      listen: 127.0.0.1:%d
                      redis: true
                      servers:
                       - 127.0.0.1:%d:1
                    """
                            .formatted(port, target));
            process = new ProcessBuilder(
                            program.toString(),
                            "-c",
                            configuration.toString(),
                            "-a",
                            "127.0.0.1",
                            "-s",
                            "" + FreePort.next())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("log").toFile())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
        Await.until(this::listens, Duration.ofSeconds(30));
    }

    /** Starts it, where this machine has one. */
    public static Optional<Twemproxy> before(RedisServer server) {
        return OnPath.program("nutcracker").map(program -> new Twemproxy(program, server.port()));
    }

    private boolean listens() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    /** Such as {@code redis://127.0.0.1:40123}. */
    public String uri() {
        return "redis://127.0.0.1:" + port;
    }

    @Override
    public void close() {
        Process unused = process.destroyForcibly();
    }
}
