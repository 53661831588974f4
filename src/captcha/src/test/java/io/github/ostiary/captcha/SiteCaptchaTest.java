package io.github.ostiary.captcha;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.captcha.SiteCaptcha.NoVerdict;
import io.github.ostiary.config.CaptchaKind;
import io.github.ostiary.config.CaptchaService;
import io.github.ostiary.config.CaptchaTerms;
import io.github.ostiary.edge.OfferedChallenge.NoAnswer;
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
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Captcha services as they are documented, and as they fail; and callers with answers that are not theirs. */
class SiteCaptchaTest {

    private static final String SECRET = "0x4AAA-the-secret-of-tests";
    private static final String RIGHT =
            "{\n  \"success\": true,\n  \"challenge_ts\": \"2026-11-28T10:00:00Z\",\n  \"hostname\": \"shop.example\"%s\n}";
    private static final byte[] KEY = "a secret of sixteen or more".getBytes(StandardCharsets.UTF_8);

    private final Set<String> used = ConcurrentHashMap.newKeySet();
    private final ManualTimeSource time = new ManualTimeSource();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private HttpServer server;
    private volatile Service service = out -> {};
    private volatile int status = 200;
    private volatile long length;

    /** What the service of a test says. */
    private interface Service {
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

    private void says(String json) {
        service = out -> out.write(json.getBytes(StandardCharsets.UTF_8));
    }

    private SiteCaptcha captcha(CaptchaKind kind, boolean puzzle, OptionalDouble score) {
        BuiltInCaptchas captchas = new BuiltInCaptchas();
        captchas.begin(new CaptchaBasis(purpose -> Digest.hmac(KEY, purpose), used::add, time));
        CaptchaService terms = new CaptchaService("site-key", SECRET, Duration.ofSeconds(2), puzzle, score, "main");
        CaptchaSite site = new CaptchaSite(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/siteverify"),
                CaptchaSite.of(kind).field());
        return captchas.site(
                new CaptchaTerms(kind, "main", Duration.ofMillis(10), terms, call -> call.peer()
                        .orElse("")),
                terms,
                site);
    }

    private SiteCaptcha turnstile(boolean puzzle) {
        return captcha(CaptchaKind.TURNSTILE, puzzle, OptionalDouble.empty());
    }

    private static TestCall post() {
        return new TestCall("POST", "/login").host("shop.example");
    }

    private static TestCall token(String token) {
        return post().param("cf-turnstile-response", token);
    }

    @ParameterizedTest
    @CsvSource({"TURNSTILE, cf-turnstile-response", "HCAPTCHA, h-captcha-response", "RECAPTCHA, g-recaptcha-response"})
    void aRightAnswerPasses(CaptchaKind kind, String field) throws Exception {
        says(RIGHT.formatted(""));
        SiteCaptcha captcha = captcha(kind, true, OptionalDouble.empty());
        assertThat(captcha.isAnswered(post())).isFalse();
        TestCall call = post().param(field, "0.abc_DEF-1");
        assertThat(captcha.isAnswered(call)).isTrue();
        assertThat(captcha.verify(call)).isTrue();
        assertThat(asked).containsExactly("secret=0x4AAA-the-secret-of-tests&response=0.abc_DEF-1&sitekey=site-key");
        assertThat(captcha.verify(post().header("Ostiary-Captcha", "t2"))).isTrue();
        assertThat(captcha.verify(post().json(field, "t3"))).isTrue();
    }

    /** Also where the service would take it again. */
    @Test
    void anAnswerIsRightOnce() throws Exception {
        says(RIGHT.formatted(""));
        SiteCaptcha captcha = turnstile(true);
        assertThat(captcha.verify(token("t"))).isTrue();
        assertThatThrownBy(() -> captcha.verify(token("t"))).isInstanceOf(NoAnswer.class);
        assertThatThrownBy(() -> turnstile(true).verify(token("t")))
                .as("another node")
                .isInstanceOf(NoAnswer.class);
        assertThat(asked).hasSize(1);
        says("{\"success\":false,\"error-codes\":[\"timeout-or-duplicate\"]}");
        assertThatThrownBy(() -> captcha.verify(token("old"))).isInstanceOf(NoAnswer.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"success\":false,\"error-codes\":[\"invalid-input-response\"]}",
                "{\"success\":false}",
                "{\"success\":true}",
                "{\"success\":true,\"hostname\":\"evil.example\"}",
                "{\"success\":true,\"hostname\":\"shop.example.evil.example\"}",
                "{\"success\":true,\"hostname\":[\"shop.example\"]}",
                "{\"success\":true,\"hostname\":\"shop.example\",\"action\":\"contact\"}"
            })
    void whatIsWrongOrOfAnotherPlaceIsWrong(String json) throws Exception {
        SiteCaptcha captcha = turnstile(true);
        for (int answerStatus : new int[] {200, 400}) {
            status = answerStatus;
            says(json);
            for (int i = 0; i < 5; i++) {
                assertThat(captcha.verify(token("t" + answerStatus + i))).isFalse();
            }
        }
        assertThat(asked).as("callers cannot open the circuit").hasSize(10);
        assertThat(captcha.json(post()))
                .contains("turnstile", "site-key", "main")
                .doesNotContain(SECRET);
    }

