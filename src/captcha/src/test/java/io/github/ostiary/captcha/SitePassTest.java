package io.github.ostiary.captcha;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.config.CaptchaKind;
import io.github.ostiary.edge.OfferedChallenge.NoAnswer;
import io.github.ostiary.edge.OfferedChallenge.Served;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.TestCall;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The widget of a captcha service on a page of ours, the pass that its token becomes, and who else asks for one. */
class SitePassTest extends LoopbackService {

    @ParameterizedTest
    @CsvSource({
        "TURNSTILE, cf-turnstile, https://challenges.cloudflare.com/turnstile/v0/api.js, https://challenges.cloudflare.com",
        "HCAPTCHA, h-captcha, https://js.hcaptcha.com/1/api.js, https://hcaptcha.com https://*.hcaptcha.com",
        "RECAPTCHA, g-recaptcha, https://www.google.com/recaptcha/api.js, https://www.google.com/recaptcha/"
                + " https://www.gstatic.com/recaptcha/ https://recaptcha.google.com/recaptcha/"
    })
    void thePageShowsTheWidgetAndLoadsNothingElse(CaptchaKind kind, String widget, String script, String sources) {
        SiteCaptcha captcha = captcha(kind, true, OptionalDouble.empty());
        assertThat(captcha.html(post(), "/shop", OptionalLong.of(86_400)))
                .contains(
                        "<div class=\"" + widget + "\" data-sitekey=\"site-key\" data-action=\"main\"",
                        "<script src=\"" + script + "\" id=\"ostiary-site\" defer>",
                        "/shop/ostiary-captcha/puzzle.js?",
                        "wait for 24 hours")
                .doesNotContain(SECRET);
        assertThat(captcha.policy("'sha256-x'").split("; "))
                .containsExactly(
                        "style-src 'sha256-x' " + sources,
                        "script-src 'self' " + sources,
                        "worker-src 'self'",
                        "connect-src 'self' " + sources,
                        "frame-src " + sources);
    }

    @Test
    void aScoreNeedsNoWidget() {
        SiteCaptcha captcha = captcha(CaptchaKind.RECAPTCHA, true, OptionalDouble.of(0.5));
        assertThat(captcha.html(post(), "", OptionalLong.empty()))
                .contains("site=\"asked\" data-sitekey=\"site-key\"", "/recaptcha/api.js?render=site-key\"")
                .doesNotContain("<div");
    }

    private static String pass(SiteCaptcha captcha, TestCall call) {
        @Nullable Served served = captcha.serve("pass", call, "/shop", true);
        if (served == null) {
            return "";
        }
        assertThat(served.status()).isEqualTo(204);
        String cookie = served.headers().getOrDefault("Set-Cookie", "");
        assertThat(cookie).contains("; HttpOnly", "; SameSite=Strict", "; Max-Age=300", "; Path=/shop", "; Secure");
        return cookie.substring(cookie.indexOf('=') + 1, cookie.indexOf(';'));
    }

    private static TestCall solved(String token) {
        return post().from("192.0.2.1").header("Ostiary-Captcha", token);
    }

    private static TestCall with(SiteCaptcha captcha, String pass) {
        return post().from("192.0.2.1").cookie("ostiary-captcha-" + captcha.scope().mark, pass);
    }

