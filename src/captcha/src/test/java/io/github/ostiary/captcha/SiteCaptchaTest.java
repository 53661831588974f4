package io.github.ostiary.captcha;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.captcha.SiteCaptcha.NoVerdict;
import io.github.ostiary.config.CaptchaKind;
import io.github.ostiary.config.CaptchaTerms;
import io.github.ostiary.edge.OfferedChallenge.NoAnswer;
import io.github.ostiary.setup.GuardCaptchas.CaptchaBasis;
import io.github.ostiary.testing.TestCall;
import io.github.ostiary.text.Digest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Captcha services as they are documented, and as they fail; and callers with answers that are not theirs. */
class SiteCaptchaTest extends LoopbackService {

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

    /** Whoever has a token of a site of his own writes that site into his request. */
    @Test
    void theHostIsNotTheCallersWordWhereHostsAreNamed() throws Exception {
        hosts = List.of("shop.example", "www.shop.example");
        SiteCaptcha captcha = turnstile(true);
        says("{\"success\":true,\"hostname\":\"evil.example\"}");
        assertThat(captcha.verify(token("t").host("evil.example"))).isFalse();
        assertThat(captcha.verify(token("u"))).isFalse();
        says("{\"success\":true,\"hostname\":\"WWW.shop.example\"}");
        assertThat(captcha.verify(token("v").host("evil.example"))).isTrue();
        assertThat(captcha.verify(token("w").host("10.0.0.7"))).isTrue();
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
