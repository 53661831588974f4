package io.github.ostiary.jaxrs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.RestKind;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.rest.FoundApplication;
import io.github.ostiary.testing.rest.GateResource;
import io.github.ostiary.testing.rest.ListedApplication;
import io.github.ostiary.testing.rest.TwiceApplication;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Denied callers of resources get what the filter answers, on every server with every implementation. */
@ParameterizedClass
@EnumSource
class DenialMapperIT {

    private static final String RULES =
            """
            deniedPage=/denied.html
            limit.front.path=/rest/*
            limit.front.rate=1000/1h
            limit.one.path=/rest/filtered
            limit.one.rate=1/1h
            limit.away.rate=1/1h
            limit.away.status=503
            """;
    private static final RestServers SERVERS = new RestServers(kind -> Stream.of(RestKind.values())
            .flatMap(rest -> Stream.of("found", "listed", "twice").map(how -> war(kind, rest, how)))
            .toArray(Path[]::new));

    private final ServerKind server;

    DenialMapperIT(ServerKind server) {
        this.server = server;
    }

    private static Path war(ServerKind kind, RestKind rest, String how) {
        Class<?> application = Map.of(
                        "found",
                        FoundApplication.class,
                        "listed",
                        ListedApplication.class,
                        "twice",
                        TwiceApplication.class)
                .get(how);
        WarBuilder war =
                WarBuilder.war(RestServers.name(how + "-" + rest.label(), kind)).thinJarWithoutJedis();
        return (how.equals("twice") ? war.jaxrs(rest, application) : war.jaxrs(rest))
                .classes(GateResource.class, application)
                .file("denied.html", "<p>our own page</p>")
                .properties(RULES)
                .build();
    }

    private URI uri(RestKind rest, String how, String path) {
        return SERVERS.uri(server, how + "-" + rest.label(), path);
    }

    private HttpResponse<String> get(RestKind rest, String how, String path, String... headers) {
        return Browser.get(uri(rest, how, path), headers);
    }

    /** All of an answer that does not change from second to second. */
    /** All of it, but for what no two answers share: the time, and the reference, which is the header's where it is written. */
    private static String told(HttpResponse<String> response) {
        String reference = response.headers().firstValue("X-Ostiary-Ref").orElseThrow();
        assertThat(reference).matches("[0-9A-HJKMNP-TV-Z]{8}");
        StringBuilder told = new StringBuilder().append(response.statusCode()).append('\n');
        for (String name : List.of("Content-Type", "Cache-Control", "Retry-After", "RateLimit-Policy", "RateLimit")) {
            List<String> lines = response.headers().allValues(name);
            told.append(name).append(lines).append('\n');
        }
        return told.append(response.body())
                .toString()
                .replaceAll("(?i)text/html; *charset=utf-8", "text/html")
                .replace("; charset=", ";charset=")
                .replaceAll("r=\\d+;t=\\d+", "r;t")
                .replaceAll("\\b3[56]\\d\\d\\b", "SECONDS")
                .replaceAll("(?i)utf-8", "utf-8")
                .replace(reference, "REFERENCE");
    }

    @ParameterizedTest
    @EnumSource
    void the_answer_is_the_filters(RestKind rest) {
        for (String accepted : List.of("application/problem+json", "text/html", "text/plain", "image/png")) {
            Browser.get(uri(rest, "found", "filtered"));
            HttpResponse<String> filters = get(rest, "found", "filtered", "Accept", accepted);
            get(rest, "found", "gate/plain/one/" + accepted.replace('/', '-'));
            HttpResponse<String> ours =
                    get(rest, "found", "gate/plain/one/" + accepted.replace('/', '-'), "Accept", accepted);
            assertThat(filters.statusCode()).isEqualTo(429);
            if (accepted.equals("text/html")) {
                assertThat(ours.body()).isEqualTo("<p>our own page</p>");
            }
            assertThat(told(ours)).as(accepted).isEqualTo(told(filters));
        }
    }

