package io.github.ostiary.servlet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.RawHttp;
import io.github.ostiary.testing.RawHttp2;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.probe.OutcomeServlet;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A caller chooses the bytes of a request, when it is reset and what the answer may be; none of that makes a guess free. On
 * every server; three failures lock.
 */
@ParameterizedClass
@EnumSource
class OutcomeIT {

    private static final Duration BOUND = Duration.ofSeconds(10);
    private static final int GUESSES = 12;
    private static final int PERMITS = 2;

    private static ServerUnderTest server;
    private static Path war;

    OutcomeIT(ServerKind kind) {
        String name = "outcome-" + kind.name().toLowerCase();
        if (server == null || !war.endsWith(name)) {
            stop();
            String rules = Stream.of(
                            "forward",
                            "reset",
                            "later",
                            "negotiated",
                            "broken",
                            "thrown",
                            "elsewhere",
                            "silent",
                            "headers",
                            "async",
                            "completes",
                            "dispatches",
                            "late-completes",
                            "late-dispatches",
                            "neutral")
                    .map(OutcomeIT::rule)
                    .collect(Collectors.joining());
            war = WarBuilder.war(name)
                    .thinJar()
                    .classes(OutcomeServlet.class)
                    .file("wrong.html", "<p>wrong</p>")
                    .properties(rules
                            + Stream.of(
                                            "permit",
                                            "permit-completes",
                                            "permit-dispatches",
                                            "permit-late-completes",
                                            "permit-late-dispatches")
                                    .map(OutcomeIT::permits)
                                    .collect(Collectors.joining()))
                    .build();
            server = ServerUnderTest.start(kind, war);
        }
    }

    private static String rule(String name) {
        return """
                lockout.%1$s.path=/outcome/%1$s/*
                lockout.%1$s.key=param:u
                lockout.%1$s.failure=status:401
                lockout.%1$s.steps=3/1h lock 15m
                lockout.%1$s.wait=0s
                """
                .formatted(name);
    }

    private static String permits(String name) {
        return """
                concurrency.%1$s.path=/outcome/%1$s
                concurrency.%1$s.permits=2
                concurrency.%1$s.key=global
                concurrency.%1$s.lease=10m
                """
                .formatted(name);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
            server = null;
        }
    }

    private static URI uri(String path) {
        return server.uri(war).resolve(path);
    }

    private static int told(String what) {
        return Integer.parseInt(Browser.get(uri(what)).body());
    }

    private static int looked(String kind, String... headers) {
        told("outcome-looked");
        String path = uri("outcome/" + kind + "/x").getPath();
        for (int i = 0; i < GUESSES; i++) {
            RawHttp.post(server.port(), path, "u=" + kind + headers.length, headers);
        }
        return told("outcome-looked");
    }

    /** A forward to a page that the caller has already, or says it has not: 412 and 304 in place of 401. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "If-None-Match: *",
                "If-Match: x",
                "If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT",
                "Range: bytes=9999-"
            })
    void noConditionMakesAGuessFree(String header) {
        told("outcome-looked");
        String name = Integer.toString(header.hashCode() & 0xffff);
        for (int i = 0; i < GUESSES; i++) {
            RawHttp.post(server.port(), uri("outcome/forward/x").getPath(), "u=" + name, header);
        }
        assertThat(told("outcome-looked")).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({"reset, 3", "later, 3", "silent, 3", "elsewhere, 3", "broken, 6", "thrown, 6"})
    void whatProvesNothingHasFailed(String kind, int most) {
        assertThat(looked(kind)).isEqualTo(most);
    }

    @Test
    void aFaultThatTheCallerBringsAboutIsGivenBackThreeTimes() {
        assertThat(looked("negotiated", "Accept: x/y")).isEqualTo(6);
    }

    @Test
    void anAttemptReachesTheApplicationWithoutConditions() {
        String body = Browser.send(
                        "POST",
                        uri("outcome/headers/x"),
                        "u=conditions",
                        UTF_8,
                        "Content-Type",
                        "application/x-www-form-urlencoded",
                        "If-Match",
                        "x",
                        "If-None-Match",
                        "*",
                        "If-Modified-Since",
                        "Thu, 01 Jan 1970 00:00:00 GMT",
                        "If-Range",
                        "7",
                        "Range",
                        "bytes=0-1",
                        "X-Other",
                        "there")
                .body();
        assertThat(body).isEqualTo("[] null null [] -1 -1 there");
    }

    /** Nor where a framework's listener answers for the work. */
    @ParameterizedTest
    @ValueSource(strings = {"async", "completes", "dispatches"})
    void aResetStreamGivesNoAttemptBack(String kind) {
        told("outcome-looked");
        for (int i = 0; i < GUESSES; i++) {
            postAndReset("outcome/" + kind + "/x");
        }
        assertThat(told("outcome-looked")).as(events()).isEqualTo(3);
        finish();
    }

    /** The application works on for callers who have left: two at a time, and no more. */
    @ParameterizedTest
    @ValueSource(strings = {"permit", "permit-completes", "permit-dispatches"})
    void aResetStreamGivesNoPermitBack(String kind) {
        finish();
        for (int i = 0; i < GUESSES; i++) {
            postAndReset("outcome/" + kind);
        }
        assertThat(told("outcome-working")).as(events()).isEqualTo(PERMITS);
        finish();
        postAndReset("outcome/" + kind);
        assertThat(told("outcome-working")).as(events()).isEqualTo(1);
        finish();
    }

    /** Whose time is up, and who gets an answer for that, works on. */
    @ParameterizedTest
    @ValueSource(strings = {"completes", "dispatches"})
    void aTimeoutGivesNothingBack(String kind) {
        finish();
        String path = uri("outcome/permit-late-" + kind).getPath();
        for (int i = 0; i < GUESSES; i++) {
            RawHttp.post(server.port(), path, "u=late");
        }
        assertThat(told("outcome-working")).as(events()).isEqualTo(PERMITS);
        finish();
        RawHttp.post(server.port(), path, "u=late");
        assertThat(told("outcome-working")).as("given back by its own word").isEqualTo(1);
        finish();
        assertThat(looked("late-" + kind)).isEqualTo(3);
        finish();
    }

    /** When this returns the container has told the application that the stream was reset, if it let it in. */
    private static void postAndReset(String path) {
        int working = told("outcome-working");
        String before = events();
        try (RawHttp2 connection = new RawHttp2(server.port())) {
            int stream = connection.post(uri(path).getPath(), "u=reset");
            Await.until(() -> told("outcome-working") > working || connection.isAnswered(stream), BOUND);
            if (!connection.isAnswered(stream)) {
                connection.reset(stream);
                Await.until(() -> events().length() > before.length(), BOUND);
            }
        }
    }

    private static String events() {
        return Browser.get(uri("outcome-events")).body();
    }

    private static void finish() {
        Await.until(() -> !Boolean.parseBoolean(Browser.get(uri("outcome-go")).body()), BOUND);
    }
}
