package io.github.ostiary.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ServerProcess;
import io.github.ostiary.testing.SpringBoot;
import java.net.URI;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Where an application of Spring Boot gets its guard from, what it says of mistakes, and how it ends. */
class GuardInstallerIT {

    private static final String YAML =
            """
            ostiary:
              limit:
                open:
                  rate: ${quota}/1h
                  path: [/open/*, "!/open/unlimited"]
                  count-denied: false
              headers: none
              reload: off
            quota: 3
            ---
            spring.config.activate.on-profile: tight
            quota: 1
            """;

    private static URI health(ServerProcess server) {
        return URI.create("http://127.0.0.1:" + server.port() + "/open/health");
    }

    private static IntStream statuses(ServerProcess server, int most) {
        URI health = health(server);
        return IntStream.range(0, most).map(i -> Browser.get(health).statusCode());
    }

    @Test
    void rulesOfYamlGuardItBesideTheOldRecipesBean() {
        SpringBoot application = SpringBoot.application("yaml", "")
                .with("application.yml", YAML)
                .compiled(Path.of("src", "proofs", "servers", "spring-boot-recipe"));
        try (ServerProcess server = application.run(SpringBoot.Server.TOMCAT)) {
            assertThat(Browser.get(health(server)).headers().firstValue("RateLimit"))
                    .isEmpty();
            assertThat(statuses(server, 3)).containsExactly(200, 200, 429);
            assertThat(server.log())
                    .contains("The guard stands before the filters of Spring. 5 keys of ostiary.* are from"
                            + " class path resource [application.yml]");
        }
    }

    @Test
    void aProfileChangesIt() {
        SpringBoot application =
                SpringBoot.application("profile", "limit.open.rate=9/1h\n").with("application.yml", YAML);
        try (ServerProcess server = application.run(SpringBoot.Server.UNDERTOW, "--spring.profiles.active=tight")) {
            assertThat(statuses(server, 2)).containsExactly(200, 429);
        }
    }

    @Test
    void withoutConfigurationItStartsAndSaysSo() {
        try (ServerProcess server = SpringBoot.application("none", "").run(SpringBoot.Server.TOMCAT)) {
            assertThat(statuses(server, 5)).containsOnly(200);
            assertThat(server.log()).contains("no request is guarded, since there is no configuration");
        }
    }

    @Test
    void switchedOffItDoesNothing() {
        SpringBoot application = SpringBoot.application("off", "").with("application.yml", YAML);
        try (ServerProcess server = application.run(
                SpringBoot.Server.JETTY, "--ostiary.enabled=false", "--ostiary.redis.uri=redis://127.0.0.1:1")) {
            assertThat(statuses(server, 5)).containsOnly(200);
            assertThat(server.log()).contains("ostiary.enabled=false: no request is guarded");
            assertThat(server.stop()).doesNotContain("RUNS ostiary");
        }
    }

    @Test
    void theGuardEndsWithTheContext() {
        String rules = "limit.open.rate=3/1h\nlimit.open.path=/open/*\nredis.uri=redis://127.0.0.1:1\n";
        ServerProcess server = SpringBoot.application("ending", rules).run(SpringBoot.Server.JETTY);
        assertThat(Browser.get(health(server)).headers().firstValue("RateLimit"))
                .isPresent();
        assertThat(server.stop()).contains("RUNS ostiary-", "STOPPED").doesNotContain("LEFT ostiary");
    }

    @Test
    void aWrongConfigurationFailsTheStart() {
        SpringBoot application = SpringBoot.application("wrong-boot", "limit.open.rate=often\n")
                .with("application.yml", "ostiary:\n  limit:\n    open:\n      pth: /open/*\n");
        assertThat(ServerProcess.startExpectingFailure(application.command(SpringBoot.Server.TOMCAT)))
                .contains(
                        "APPLICATION FAILED TO START",
                        "Ostiary's configuration is wrong:",
                        "limit.open.rate=often",
                        "unknown key 'limit.open.pth' (ostiary.limit.open.pth in class path resource [application.yml],"
                                + " line 4); did you mean 'limit.open.path'?",
                        "set ostiary.enabled=false");
    }

    /** However its path is spelt, what Spring Security refuses is refused quietly. */
    @Test
    void aSpellingOfTheConsolesPathThatSpringRefusesIsNoFailure() {
        SpringBoot application = SpringBoot.application("spelt", "")
                .with("application.yml", YAML + "---\nostiary.console:\n  path: /ostiary\n  role: OPS\n");
        try (ServerProcess server = application.run(SpringBoot.Server.TOMCAT)) {
            URI base = URI.create("http://127.0.0.1:" + server.port() + "/");
            for (String path :
                    new String[] {"ostiary;x/locked", "ostiary/;x=1", "ostiary;/api/rules", "ostiary/%3b", "ostiary;x"
                    }) {
                assertThat(Browser.get(base.resolve(path)).statusCode())
                        .as(path)
                        .isBetween(300, 499);
            }
            assertThat(server.log()).doesNotContain("Exception", "ERROR");
        }
    }
}
