package io.github.ostiary.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Turnstile on 127.0.0.1, under its own name, by TLS: a browser finds it by a rule for names, a server by a proxy. Its widget is a button;
 * its answers are as documented.
 */
public final class LoopbackTurnstile implements AutoCloseable {

    private static final String NAME = "challenges.cloudflare.com";

    private static final String WIDGET =
            """
            const place = document.querySelector('.cf-turnstile');
            const human = document.createElement('button');
            human.id = 'human';
            human.onclick = () => window[place.dataset.callback]('token-of-' + place.dataset.sitekey + '.' + Date.now());
            const frame = document.createElement('iframe');
            frame.src = 'https://challenges.cloudflare.com/frame';
            place.append(human, frame);
            """;

    /** The forms that it was asked by, and {@code frame} for each frame it showed. */
    public final List<String> asked = new CopyOnWriteArrayList<>();

    private final HttpServer service;
    private final TlsProxy tls;
    private final ServerSocket proxy;

    private LoopbackTurnstile() throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        service = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
        service.createContext("/turnstile/v0/api.js", exchange -> answer(exchange, "text/javascript", WIDGET));
        service.createContext("/frame", exchange -> {
            asked.add("frame");
            answer(exchange, "text/html", "<p>Are you human?");
        });
        service.createContext("/turnstile/v0/siteverify", this::verify);
        service.start();
        tls = TlsProxy.start("dns:" + NAME, service.getAddress().getPort());
        proxy = new ServerSocket(0, 50, loopback);
        daemon(this::connect);
    }

    /** Starts it. */
    public static LoopbackTurnstile start() {
        try {
            return new LoopbackTurnstile();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a server needs in order to find it. */
    public Map<String, String> properties() {
        return Map.of(
                "https.proxyHost",
                "127.0.0.1",
                "https.proxyPort",
                String.valueOf(proxy.getLocalPort()),
                "javax.net.ssl.trustStore",
                tls.keys().toAbsolutePath().toString(),
                "javax.net.ssl.trustStorePassword",
                TlsProxy.PASSWORD);
    }

    /** What a browser needs in order to find it. */
    public String[] options() {
        return new String[] {
            "--ignore-certificate-errors", "--host-resolver-rules=MAP " + NAME + " 127.0.0.1:" + tls.port()
        };
    }

    private void verify(HttpExchange exchange) throws IOException {
        String form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        asked.add(form);
        answer(exchange, "application/json", "{\"success\":true,\"hostname\":\"127.0.0.1\",\"action\":\"main\"}");
    }

    private static void answer(HttpExchange exchange, String type, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(200, bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    /** Whatever a client asks to be connected to, it is this service. */
    private void connect() {
        while (!proxy.isClosed()) {
            try {
                Socket client = proxy.accept();
                Socket target = new Socket(InetAddress.getLoopbackAddress(), tls.port());
                skipHead(client.getInputStream());
                client.getOutputStream().write("HTTP/1.1 200 Connected\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                daemon(() -> copy(client, target));
                daemon(() -> copy(target, client));
            } catch (IOException e) {
                // Closed, or a client has gone.
            }
        }
    }

    private static void skipHead(InputStream in) throws IOException {
        for (int last = 0, next = in.read(); next >= 0; next = in.read()) {
            last = last << 8 | next;
            if (last == 0x0d0a0d0a) {
                return;
            }
        }
    }

    private static void copy(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // One of them has gone.
        }
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "turnstile");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        service.stop(0);
        tls.close();
        try {
            proxy.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