    @Test
    void theActionOfThisSignInIsRight() throws Exception {
        says(RIGHT.formatted(",\"action\":\"main\",\"cdata\":\"a, b\\\" c\""));
        assertThat(turnstile(true).verify(token("t"))).isTrue();
        says(RIGHT.formatted(",\"action\":\"\""));
        assertThat(turnstile(true).verify(token("u"))).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "',\"score\":0.5,\"action\":\"main\"', true", "',\"score\":0.9,\"action\":\"main\"', true",
        "',\"score\":1,\"action\":\"main\"', true", "',\"score\":0.49,\"action\":\"main\"', false",
        "',\"score\":0.9', false", "',\"score\":0.9,\"action\":\"\"', false",
        "',\"score\":0.9,\"action\":\"contact\"', false", "',\"action\":\"main\"', false",
        "',\"score\":\"0.9\",\"action\":\"main\"', false"
    })
    void aScoreMustBeHighEnoughAndOfThisAction(String members, boolean right) throws Exception {
        says(RIGHT.formatted(members));
        SiteCaptcha captcha = captcha(CaptchaKind.RECAPTCHA, true, OptionalDouble.of(0.5));
        assertThat(captcha.verify(post().param("g-recaptcha-response", "t"))).isEqualTo(right);
    }

    @Test
    void whatIsNoTokenIsNotAskedAbout() {
        SiteCaptcha captcha = turnstile(true);
        for (String text : new String[] {"", " ", "a b", "a\nb", "é", "x".repeat(8_193), "a&secret=b"}) {
            assertThat(captcha.isAnswered(token(text))).isFalse();
        }
        assertThat(captcha.isAnswered(token("a").param("cf-turnstile-response", "b")))
                .isFalse();
        assertThat(asked).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"slow", "dripping", "huge", "cut", "redirected", "broken", "fault", "busy", "text", "gone"})
    void aServiceThatSaysNothingOpensTheCircuit(String how) throws Exception {
        fail(how);
        SiteCaptcha captcha = turnstile(true);
        SiteCaptcha denying = turnstile(false);
        for (int i = 0; i < 3; i++) {
            String token = how + i;
            assertThat(captcha.json(post())).contains("turnstile");
            long begun = System.nanoTime();
            assertThatThrownBy(() -> captcha.verify(token(token)))
                    .isInstanceOf(NoVerdict.class)
                    .hasMessageNotContaining(SECRET)
                    .hasMessageNotContaining(token);
            assertThat(System.nanoTime() - begun).as("held").isLessThan(15_000_000_000L);
        }
        int before = asked.size();
        assertThatThrownBy(() -> captcha.verify(token("later"))).isInstanceOf(NoVerdict.class);
        assertThat(asked).as("not asked").hasSize(before).doesNotContain("redirected");
        String puzzle = captcha.json(post());
        assertThat(captcha.verify(post().header("Ostiary-Captcha", Solver.payload(puzzle))))
                .isTrue();
        assertThat(captcha.html(post(), "/shop", OptionalLong.empty())).contains("<ostiary-puzzle");
        assertThat(denying.json(post())).contains("turnstile");
        String late = captcha.json(post());
        if (how.equals("gone")) {
            return;
        }
        over.countDown();
        status = 200;
        length = 0;
        says(RIGHT.formatted(""));
        time.advance(Duration.ofSeconds(31));
        assertThat(captcha.verify(token("back"))).isTrue();
        assertThat(captcha.json(post())).contains("turnstile");
        assertThat(captcha.verify(post().header("Ostiary-Captcha", Solver.payload(late))))
                .as("begun while it was away")
                .isTrue();
    }

    /** Only an outage makes a puzzle worth anything. */
    @Test
    void nobodyChoosesThePuzzle() {
        SiteCaptcha captcha = turnstile(true);
        BuiltInCaptchas captchas = new BuiltInCaptchas();
        captchas.begin(new CaptchaBasis(purpose -> Digest.hmac(KEY, purpose), used::add, time));
        Puzzle puzzle = (Puzzle)
                captchas.captcha(new CaptchaTerms(CaptchaKind.PUZZLE, "main", Duration.ofMillis(10), call -> ""));
        String solved = Solver.payload(puzzle.json(post()));
        assertThat(captcha.isAnswered(post().param("altcha", solved))).isFalse();
        assertThat(captcha.serve("puzzle", post(), "", true)).isNull();
    }

    private void fail(String how) {
        switch (how) {
            case "slow" -> service = out -> over.await();
            case "dripping" -> service = out -> {
                while (!over.await(50, TimeUnit.MILLISECONDS)) {
                    out.write(' ');
                    out.flush();
                }
            };
            case "huge" -> service = out -> {
                byte[] much = " ".repeat(100_000).getBytes(StandardCharsets.UTF_8);
                while (over.getCount() > 0) {
                    out.write(much);
                }
            };
            case "cut" -> {
                length = 1_000;
                says("{\"success\":true,\"hostname\":\"shop.example\"}");
            }
            case "redirected" -> {
                status = 307;
                says(RIGHT.formatted(""));
            }
            case "broken" -> {
                status = 503;
                says(RIGHT.formatted(""));
            }
            case "fault" -> says("{\"success\":false,\"error-codes\":[\"invalid-input-secret\"]}");
            case "busy" -> {
                status = 429;
                says("{\"success\":false}");
            }
            case "text" -> says("<html>welcome</html>");
            default -> server.stop(0);
        }
    }
}