    @ParameterizedTest
    @EnumSource
    void it_is_registered_once_however_it_is_found(RestKind rest) {
        for (String how : List.of("found", "listed", "twice")) {
            assertThat(get(rest, how, "gate/plain/one/bob").body()).as(how).isEqualTo("in");
            HttpResponse<String> denied = get(rest, how, "gate/plain/one/bob");
            assertThat(denied.statusCode()).as(how).isEqualTo(429);
            assertThat(denied.headers().allValues("Content-Type")).as(how).hasSize(1);
            assertThat(denied.headers().allValues("Retry-After")).as(how).hasSize(1);
            assertThat(denied.headers().allValues("RateLimit")).as(how).hasSize(1);
            assertThat(denied.body()).startsWith("Too Many Requests\n").doesNotContain("bob");
        }
        assertThat(SERVERS.on(server).log()).doesNotContainPattern("io\\.github\\.ostiary\\.jaxrs\\S* is already");
    }

    @ParameterizedTest
    @EnumSource
    void who_accepts_anything_gets_what_the_resource_produces(RestKind rest) {
        get(rest, "found", "gate/json/one/any");
        for (String[] headers : List.of(new String[0], new String[] {"Accept", "*/*;q=0.5, */*"})) {
            HttpResponse<String> denied = get(rest, "found", "gate/json/one/any", headers);
            assertThat(denied.statusCode()).isEqualTo(429);
            assertThat(denied.headers().firstValue("Content-Type").orElseThrow())
                    .startsWith("application/problem+json");
            assertThat(denied.body()).contains("\"violated-policies\":[\"one\"]");
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_rules_own_status_is_kept(RestKind rest) {
        get(rest, "found", "gate/plain/away/bob");
        assertThat(get(rest, "found", "gate/plain/away/bob").statusCode()).isEqualTo(503);
    }

    @ParameterizedTest
    @EnumSource
    void head_has_the_headers_and_no_body(RestKind rest) {
        get(rest, "found", "gate/plain/one/head");
        HttpResponse<String> denied =
                Browser.send("HEAD", uri(rest, "found", "gate/plain/one/head"), "", StandardCharsets.UTF_8);
        assertThat(denied.statusCode()).isEqualTo(429);
        assertThat(denied.headers().firstValue("Retry-After")).isPresent();
        assertThat(denied.body()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void a_denial_that_comes_later_is_answered_too(RestKind rest) {
        for (String way : List.of("later", "stage")) {
            assertThat(get(rest, "twice", "gate/" + way + "/one/" + way).body()).isEqualTo("in");
            HttpResponse<String> denied =
                    get(rest, "twice", "gate/" + way + "/one/" + way, "Accept", "application/json");
            assertThat(denied.statusCode()).as(way).isEqualTo(429);
            assertThat(denied.headers().allValues("Retry-After")).as(way).hasSize(1);
            assertThat(denied.body()).as(way).contains("\"status\":429");
        }
    }

    @ParameterizedTest
    @EnumSource
    void nothing_of_a_message_reaches_callers(RestKind rest) {
        HttpResponse<String> malformed = get(rest, "found", "gate/malformed");
        assertThat(malformed.statusCode()).isEqualTo(400);
        assertThat(malformed.body()).startsWith("Bad Request\n").doesNotContain("not-for-callers");
        HttpResponse<String> misconfigured = get(rest, "found", "gate/misconfigured");
        assertThat(misconfigured.statusCode()).isEqualTo(500);
        assertThat(misconfigured.body()).doesNotContain("not-for-callers");
    }

    @ParameterizedTest
    @EnumSource
    void what_is_not_ours_is_the_applications(RestKind rest) {
        assertThat(get(rest, "found", "gate/broken").statusCode()).isEqualTo(500);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "later", "stage"})
    void a_denial_logs_nothing(String way) {
        for (RestKind rest : RestKind.values()) {
            get(rest, "twice", "gate/" + way + "/one/quiet-" + way);
            String before = SERVERS.on(server).log();
            assertThat(get(rest, "twice", "gate/" + way + "/one/quiet-" + way).statusCode())
                    .isEqualTo(429);
            assertThat(SERVERS.on(server).log()).as(rest + " " + way).isEqualTo(before);
        }
    }
}
