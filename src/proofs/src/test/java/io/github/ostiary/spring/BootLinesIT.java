package io.github.ostiary.spring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerProcess;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.SpringBoot;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The lines of Spring Boot that are promised, with each server and with the Caffeine and the Jedis that the line manages: a
 * limit, a lockout, and Boot's Redis. The whole in the profile {@code servers}; in each build the newest on Tomcat.
 */
class BootLinesIT {

    private static final String YAML =
            """
            ostiary:
              keyPrefix: %1$s
              limit.open:
                rate: 3/1h
                path: /open/*
                key: ip
              lockout.door:
                path: /login
                key: param:username
                steps: 2/1h lock 1h
                failure: location:/login?error*
            spring.data.redis:
              url: redis://127.0.0.1:%2$d
              client-type: %3$s
            """;

    static Stream<Arguments> all() {
        return System.getProperty("servers.full", "").isEmpty()
                ? Stream.of(Arguments.of("boot-4.0", SpringBoot.Server.TOMCAT))
                : Stream.of("boot-3.2", "boot-3.4", "boot-3.5", "boot-4.0")
                        .flatMap(
                                line -> Stream.of(SpringBoot.Server.values()).map(server -> Arguments.of(line, server)))
                        .filter(each -> !each.get()[0].equals("boot-4.0")
                                || each.get()[1] != SpringBoot.Server.UNDERTOW); // which Boot 4 does not know
    }

    private static SpringBoot application(String line, String name, String client) {
        return SpringBoot.of(line, name)
                .with(
                        "application.yml",
                        YAML.formatted(name, RedisServer.shared().port(), client));
    }

    @ParameterizedTest
    @MethodSource("all")
    void anExecutableJarIsGuarded(String line, SpringBoot.Server server) {
        String client = server == SpringBoot.Server.JETTY ? "jedis" : "lettuce";
        SpringBoot application = application(line, line + "-" + server, client);
        try (ServerProcess process = application.run(server)) {
            isGuarded(URI.create("http://127.0.0.1:" + process.port() + "/"));
            saysWhereItStands(process.log());
        }
    }

    /** Those of Servlet 6.1 on the build's Tomcat; those of 6.0 run there, too. */
    @ParameterizedTest
    @ValueSource(strings = {"boot-3.2", "boot-3.4", "boot-3.5", "boot-4.0"})
    @EnabledIfSystemProperty(named = "servers.full", matches = ".+")
    void aWarIsGuarded(String line) {
        Path war = application(line, line + "-war", "lettuce").war(line);
        try (ServerUnderTest server = ServerUnderTest.start(ServerKind.TOMCAT, war)) {
            isGuarded(server.uri(war));
            saysWhereItStands(server.log());
        }
    }

    private static void saysWhereItStands(String log) {
        assertThat(log)
                .contains(
                        "The guard stands before the filters of Spring",
                        "counters are in the Redis of bean redisConnectionFactory, redis://127.0.0.1:",
                        "counters in Redis. Paths: ")
                .doesNotContain("does not answer", "is not the first");
    }

    private static void isGuarded(URI base) {
        URI health = base.resolve("open/health");
        assertThat(IntStream.range(0, 4).map(i -> Browser.get(health).statusCode()))
                .containsExactly(200, 200, 200, 429);
        assertThat(IntStream.range(0, 3).map(i -> signIn(base, "alice", "wrong")))
                .containsExactly(302, 302, 429);
        assertThat(signIn(base, "alice", "right")).isEqualTo(429);
        assertThat(signIn(base, "bob", "right")).isEqualTo(302);
    }

    private static int signIn(URI base, String name, String password) {
        HttpResponse<String> token = Browser.get(base.resolve("token"));
        String session = token.headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
        return Browser.send(
                        "POST",
                        base.resolve("login"),
                        "username=" + name + "&password=" + password,
                        UTF_8,
                        "Content-Type",
                        "application/x-www-form-urlencoded",
                        "Cookie",
                        session,
                        "X-CSRF-TOKEN",
                        token.body())
                .statusCode();
    }
}
