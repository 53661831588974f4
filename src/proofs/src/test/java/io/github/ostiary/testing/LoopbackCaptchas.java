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
import java.util.stream.Collectors;

/**
 * Turnstile and version 3 of reCAPTCHA on 127.0.0.1, under their own names, by TLS: a browser finds them by a rule for names, a server by
 * a proxy. The widget of Turnstile is a button; answers are as documented.
 */
public final class LoopbackCaptchas implements AutoCloseable {

    private static final List<String> NAMES = List.of("challenges.cloudflare.com", "www.google.com");

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

    private static final String NO_WIDGET =
            """
            window.grecaptcha = {
              ready: (then) => then(),
              execute: async (key, { action }) => 'score-of-' + key + '.' + action
            };
            """;

    /** The forms that they were asked by, and {@code frame} for each frame of a widget. */
    public final List<String> asked = new CopyOnWriteArrayList<>();

    private final HttpServer service;
    private final TlsProxy tls;
    private final ServerSocket proxy;

    private LoopbackCaptchas() throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        service = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
        service.createContext("/turnstile/v0/api.js", exchange -> answer(exchange, "text/javascript", WIDGET));
        service.createContext("/frame", exchange -> {
            asked.add("frame");
            answer(exchange, "text/html", "<p>Are you human?");
        });
        service.createContext("/turnstile/v0/siteverify", exchange -> verify(exchange, ""));
        service.createContext("/recaptcha/api.js", exchange -> answer(exchange, "text/javascript", NO_WIDGET));
        service.createContext("/recaptcha/api/siteverify", exchange -> verify(exchange, ",\"score\":0.7"));
        service.start();
        tls = TlsProxy.start(
                "dns:" + String.join(",dns:", NAMES), service.getAddress().getPort());
        proxy = new ServerSocket(0, 50, loopback);
        daemon(this::connect);
    }

    /** Starts them. */
    public static LoopbackCaptchas start() {
        try {
            return new LoopbackCaptchas();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a server needs in order to find them. */
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

    /** What a browser needs in order to find them. */
    public String[] options() {
        return new String[] {
            "--ignore-certificate-errors",
            NAMES.stream()
                    .map(name -> "MAP " + name + " 127.0.0.1:" + tls.port())
                    .collect(Collectors.joining(",", "--host-resolver-rules=", ""))
        };
    }

    private void verify(HttpExchange exchange, String more) throws IOException {
        String form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        asked.add(form);
        answer(
                exchange,
                "application/json",
                "{\"success\":true,\"hostname\":\"127.0.0.1\",\"action\":\"main\"" + more + "}");
    }

    private static void answer(HttpExchange exchange, String type, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(200, bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    /** Whatever a client asks to be connected to, it is here. */
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
        Thread thread = new Thread(task, "captchas");
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
