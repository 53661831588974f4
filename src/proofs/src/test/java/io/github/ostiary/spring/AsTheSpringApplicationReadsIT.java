package io.github.ostiary.spring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.GeneratedRequests;
import io.github.ostiary.testing.ServerProcess;
import io.github.ostiary.testing.SpringBoot;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Generated queries, forms, parts, headers, cookies and paths: what a servlet or a controller finds by any of its ways is what the
 * rule counts, or the request is denied. On each server that Boot has; {@code -Dreadings.seed=N} tries other ones, {@code
 * -Dreadings.count=N} more.
 */
@ParameterizedClass
@EnumSource
class AsTheSpringApplicationReadsIT {

    private static final long SEED = Long.getLong("readings.seed", 41);
    private static final int COUNT = Integer.getInteger("readings.count", 400);
    private static final String RULES =
            """
            limit.param.path=/servlet/*, /spring/*
            limit.param.rate=1000000/1h
            limit.param.key=param:u
            limit.param.perIp=none
            limit.api.path=/servlet/api
            limit.api.rate=1000000/1h
            limit.api.key=header:Api-Key | param:apiKey
            limit.api.perIp=none
            limit.path.path=/spring/a/*/b
            limit.path.rate=1000000/1h
            limit.path.key=ip
            """;

    private static ServerProcess server;

    @Parameter
    SpringBoot.Server kind;

    @BeforeParameterizedClassInvocation
    static void start(SpringBoot.Server kind) {
        String folder = kind.name().toLowerCase(Locale.ROOT);
        Path readings = Path.of("src/proofs/src/test/java/io/github/ostiary/testing/Readings.java");
        Path pages = Path.of("src/proofs/servers/readings");
        server = SpringBoot.application("readings-" + folder, RULES, pages, readings)
                .run(kind);
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (server != null) { // it may not have started
            server.stop();
            server = null;
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/servlet/read",
                "/spring/read",
                "/spring/bean",
                "/spring/beans",
                "/spring/record",
                "/spring/body"
            })
    void parametersCookiesAndHeaders(String path) {
        GeneratedRequests.forBeans(SEED, !path.endsWith("/body")).readsAsTheRule(server.port(), path, COUNT);
    }

    private static int status(String path, String... headers) {
        return Browser.get(URI.create("http://127.0.0.1:" + server.port() + path), headers)
                .statusCode();
    }

    /** Names that a controller may take for the one that counts, with and without it, and names that none does. */
    @Test
    void onlyWhatMayBeTakenForTheNameIsDenied() {
        for (String name : List.of("U", "!u", "!U", "u[]", "u[0]", "U[]")) {
            String query = "/spring/bean?" + URLEncoder.encode(name, UTF_8) + "=victim";
            assertThat(List.of(status(query), status(query + "&u=own")))
                    .as(name)
                    .containsExactly(400, 400);
        }
        assertThat(List.of(status("/spring/bean", "u", "victim"), status("/spring/bean?x=1", "U", "victim")))
                .containsExactly(400, 400);
        for (String name : List.of("uu", "_u", "[u]", "u]", "!", "[]", "", "_", "x.u")) {
            String query = "/servlet/any?u=own&" + URLEncoder.encode(name, UTF_8) + "=1";
            assertThat(List.of(status(query), status(query, "u", "other", "X-U", "1")))
                    .as(name)
                    .containsExactly(200, 200);
        }
        assertThat(List.of(status("/servlet/api?u=1", "Api-Key", "k"), status("/servlet/api?u=1&apiKey=k")))
                .containsExactly(200, 200);
    }

    @Test
    void paths() {
        GeneratedRequests.of(SEED).findsAsTheRule(server.port(), "/spring", COUNT);
    }
}
