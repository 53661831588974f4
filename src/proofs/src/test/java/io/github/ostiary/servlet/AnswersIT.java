package io.github.ostiary.servlet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.RawHttp;
import io.github.ostiary.testing.ServerKind;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What callers are told. On every server; each test spends rules of its own, all {@code 3/1h}. */
@ParameterizedClass
@EnumSource
class AnswersIT {

    private final Applications app;

    AnswersIT(ServerKind kind) {
        app = Applications.on(kind);
    }

    @Test
    void draftHeadersTellWhereTheCallerStands() {
        HttpResponse<String> allowed = app.get("automatic", "head");
        assertThat(allowed.headers().allValues("RateLimit-Policy")).containsExactly("\"head\";q=3;w=3600");
        assertThat(Applications.header(allowed, "RateLimit")).matches("\"head\";r=2;t=(3600|359\\d)");
        assertThat(allowed.headers().firstValue("Retry-After")).isEmpty();
        app.get("automatic", "head");
        app.get("automatic", "head");
        HttpResponse<String> denied = app.get("automatic", "head");
        assertThat(Applications.header(denied, "RateLimit")).matches("\"head\";r=0;t=3[56]\\d\\d");
        assertThat(Applications.header(denied, "RateLimit-Policy")).isEqualTo("\"head\";q=3;w=3600");
        assertThat(Long.parseLong(Applications.header(denied, "Retry-After"))).isBetween(1L, 3_600L);
        assertThat(Applications.header(denied, "Cache-Control")).isEqualTo("no-store");
        assertThat(app.get("automatic", "throwing/other").headers().map()).doesNotContainKey("ratelimit");
    }

    @Test
    void otherHeaderStyles() {
        HttpResponse<String> classic = app.get("classic", "head");
        assertThat(Applications.header(classic, "X-RateLimit-Limit")).isEqualTo("3");
        assertThat(Applications.header(classic, "X-RateLimit-Remaining")).isEqualTo("2");
        assertThat(Applications.header(classic, "X-RateLimit-Reset")).matches("3600|359\\d");
        assertThat(classic.headers().map()).doesNotContainKeys("ratelimit", "ratelimit-policy");
        assertThat(app.get("silent", "head").headers().map().keySet()).noneMatch(name -> name.contains("ratelimit"));
    }

    @Test
    void bodyIsWhatTheCallerAccepts() throws JsonProcessingException {
        app.spend("automatic", "kinds");
        HttpResponse<String> json = app.get("automatic", "kinds", "Accept", "application/json");
        assertThat(Applications.header(json, "Content-Type")).startsWith("application/problem+json");
        JsonNode problem = new ObjectMapper().readTree(json.body());
        assertThat(problem.get("type").asText())
                .isEqualTo("https://iana.org/assignments/http-problem-types#quota-exceeded");
        assertThat(problem.get("status").asInt()).isEqualTo(429);
        assertThat(problem.get("violated-policies")).hasSize(1);
        assertThat(problem.get("violated-policies").get(0).asText()).isEqualTo("kinds");
        assertThat(problem.get("retryAfterSeconds").asText()).isEqualTo(Applications.header(json, "Retry-After"));

        HttpResponse<String> html = app.get("automatic", "kinds", "Accept", "text/html,*/*;q=0.8");
        assertThat(Applications.header(html, "Content-Type")).isEqualToIgnoringCase("text/html;charset=utf-8");
        assertThat(html.body()).startsWith("<!DOCTYPE html>").contains("Too Many Requests");

        HttpResponse<String> text = app.get("automatic", "kinds");
        assertThat(Applications.header(text, "Content-Type")).isEqualToIgnoringCase("text/plain;charset=utf-8");
        assertThat(text.body()).startsWith("Too Many Requests\n");

        HttpResponse<String> head = Browser.send("HEAD", app.uri("automatic", "kinds"), "", UTF_8);
        assertThat(head.statusCode()).isEqualTo(429);
        assertThat(head.body()).isEmpty();
        assertThat(head.headers().map()).containsKeys("retry-after", "ratelimit");
    }

    @ParameterizedTest
    @CsvSource({"GET", "POST"})
    void ownPageAnswersBrowsersOnly(String method) {
        app.get("classic", "kinds");
        app.get("classic", "kinds");
        app.get("classic", "kinds");
        HttpResponse<String> page = Browser.send(
                method, app.uri("classic", "kinds"), "", UTF_8, "Accept", "text/html", "If-None-Match", "*");
        assertThat(page.statusCode()).isEqualTo(429);
        assertThat(page.body()).isEqualTo("<p>our own page</p>");
        assertThat(page.headers().map()).containsKeys("retry-after", "cache-control");
        assertThat(app.get("classic", "kinds", "Accept", "application/json").body())
                .startsWith("{\"type\"");
    }

    @Test
    void ownPageLearnsWhatHappened() {
        app.spend("silent", "kinds");
        HttpResponse<String> page = app.get("silent", "kinds", "Accept", "text/html");
        assertThat(page.statusCode()).isEqualTo(429);
        assertThat(page.body())
                .contains(
                        "remaining=OptionalLong[0]", "status=429", "wait=" + Applications.header(page, "Retry-After"));
    }

