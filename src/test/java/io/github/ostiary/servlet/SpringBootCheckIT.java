package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ServerProcess;
import io.github.ostiary.testing.SpringBoot;
import java.net.URI;
import org.junit.jupiter.api.Test;

/** What an application of Spring Boot is told of its mistakes, by its check and others, and how it ends. */
class SpringBootCheckIT {

    @Test
    void aForgottenBeanIsTold() {
        SpringBoot application = SpringBoot.application("forgotten", Wars.rule("open", "/open/*"))
                .withoutBean();
        try (ServerProcess server = application.run(SpringBoot.Server.UNDERTOW)) {
            URI health = URI.create("http://127.0.0.1:" + server.port() + "/open/health");
            for (int i = 0; i < 5; i++) {
                assertThat(Browser.get(health).statusCode()).isEqualTo(200);
            }
            assertThat(server.log())
                    .contains(
                            SpringBootCheck.class.getSimpleName(),
                            "ostiary.properties is on the class path, but the application has not called OstiaryInitializer.install");
        }
    }

    @Test
    void theGuardEndsWithTheContext() {
        String rules = Wars.rule("open", "/open/*") + "redis.uri=redis://127.0.0.1:1\n";
        ServerProcess server = SpringBoot.application("ending", rules).run(SpringBoot.Server.JETTY);
        URI health = URI.create("http://127.0.0.1:" + server.port() + "/open/health");
        assertThat(Browser.get(health).headers().firstValue("RateLimit")).isPresent();
        assertThat(server.stop()).contains("RUNS ostiary-", "STOPPED").doesNotContain("LEFT ostiary");
    }

    @Test
    void aWrongConfigurationFailsTheStart() {
        SpringBoot application =
                SpringBoot.application("wrong-boot", "limit.open.rate=often\nlimit.open.path=/open/*\n");
        assertThat(ServerProcess.startExpectingFailure(application.command(SpringBoot.Server.TOMCAT)))
                .contains("limit.open.rate", "often", "Application run failed");
    }
}
