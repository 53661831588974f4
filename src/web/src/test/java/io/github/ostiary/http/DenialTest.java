package io.github.ostiary.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.ostiary.Decision;
import io.github.ostiary.Quota;
import io.github.ostiary.Rate;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DenialTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void usedUpLimitIsAQuotaExceededProblem() throws JsonProcessingException {
        Quota quota = new Quota("api", "api-1m", Rate.parse("100/1m"), 0, Duration.ofSeconds(42));
        Decision.Denied denied = Decision.deny(
                Decision.Reason.RATE_LIMITED, "api", List.of(quota), Duration.ofMillis(1_001), false, false);
        JsonNode problem = JSON.readTree(DenialBody.PROBLEM.render(Denial.of(denied, 429, null)));
        assertThat(problem)
                .isEqualTo(
                        JSON.readTree(
                                """
                        {"type": "https://iana.org/assignments/http-problem-types#quota-exceeded",
                         "title": "Too Many Requests", "status": 429,
                         "detail": "Too many requests. Try again in 2 seconds.",
                         "reason": "rate-limited", "retryAfterSeconds": 2, "violated-policies": ["api-1m"]}
                        """));
    }

    @Test
    void everyFormTellsTheReference() throws JsonProcessingException {
        Decision.Denied denied =
                Decision.deny(Decision.Reason.LOCKED, "login", List.of(), Duration.ofSeconds(9), false, false);
        Denial denial = Denial.of(denied, 429, "7F3KQ2ZD");
        assertThat(JSON.readTree(DenialBody.PROBLEM.render(denial))
                        .get("reference")
                        .asText())
                .isEqualTo("7F3KQ2ZD");
        assertThat(DenialBody.HTML.render(denial))
                .contains("<p class=\"reference\">Reference: <code>7F3KQ2ZD</code></p>");
        assertThat(DenialBody.TEXT.render(denial)).endsWith("Reference: 7F3KQ2ZD\n");
        for (DenialBody body : DenialBody.values()) {
            assertThat(body.render(Denial.of(denied, 429, null))).doesNotContain("eference\"", "Reference:");
        }
    }

    @Test
    void noBodyTellsADescription() {
        Quota quota = new Quota(
                "api",
                "api-1m",
                Rate.parse("100/1m"),
                100,
                0,
                Duration.ofSeconds(42),
                Quota.QuotaUnit.REQUESTS,
                Optional.of("Keeps crawlers off"));
        Decision.Denied denied = Decision.deny(
                Decision.Reason.RATE_LIMITED, "api", List.of(quota), Duration.ofMillis(1_001), false, false);
        for (DenialBody body : DenialBody.values()) {
            assertThat(body.render(Denial.of(denied, 429, null))).isNotEmpty().doesNotContain("crawlers");
        }
    }

    @Test
    void permanentDenialGivesNoHope() throws JsonProcessingException {
        Decision.Denied denied = Decision.deny(Decision.Reason.RATE_LIMITED, "api", List.of(), null, true, false);
        JsonNode problem = JSON.readTree(DenialBody.PROBLEM.render(Denial.of(denied, 429, null)));
        assertThat(problem.has("retryAfterSeconds")).isFalse();
        assertThat(problem.get("detail").asText()).doesNotContain("Try again");
        assertThat(problem.get("violated-policies").get(0).asText()).isEqualTo("api");
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"RATE_LIMITED", "CONCURRENCY_LIMITED", "CHALLENGE_REQUIRED"})
    void otherReasonsNameNoRule(Decision.Reason reason) throws JsonProcessingException {
        Decision.Denied denied = Decision.deny(reason, "secret-rule", List.of(), Duration.ofSeconds(9), false, false);
        for (DenialBody body : DenialBody.values()) {
            assertThat(body.render(Denial.of(denied, 403, null))).doesNotContain("secret-rule");
        }
        JsonNode problem = JSON.readTree(DenialBody.PROBLEM.render(Denial.of(denied, 403, null)));
        String type =
                switch (reason) {
                    case LOCKED -> "https://iana.org/assignments/http-problem-types#abnormal-usage-detected";
                    case BUSY -> "urn:ostiary:busy";
                    case STORE_UNAVAILABLE -> "https://iana.org/assignments/http-problem-types#temporary-reduced-capacity";
                    default -> "about:blank";
                };
        assertThat(problem.get("type").asText()).isEqualTo(type);
        assertThat(problem.get("reason").asText())
                .isEqualTo(reason.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        assertThat(problem.get("title").asText()).isEqualTo("Forbidden");
        assertThat(problem.get("retryAfterSeconds").asLong()).isEqualTo(9);
    }

    @Test
    void challengeIsAProblemOfItsOwnThatTimeDoesNotSolve() throws JsonProcessingException {
        Decision.Denied denied = Decision.deny(
                Decision.Reason.CHALLENGE_REQUIRED, "login", List.of(), Duration.ofSeconds(9), false, false);
        assertThat(JSON.readTree(DenialBody.PROBLEM.render(Denial.of(denied, 403, null))))
                .isEqualTo(
                        JSON.readTree(
                                """
                        {"type": "urn:ostiary:challenge-required", "title": "Challenge Required", "status": 403,
                         "detail": "Too many failed attempts; a challenge must be passed first.",
                         "reason": "challenge-required"}
                        """));
    }

    /** Its headers name it too. */
    @Test
    void whoIsAtWorkTooOftenExceedsAQuota() throws JsonProcessingException {
        Quota work = new Quota(
                "work",
                "work-ip",
                Rate.parse("2/30s"),
                2,
                0,
                Duration.ofSeconds(30),
                Quota.QuotaUnit.CONCURRENT_REQUESTS,
                Optional.empty());
        Decision.Denied denied = Decision.deny(
                Decision.Reason.CONCURRENCY_LIMITED, "work", List.of(work), Duration.ofSeconds(9), false, false);
        JsonNode problem = JSON.readTree(DenialBody.PROBLEM.render(Denial.of(denied, 429, null)));
        assertThat(problem.get("type").asText())
                .isEqualTo("https://iana.org/assignments/http-problem-types#quota-exceeded");
        assertThat(problem.get("reason").asText()).isEqualTo("concurrency-limited");
        assertThat(problem.get("violated-policies")).hasToString("[\"work-ip\"]");
    }

    @Test
    void busyTakesASecond() {
        Decision.Denied busy = Decision.deny(Decision.Reason.BUSY, "login", List.of(), null, false, false);
        assertThat(Denial.of(busy, 429, null).retryAfterSeconds()).hasValue(1);
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "999, 1", "1000, 1", "1001, 2", "59999, 60", "2592000000, 2592000"})
    void retryAfterIsRoundedUpAndAtLeastOne(long millis, long seconds) {
        assertThat(denied(Duration.ofMillis(millis)).retryAfterSeconds()).hasValue(seconds);
    }

    @Test
    void noWaitMeansNoRetryAfter() {
        assertThat(denied(null).retryAfterSeconds()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\"b", "\\", "\n\r\t\0\u001b", "</script>", "réponse", "\u2028", "😀", "\ud800", "}{"})
    void jsonSurvivesAnything(String text) throws JsonProcessingException {
        String escaped = Escapes.json(text);
        assertThat(escaped).matches("[ -~]*");
        assertThat(JSON.readTree(escaped).asText()).isEqualTo(text);
    }

    @Test
    void htmlIsEscapedAndSelfContained() {
        Denial denial =
                new Denial(429, "about:blank", "other", "<script>'", "\"&\"", OptionalLong.empty(), List.of(), null);
        String page = DenialBody.HTML.render(denial);
        assertThat(page)
                .contains("<h1>&lt;script&gt;&#39;</h1>", "<p>&quot;&amp;&quot;</p>", "<html lang=\"en\">")
                .doesNotContain("<script", "http:", "https:", "src=", "url(");
    }

    private static Denial denied(@Nullable Duration wait) {
        return Denial.of(Decision.deny(Decision.Reason.RATE_LIMITED, "api", List.of(), wait, false, false), 429, null);
    }
}
