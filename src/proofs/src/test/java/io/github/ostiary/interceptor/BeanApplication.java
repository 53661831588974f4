package io.github.ostiary.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.beans.Replies;
import java.lang.reflect.Method;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The application with limited beans, deployed once on each server for all tests. */
final class BeanApplication {

    static final String DOORKEEPER =
            """
            <filter>
              <filter-name>doorkeeper</filter-name>
              <filter-class>io.github.ostiary.servlet.RateLimitFilter</filter-class>
            </filter>
            <filter-mapping><filter-name>doorkeeper</filter-name><url-pattern>/*</url-pattern></filter-mapping>
            """;
    static final String RULES =
            """
            limit.reply.rate=5/1m
            limit.posts.rate=5/1m
            limit.pinned.rate=5/1m
            limit.first.rate=3/1h
            limit.first.key=arg:0
            limit.named.rate=1/1h
            limit.named.key=arg:user
            limit.bridged.rate=2/1h
            limit.watched.rate=2/1h
            limit.both.rate=2/1h
            limit.basket.rate=2/1h
            limit.injected.rate=2/1h
            concurrency.injected.permits=1
            lockout.injected.steps=2/1h lock 15m
            lockout.sign-in.steps=3/1h lock 15m
            lockout.sign-in.key=arg:0
            lockout.sign-in.failure=exception:java.lang.SecurityException
            lockout.sign-in.success=return
            signin.main.name=arg:0
            signin.main.failure=exception:java.lang.SecurityException
            signin.main.success=return
            signin.main.limit.rate=1000/1m
            lockout.door.path=/call/door
            lockout.door.methods=GET
            lockout.door.steps=1/1h lock 15m
            lockout.door.key=param:a
            lockout.door.failure=exception:java.lang.SecurityException
            lockout.door.success=return
            concurrency.door.path=/call/door
            concurrency.door.permits=1
            concurrency.door.key=param:a
            concurrency.door.perIp=none
            """;

    static final String USERS =
            """
            <filter>
              <filter-name>user</filter-name>
              <filter-class>io.github.ostiary.testing.beans.UserFilter</filter-class>
            </filter>
            <filter-mapping><filter-name>user</filter-name><url-pattern>/*</url-pattern></filter-mapping>
            """;
    private static final Map<ServerKind, BeanApplication> DEPLOYED = new EnumMap<>(ServerKind.class);

    private final Path war;
    private final ServerUnderTest server;

    private BeanApplication(ServerKind kind) {
        war = war("beans", kind)
                .allJar()
                .webXml(USERS + DOORKEEPER)
                .packageOf(Replies.class)
                .properties(RULES)
                .build();
        String tuned = RuleNames.of(method("tuned"));
        server =
                ServerUnderTest.start(kind, List.of(war), Map.of(), Map.of("ostiary.limit." + tuned + ".rate", "2/1h"));
    }

    static WarBuilder war(String name, ServerKind kind) {
        return WarBuilder.war(name + "-" + kind.name().toLowerCase()).cdi(kind);
    }

    private static Method method(String name) {
        try {
            return Replies.class.getMethod(name);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    static synchronized BeanApplication on(ServerKind kind) {
        return DEPLOYED.computeIfAbsent(kind, BeanApplication::new);
    }

    String log() {
        return server.log();
    }

    HttpResponse<String> call(String bean, String... headers) {
        return Browser.get(server.uri(war).resolve("call/" + bean), headers);
    }

    /** Calls as often as given, and expects each to get through. */
    void pass(int times, String bean, String... headers) {
        for (int i = 0; i < times; i++) {
            HttpResponse<String> response = call(bean, headers);
            assertThat(response.statusCode())
                    .as("call %d of %s: %s", i, bean, response.body())
                    .isEqualTo(200);
        }
    }

    void denied(String bean, String... headers) {
        assertThat(call(bean, headers).statusCode()).as(bean).isEqualTo(429);
    }
}
