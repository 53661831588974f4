package io.github.ostiary.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** Speaks TLS on 127.0.0.1 for a server that does not, with a certificate of its own. */
public final class TlsProxy implements AutoCloseable {

    /** Of the key store; no secret. */
    public static final String PASSWORD = "changeit";

    private final Path keys;
    private final ServerSocket server;
    private final int target;
    private final long handshakeNanos;

    private TlsProxy(Path keys, ServerSocket server, int target, Duration handshake) {
        this.keys = keys;
        this.server = server;
        this.target = target;
        this.handshakeNanos = handshake.toNanos();
        daemon(this::accept);
    }

    /**
     * Starts one.
     *
     * @param name whom the certificate is made out to, such as {@code dns:redis.test} or {@code ip:127.0.0.1}
     * @param target the port of the server
     */
    public static TlsProxy start(String name, int target) {
        return start(name, target, Duration.ZERO);
    }

    /** One whose handshakes take somewhat longer. */
    public static TlsProxy start(String name, int target, Duration handshake) {
        try {
            Path keys = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "tls")
                    .resolve("keys.p12");
            Process keytool = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "keytool")
                                    .toString(),
                            "-genkeypair",
                            "-alias",
                            "redis",
                            "-keyalg",
                            "EC",
                            "-dname",
                            "CN=redis",
                            "-ext",
                            "san=" + name,
                            "-keystore",
                            keys.toString(),
                            "-storepass",
                            PASSWORD,
                            "-storetype",
                            "PKCS12")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
                throw new IllegalStateException("keytool makes no keys");
            }
            return new TlsProxy(keys, listen(keys), target, handshake);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ServerSocket listen(Path keys) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keys)) {
            store.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(store, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    public int port() {
        return server.getLocalPort();
    }

    /** Whoever takes it for a trust store trusts this server. */
    public Path keys() {
        return keys;
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                Socket redis = new Socket(InetAddress.getLoopbackAddress(), target);
                daemon(() -> {
                    pass(handshakeNanos);
                    copy(client, redis);
                });
                daemon(() -> copy(redis, client));
            } catch (IOException e) {
                // Closed, or the server is away.
            }
        }
    }

    /** Nothing is read meanwhile, and so no hand is shaken. */
    private static void pass(long nanos) {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private static void copy(Socket from, Socket to) {
        try (from;
                to) {
            OutputStream out = to.getOutputStream();
            from.getInputStream().transferTo(out);
        } catch (IOException e) {
            // One of them has gone.
        }
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "tls-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
