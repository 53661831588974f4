package io.github.ostiary.jaxrs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.RestKind;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.rest.BeanResource;
import io.github.ostiary.testing.rest.Described;
import io.github.ostiary.testing.rest.LimitedResource;
import io.github.ostiary.testing.rest.NothingFound;
import io.github.ostiary.testing.rest.PlainBeanResource;
import io.github.ostiary.testing.rest.PlainBeansApplication;
import io.github.ostiary.testing.rest.ScopedApplication;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where CDI is, a call counts once, whether JAX-RS makes beans of resources or makes them itself. */
@ParameterizedClass
@EnumSource
class BeanResourceIT {

    private static final String RULES =
            """
            limit.named.rate=2/1h
            limit.named.key=param:user
            limit.named.perIp=none
            limit.once.rate=2/1h
            limit.once.key=param:user
            limit.once.perIp=none
            limit.argument.rate=2/1h
            limit.argument.key=arg:0
            lockout.door.steps=2/1h lock 15m
            lockout.door.key=arg:0
            lockout.door.failure=exception:java.lang.SecurityException
            lockout.door.success=return
            concurrency.held.permits=1
            concurrency.held.lease=10m
            concurrency.held.key=param:user
            concurrency.held.perIp=none
            concurrency.argued.permits=1
            concurrency.argued.lease=10m
            concurrency.argued.key=arg:0
            """;
    private static final RestServers SERVERS = new RestServers(kind -> new Path[] {
        war("jersey-beans", kind, RestKind.JERSEY, true, ScopedApplication.class),
        war("resteasy-beans", kind, RestKind.RESTEASY, true, ScopedApplication.class),
        war("jersey-plain", kind, RestKind.JERSEY, false, PlainBeansApplication.class)
    });

    private final ServerKind server;

    BeanResourceIT(ServerKind server) {
        this.server = server;
    }

    private static Path war(String name, ServerKind kind, RestKind rest, boolean beans, Class<?> application) {
        WarBuilder war = WarBuilder.war(RestServers.name(name, kind)).thinJarWithoutJedis();
        return (beans ? war.jaxrsWithBeans(rest) : war.jaxrs(rest))
                .cdi(kind)
                .classes(BeanResource.class, PlainBeanResource.class, LimitedResource.class, Described.class)
                .classes(NothingFound.class, application)
                .properties(RULES)
                .build();
    }

    private URI uri(String name, String path) {
        return SERVERS.uri(server, name, path);
    }

    private int status(String name, String path) {
        return Browser.get(uri(name, path)).statusCode();
    }

    private String body(String name, String path) {
        return Browser.get(uri(name, path)).body();
    }

    private CompletableFuture<HttpResponse<String>> arrived(String name, String path) {
        CompletableFuture<HttpResponse<String>> call = Browser.getLater(uri(name, path));
        Await.until(() -> body(name, "bean/waiting/" + name).equals("true"), Duration.ofSeconds(20));
        return call;
    }

    @ParameterizedTest
    @ValueSource(strings = {"jersey-beans", "resteasy-beans", "jersey-plain"})
    void a_call_counts_once(String name) {
        for (String path : new String[] {"bean/once", "limited/named", "limited/inline", "limited/described"}) {
            for (int i = 0; i < 2; i++) {
                assertThat(status(name, path + "?user=alice")).as(path).isEqualTo(200);
            }
            assertThat(status(name, path + "?user=alice")).as(path).isEqualTo(429);
            assertThat(status(name, path + "?user=bob")).as(path).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jersey-beans", "resteasy-beans"})
    void the_interceptor_decides_what_takes_arguments(String name) {
        for (int i = 0; i < 2; i++) {
            assertThat(status(name, "bean/argument/alice")).isEqualTo(200);
        }
        assertThat(status(name, "bean/argument/alice")).isEqualTo(429);
        assertThat(status(name, "bean/argument/bob")).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jersey-beans", "resteasy-beans"})
    void the_interceptor_settles_attempts_by_what_the_method_throws(String name) {
        for (int i = 0; i < 3; i++) {
            assertThat(status(name, "bean/door/right")).isEqualTo(200);
        }
        assertThat(status(name, "bean/door/wrong")).isEqualTo(500);
        assertThat(status(name, "bean/door/wrong")).isEqualTo(500);
        assertThat(status(name, "bean/door/wrong")).isEqualTo(429);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jersey-beans", "resteasy-beans"})
    void a_conversion_error_that_a_mapper_answers_closes_nothing(String name) {
        assertThat(body(name, "bean/counted/right?page=x")).isEqualTo("nothing found");
        assertThat(body(name, "bean/counted/right?page=1")).isEqualTo("in1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jersey-beans", "resteasy-beans"})
    void a_suspended_call_holds_its_permit_until_it_is_answered(String name) {
        for (String way : new String[] {"later", "argued"}) {
            String path = "bean/" + way + "/" + name + "?user=alice";
            CompletableFuture<HttpResponse<String>> held = arrived(name, path);
            assertThat(status(name, path)).isEqualTo(429);
            assertThat(held).isNotDone();
            assertThat(body(name, "bean/release/" + name)).isEqualTo("true");
            assertThat(held.join().body()).isEqualTo("released");
            CompletableFuture<HttpResponse<String>> next = arrived(name, path);
            assertThat(body(name, "bean/release/" + name)).isEqualTo("true");
            assertThat(next.join().statusCode()).as(way).isEqualTo(200);
        }
    }
}
