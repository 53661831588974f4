package io.github.ostiary.jaxrs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.RestKind;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.rest.Described;
import io.github.ostiary.testing.rest.LimitedApplication;
import io.github.ostiary.testing.rest.LimitedResource;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Resources that no interceptor knows are limited all the same. */
@ParameterizedClass
@EnumSource
class ResourceLimitIT {

    private static final String RULES =
            """
            limit.named.rate=2/1h
            limit.named.key=param:user
            limit.named.perIp=none
            concurrency.held.permits=1
            concurrency.held.lease=10m
            concurrency.held.key=param:user
            concurrency.held.perIp=none
            """;
    private static final RestServers SERVERS = new RestServers(
            kind -> Stream.of(RestKind.values()).map(rest -> war(kind, rest)).toArray(Path[]::new));

    private final ServerKind server;

    ResourceLimitIT(ServerKind server) {
        this.server = server;
    }

    private static Path war(ServerKind kind, RestKind rest) {
        return WarBuilder.war(RestServers.name("limited-" + rest.label(), kind))
                .thinJarWithoutJedis()
                .jaxrs(rest, LimitedApplication.class)
                .classes(LimitedResource.class, Described.class, LimitedApplication.class)
                .properties(RULES)
                .build();
    }

    private URI uri(RestKind rest, String path) {
        return SERVERS.uri(server, "limited-" + rest.label(), "limited/" + path);
    }

    private HttpResponse<String> get(RestKind rest, String path) {
        return Browser.get(uri(rest, path));
    }

    @ParameterizedTest
    @EnumSource
    void the_third_of_two_is_denied(RestKind rest) {
        for (String path : new String[] {"named", "inline", "described", "below"}) {
            for (int i = 0; i < 2; i++) {
                assertThat(get(rest, path + "?user=alice").body()).isEqualTo(path);
            }
            HttpResponse<String> denied = get(rest, path + "?user=alice");
            assertThat(denied.statusCode()).as(path).isEqualTo(429);
            assertThat(denied.headers().allValues("Retry-After")).as(path).hasSize(1);
            assertThat(denied.body()).startsWith("Too Many Requests\n");
            assertThat(get(rest, path + "?user=bob").statusCode()).as(path).isEqualTo(200);
        }
        assertThat(get(rest, "free").body()).isEqualTo("free");
    }

    @ParameterizedTest
    @EnumSource
    void a_permit_is_held_until_the_answer_is_there(RestKind rest) {
        for (String way : new String[] {"later", "stage"}) {
            String name = way + "-" + rest.label();
            CompletableFuture<HttpResponse<String>> held =
                    Browser.getLater(uri(rest, way + "/" + name + "?user=" + way));
            Await.until(() -> get(rest, "waiting/" + name).body().equals("true"), Duration.ofSeconds(20));
            for (int i = 0; i < 2; i++) {
                assertThat(get(rest, "broken?user=" + way).statusCode()).isEqualTo(429);
            }
            assertThat(held).isNotDone();
            assertThat(get(rest, "release/" + name).body()).isEqualTo("true");
            assertThat(held.join().body()).isEqualTo("released");
            Await.until(() -> get(rest, "broken?user=" + way).statusCode() == 500, Duration.ofSeconds(20));
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_permit_comes_back_when_the_method_throws(RestKind rest) {
        for (int i = 0; i < 3; i++) {
            Await.until(() -> get(rest, "broken?user=dora").statusCode() == 500, Duration.ofSeconds(20));
        }
    }
}
