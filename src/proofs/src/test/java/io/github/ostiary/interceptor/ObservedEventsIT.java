package io.github.ostiary.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.beans.hearing.Ear;
import io.github.ostiary.testing.beans.hearing.EarServlet;
import io.github.ostiary.testing.beans.hearing.Mishearing;
import io.github.ostiary.testing.beans.hearing.NamedListener;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Beans hear what the guard of their application does, with nothing to register, and none keeps others from hearing. */
class ObservedEventsIT {

    private static final String RULES =
            """
            listener=io.github.ostiary.testing.beans.hearing.NamedListener
            limit.api.path=/limited
            limit.api.rate=1/1h
            limit.api.key=ip
            lockout.login.path=/login
            lockout.login.key=param:user
            lockout.login.failure=status:401
            lockout.login.steps=1/1h lock 1h
            """;

    @ParameterizedTest
    @EnumSource
    void with_weld(ServerKind kind) {
        observersHear(kind, war("hearing-" + kind.name().toLowerCase()).cdi(kind));
    }

    @Test
    void with_openwebbeans() {
        observersHear(
                ServerKind.TOMCAT,
                war("hearing-owb")
                        .openWebBeans()
                        .webXml(
                                """
                                <listener>
                                  <listener-class>org.apache.webbeans.servlet.WebBeansConfigurationListener</listener-class>
                                </listener>
                                """
                                        + BeanApplication.DOORKEEPER));
    }

    private static WarBuilder war(String name) {
        return WarBuilder.war(name).thinJarWithoutJedis().properties(RULES);
    }

    private static void observersHear(ServerKind kind, WarBuilder builder) {
        Path war = builder.classes(Ear.class, EarServlet.class, NamedListener.class)
                .build();
        try (ServerUnderTest server = ServerUnderTest.start(kind, war)) {
            Browser.get(server.uri(war).resolve("limited"));
            assertThat(Browser.get(server.uri(war).resolve("limited")).statusCode())
                    .isEqualTo(429);
            Browser.send(
                    "POST",
                    server.uri(war).resolve("login"),
                    "user=bob",
                    StandardCharsets.UTF_8,
                    "Content-Type",
                    "application/x-www-form-urlencoded");
            Await.until(() -> heard(server, war).contains("async login LOCKED"), Duration.ofSeconds(30));
            Await.until(() -> heard(server, war).contains("async LOCKED login"), Duration.ofSeconds(30));
            Await.until(() -> server.log().contains("an ear that fails later"), Duration.ofSeconds(30));
            assertThat(heard(server, war).lines())
                    .containsExactlyInAnyOrder(
                            "all LIMITED api",
                            "async LIMITED api",
                            "all LOCKED login",
                            "login LOCKED true",
                            "async LOCKED login",
                            "async login LOCKED");
            assertThat(server.stop())
                    .contains("NAMED LIMITED api", "NAMED LOCKED login", "A listener failed on LIMITED api")
                    .contains("an ear that fails", "A listener failed on LOCKED login", "an ear that fails later")
                    .as("an extension that looks at every type is warned of")
                    .doesNotContain("WELD-000411");
        }
    }

    private static String heard(ServerUnderTest server, Path war) {
        return Browser.get(server.uri(war).resolve("heard")).body();
    }

    @ParameterizedTest
    @EnumSource
    void a_rule_that_nobody_declares_is_told(ServerKind kind) {
        String log = ServerUnderTest.startExpectingFailure(
                kind,
                WarBuilder.war("mishearing-" + kind.name().toLowerCase())
                        .thinJarWithoutJedis()
                        .cdi(kind)
                        .properties("limit.login.rate=1/1h")
                        .classes(Mishearing.class)
                        .build());
        assertThat(log).contains("@Observes @ByRule(\"logn\") in ", "did you mean 'login'?");
    }
}
