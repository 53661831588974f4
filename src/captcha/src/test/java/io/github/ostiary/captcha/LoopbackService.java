package io.github.ostiary.captcha;

import com.sun.net.httpserver.HttpServer;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.config.CaptchaKind;
import io.github.ostiary.config.CaptchaService;
import io.github.ostiary.config.CaptchaTerms;
import io.github.ostiary.setup.GuardCaptchas.CaptchaBasis;
import io.github.ostiary.testing.TestCall;
import io.github.ostiary.text.Digest;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A captcha service on 127.0.0.1, which says what a test has it say. */
abstract class LoopbackService {

    static final String SECRET = "0x4AAA-the-secret-of-tests";
    static final String RIGHT =
            "{\n  \"success\": true,\n  \"challenge_ts\": \"2026-11-28T10:00:00Z\",\n  \"hostname\": \"shop.example\"%s\n}";
    static final byte[] KEY = "a secret of sixteen or more".getBytes(StandardCharsets.UTF_8);

    final Set<String> used = ConcurrentHashMap.newKeySet();
    final ManualTimeSource time = new ManualTimeSource();
    final List<String> asked = new CopyOnWriteArrayList<>();
    final CountDownLatch over = new CountDownLatch(1);
    final ExecutorService threads = Executors.newCachedThreadPool();
    HttpServer server;
    volatile Service service = out -> {};
    volatile int status = 200;
    volatile long length;
    Duration timeout = Duration.ofSeconds(2);
    List<String> hosts = List.of();

    /** What the service of a test says. */
    interface Service {
        void answer(OutputStream out) throws IOException, InterruptedException;
    }

    @BeforeEach
    void begin() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/siteverify", exchange -> {
            asked.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.getResponseHeaders().set("Location", "/stolen");
            try (OutputStream out = exchange.getResponseBody()) {
                exchange.sendResponseHeaders(status, length);
                service.answer(out);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                exchange.close();
            }
        });
        server.createContext("/stolen", exchange -> asked.add("redirected"));
        server.start();
    }

    @AfterEach
    void end() {
        over.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    void says(String json) {
        service = out -> out.write(json.getBytes(StandardCharsets.UTF_8));
    }

    SiteCaptcha captcha(CaptchaKind kind, boolean puzzle, OptionalDouble score) {
        BuiltInCaptchas captchas = new BuiltInCaptchas();
        captchas.begin(new CaptchaBasis(purpose -> Digest.hmac(KEY, purpose), used::add, time));
        CaptchaService terms = new CaptchaService("site-key", SECRET, hosts, timeout, puzzle, score, "main");
        CaptchaSite real = CaptchaSite.of(kind);
        CaptchaSite site = new CaptchaSite(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/siteverify"),
                real.field(),
                real.widget(),
                real.script(),
                real.sources());
        return captchas.site(
                new CaptchaTerms(kind, "main", Duration.ofMillis(10), terms, call -> call.peer()
                        .orElse("")),
                terms,
                site);
    }

    SiteCaptcha turnstile(boolean puzzle) {
        return captcha(CaptchaKind.TURNSTILE, puzzle, OptionalDouble.empty());
    }

    static TestCall post() {
        return new TestCall("POST", "/login").host("shop.example");
    }

    static TestCall token(String token) {
        return post().param("cf-turnstile-response", token);
    }
}