    /** The same caller, rule and reference, in all forms of the answer; nobody may keep it for others. */
    @Test
    void everyFormBearsTheReference() throws JsonProcessingException {
        app.spend("automatic", "reference");
        HttpResponse<String> json = app.get("automatic", "reference", "Accept", "application/json");
        String reference = Applications.header(json, "X-Ostiary-Ref");
        assertThat(reference).matches("[0-9A-HJKMNP-TV-Z]{8}");
        assertThat(new ObjectMapper().readTree(json.body()).get("reference").asText())
                .isEqualTo(reference);
        HttpResponse<String> html = app.get("automatic", "reference", "Accept", "text/html");
        assertThat(html.body()).contains("<code>" + reference + "</code>");
        HttpResponse<String> text = app.get("automatic", "reference");
        assertThat(text.body()).endsWith("\nReference: " + reference + "\n");
        HttpResponse<String> head = Browser.send("HEAD", app.uri("automatic", "reference"), "", UTF_8);
        for (HttpResponse<String> answer : List.of(json, html, text, head)) {
            assertThat(Applications.header(answer, "X-Ostiary-Ref")).isEqualTo(reference);
            assertThat(Applications.header(answer, "Cache-Control")).isEqualTo("no-store");
        }
        assertThat(app.get("automatic", "throwing/other").headers().map()).doesNotContainKey("x-ostiary-ref");
    }

    @Test
    void ownPagesAndHandlersAreToldTheReference() {
        app.spend("silent", "reference");
        HttpResponse<String> page = app.get("silent", "reference", "Accept", "text/html");
        assertThat(page.body()).contains("reference=" + Applications.header(page, "X-Ostiary-Ref"));
        assertThat(Applications.header(page, "Cache-Control")).isEqualTo("no-store");

        app.spend("handler", "reference");
        HttpResponse<String> own = app.get("handler", "reference");
        assertThat(Applications.header(own, "X-Ostiary-Ref")).hasSize(8);
        HttpResponse<String> kept = app.get("handler", "reference", "Keep", "1");
        assertThat(kept.statusCode()).isEqualTo(420);
        assertThat(Applications.header(kept, "Cache-Control")).isEqualTo("public, max-age=60");
        assertThat(kept.headers().map()).doesNotContainKey("x-ostiary-ref");
    }

    @Test
    void missingPageIsReplaced() {
        app.spend("pageless", "kinds");
        for (int i = 0; i < 2; i++) {
            HttpResponse<String> page = app.get("pageless", "kinds", "Accept", "text/html");
            assertThat(page.statusCode()).isEqualTo(429);
            assertThat(page.body()).contains("Too Many Requests");
        }
        assertThat(app.log()).containsOnlyOnce("The page /no-such-page, which deniedPage or challengePage names");
    }

    @Test
    void denialFromBehindGetsTheSameAnswer() {
        HttpResponse<String> denied = app.get("combined", "throwing/wrapped", "Accept", "application/json");
        assertThat(denied.statusCode()).isEqualTo(429);
        assertThat(Applications.header(denied, "Retry-After")).isEqualTo("3");
        assertThat(denied.body()).startsWith("{").contains("\"reply\"").doesNotContain("half a page");
        assertThat(app.get("combined", "throwing/other").statusCode()).isEqualTo(500);
        assertThat(RawHttp.get(app.port(), app.context("combined") + "/throwing/committed"))
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "init-params, forward", "init-params, include", "init-params, dispatch",
        "last, forward", "last, include", "last, dispatch",
    })
    void denialFromADispatchedResourceToo(String war, String kind) {
        HttpResponse<String> denied = app.get(war, kind + "/throw", "Accept", "application/json", "Ticket", "1");
        assertThat(denied.statusCode()).isEqualTo(429);
        assertThat(Applications.header(denied, "Retry-After")).isEqualTo("3");
        assertThat(denied.body()).startsWith("{").contains("\"reply\"");
    }

    @Test
    void ownHandlerAnswersUnlessItFails() {
        app.spend("handler", "kinds");
        HttpResponse<String> own = app.get("handler", "kinds", "Accept", "text/html");
        assertThat(own.statusCode()).isEqualTo(420);
        assertThat(Applications.header(own, "Retry-After")).isEqualTo("7");
        assertThat(Applications.header(own, "Content-Type")).isEqualToIgnoringCase("text/x-own;charset=utf-8");
        assertThat(own.body()).isEqualTo("enhance your calm, réponse kinds");
        assertThat(own.headers().map()).containsKey("ratelimit");
        HttpResponse<String> builtIn = app.get("handler", "kinds", "Fail", "1");
        assertThat(builtIn.statusCode()).isEqualTo(429);
        assertThat(builtIn.body()).startsWith("Too Many Requests");
        HttpResponse<String> head = Browser.send("HEAD", app.uri("handler", "kinds"), "", UTF_8);
        assertThat(head.statusCode()).isEqualTo(420);
        assertThat(head.body()).isEmpty();
    }
}