    @Test
    void aTokenOfTheWidgetBecomesAPassForOneAttempt() throws Exception {
        says(RIGHT.formatted(""));
        SiteCaptcha captcha = turnstile(true);
        String pass = pass(captcha, solved("t"));
        assertThat(captcha.isAnswered(with(captcha, pass).from("192.0.2.2")))
                .as("another network")
                .isFalse();
        assertThat(captcha.isAnswered(with(captcha, pass + "x"))).isFalse();
        assertThat(captcha(CaptchaKind.HCAPTCHA, true, OptionalDouble.empty()).isAnswered(with(captcha, pass)))
                .as("another service")
                .isFalse();
        assertThat(captcha.verify(with(captcha, pass))).isTrue();
        assertThatThrownBy(() -> captcha.verify(with(captcha, pass))).isInstanceOf(NoAnswer.class);
        assertThatThrownBy(() -> captcha.verify(solved("t"))).isInstanceOf(NoAnswer.class);
        assertThat(pass(captcha, solved("t"))).as("once more").isEmpty();
        assertThat(asked).hasSize(1);
        assertThat(captcha.verify(with(captcha, pass).param("cf-turnstile-response", "fresh")))
                .as("a used pass beside a fresh token")
                .isTrue();
        String late = pass(captcha, solved("u"));
        time.advance(Duration.ofSeconds(Pass.LIFE_SECONDS));
        assertThat(captcha.isAnswered(with(captcha, late))).isFalse();
    }

    @Test
    void nothingElseLeavesAPass() {
        says(RIGHT.formatted(""));
        SiteCaptcha captcha = turnstile(true);
        assertThat(captcha.serve(
                        "pass", new TestCall("GET", "/").host("shop.example").header("Ostiary-Captcha", "t"), "", true))
                .isNull();
        assertThat(pass(captcha, post())).isEmpty();
        assertThat(pass(captcha, token("t"))).as("a form of another site").isEmpty();
        assertThat(pass(captcha, solved("t").param("for", "another"))).isEmpty();
        assertThat(pass(captcha, solved("a b"))).isEmpty();
        assertThat(captcha.serve("puzzle", solved("t"), "", true)).isNull();
        assertThat(asked).isEmpty();
        assertThat(pass(captcha, solved("t").param("for", captcha.scope().mark)))
                .isNotEmpty();
        assertThat(captcha.serve("puzzle.js", post(), "", true)).isNotNull();
    }

    /** No lockout counts what is asked for a pass. */
    @Test
    void whoSendsWrongTokensIsNotAskedAboutForLong() {
        says("{\"success\":false,\"error-codes\":[\"invalid-input-response\"]}");
        SiteCaptcha captcha = turnstile(true);
        for (int i = 0; i < 30; i++) {
            assertThat(pass(captcha, solved("wrong" + i))).isEmpty();
        }
        assertThat(asked).hasSize(10);
        says(RIGHT.formatted(""));
        assertThat(pass(captcha, solved("right"))).isEmpty();
        assertThat(pass(captcha, solved("right").from("192.0.2.9"))).isNotEmpty();
        time.advance(Duration.ofMinutes(10));
        assertThat(pass(captcha, solved("later"))).isNotEmpty();
    }

    /** A network is not to blame for a service that is away. */
    @Test
    void whoAsksWhileTheServiceIsAwayIsHeardLater() {
        status = 503;
        SiteCaptcha captcha = turnstile(true);
        for (int i = 0; i < 20; i++) {
            assertThat(pass(captcha, solved("t" + i))).isEmpty();
        }
        assertThat(asked).hasSize(3);
        status = 200;
        says(RIGHT.formatted(""));
        time.advance(Duration.ofSeconds(31));
        assertThat(pass(captcha, solved("u"))).isNotEmpty();
    }

    @Test
    void fewArePassedAtATime() throws Exception {
        timeout = Duration.ofSeconds(60);
        service = out -> {
            over.await();
            out.write(RIGHT.formatted("").getBytes(StandardCharsets.UTF_8));
        };
        SiteCaptcha captcha = turnstile(true);
        List<Future<String>> passes = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            TestCall call = solved("t" + i);
            passes.add(threads.submit(() -> pass(captcha, call)));
        }
        Await.until(() -> passes.stream().filter(Future::isDone).count() == 24, Duration.ofSeconds(30));
        over.countDown();
        int passed = 0;
        for (Future<String> pass : passes) {
            passed += pass.get().isEmpty() ? 0 : 1;
        }
        assertThat(passed).isEqualTo(asked.size()).isEqualTo(16);
    }
}
