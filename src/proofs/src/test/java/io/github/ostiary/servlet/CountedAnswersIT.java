package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.Crowd;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A limit that counts answers, on servers with servlets: what it is about goes on as if it were not there. */
class CountedAnswersIT {

    private static final String RULE =
            """
            limit.missing.path=/*
            limit.missing.rate=5/1h
            limit.missing.key=ip
            limit.missing.counts=status:404
            """;
    private static final String TEXT = "0123456789".repeat(100);

    private static Path war(ServerKind kind, String redis) {
        return Wars.base("counted-" + kind.name().toLowerCase() + (redis.isEmpty() ? "" : "-redis"))
                .thinJar()
                .file("page.txt", TEXT)
                .properties(RULE + redis)
                .build();
    }

    @ParameterizedTest
    @CsvSource({"TOMCAT, false", "TOMCAT, true", "JETTY, false", "JETTY, true"})
    void pagesAndTheirPartsAreLeftAloneUntilAScannerIsOut(ServerKind kind, boolean shared) throws Exception {
        String redis = shared
                ? "redis.uri=" + RedisServer.shared().uri() + "\nredis.timeout=5s\nkeyPrefix=counted-" + kind + "\n"
                : "";
        Path war = war(kind, redis);
        try (ServerUnderTest server = ServerUnderTest.start(kind, List.of(war), Map.of(), Map.of())) {
            URI page = server.uri(war).resolve("page.txt");
            String since =
                    Browser.get(page).headers().firstValue("Last-Modified").orElseThrow();
            List<HttpResponse<String>> answers = Crowd.of(30, i -> () -> switch (i % 3) {
                case 0 -> Browser.get(page);
                case 1 -> Browser.get(page, "Range", "bytes=10-14");
                default -> Browser.get(page, "If-Modified-Since", since);
            });
            for (int i = 0; i < 30; i++) {
                assertThat(answers.get(i).statusCode())
                        .as("request %d", i)
                        .isEqualTo(List.of(200, 206, 304).get(i % 3));
                assertThat(answers.get(i).body())
                        .isEqualTo(List.of(TEXT, "01234", "").get(i % 3));
            }
            for (int i = 0; i < 5; i++) {
                HttpResponse<String> missing = Browser.get(server.uri(war).resolve("admin" + i + ".php"));
                assertThat(missing.statusCode()).isEqualTo(404);
                assertThat(Browser.get(page, "Range", "bytes=0-4").statusCode()).isEqualTo(i < 4 ? 206 : 429);
            }
            assertThat(Browser.get(server.uri(war).resolve("more.php")).statusCode())
                    .isEqualTo(429);
            assertThat(Browser.get(page).headers().firstValue("Retry-After").map(Integer::parseInt))
                    .hasValueSatisfying(seconds -> assertThat(seconds).isBetween(3_000, 3_600));
        }
    }
}
