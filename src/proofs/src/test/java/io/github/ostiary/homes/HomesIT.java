package io.github.ostiary.homes;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.ServerProcess;
import io.github.ostiary.testing.ToolBodies;
import io.github.ostiary.testing.ToolBodies.Sent;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Beans, configuration, start and end where an application has another home than a WAR: {@code mvn -Phomes verify}. */
@EnabledIfSystemProperty(named = "servers.homes", matches = ".+")
class HomesIT {

    static List<Home> homes() {
        return Home.all();
    }

    @ParameterizedTest
    @MethodSource("homes")
    void beans_are_limited_rules_injected_and_events_heard(Home home) {
        ServerProcess server = home.start();
        try (server) {
            assertThat(ask(server, "text")).isEqualTo("sent to 110");
            assertThat(ask(server, "text")).isEqualTo("sent to 110");
            assertThat(ask(server, "text")).isEqualTo("denied by text");
            assertThat(ask(server, "call?number=1")).isEqualTo("called 1");
            assertThat(ask(server, "call?number=1")).isEqualTo("called 1");
            assertThat(ask(server, "call?number=1")).isEqualTo("denied");
            assertThat(ask(server, "call?number=2")).isEqualTo("called 2");
            assertThat(ask(server, "reply")).isEqualTo("true false");
            for (int failures = 0; failures < 3; failures++) {
                assertThat(ask(server, "login?user=bob")).isEqualTo("wrong");
            }
            assertThat(ask(server, "login?user=bob")).isEqualTo("locked");
            assertThat(ask(server, "login?user=eve")).isEqualTo("wrong");
            for (int calls = 0; calls < 3; calls++) {
                assertThat(ask(server, "plan"))
                        .as("a bean of which only the configuration knows")
                        .isEqualTo("true");
            }
            assertThat(ask(server, "plan")).isEqualTo("false");
            assertThat(ask(server, "heard")).isEqualTo("LOCKED login");
        }
        assertThat(server.log())
                .containsOnlyOnce("Ostiary guards this application: 5 limit, 0 concurrency, 1 lockout")
                .contains("counters in this JVM")
                .doesNotContain("has not run the extension");
        if (!home.name().equals("helidon")) { // whose log may end before it does
            assertThat(server.log()).contains("limit.text denied 1 call since the last such line; the guard closes");
        }
    }

    @ParameterizedTest
    @MethodSource("homes")
    void paths_are_limited_and_denied_callers_answered(Home home) {
        try (ServerProcess server = home.start()) {
            assertThat(status(server, "page")).isEqualTo(200);
            assertThat(status(server, "page")).isEqualTo(200);
            assertThat(status(server, "page")).isEqualTo(429);
            assertThat(status(server, "text")).isEqualTo(200);
            toolsAreLimitedByAMemberOfTheBody(server);
        }
    }

    /** Whatever bytes a caller chooses. */
    private static void toolsAreLimitedByAMemberOfTheBody(ServerProcess server) {
        assertThat(call(server, ToolBodies.meant().get(0)).body()).isEqualTo(ToolBodies.CALL);
        assertThat(ToolBodies.meant())
                .allSatisfy(sent -> assertThat(call(server, sent).statusCode()).isEqualTo(429));
        assertThat(ToolBodies.others()).allSatisfy(sent -> {
            HttpResponse<String> answer = call(server, sent);
            assertThat(answer.statusCode()).isIn(200, 204);
            assertThat(answer.body()).isEqualTo(new String(sent.bytes(), StandardCharsets.UTF_8));
        });
        assertThat(ToolBodies.unclear())
                .allSatisfy(sent -> assertThat(call(server, sent).statusCode()).isEqualTo(400));
    }

    private static HttpResponse<String> call(ServerProcess server, Sent sent) {
        return Browser.sendUnread(
                "POST",
                URI.create("http://localhost:" + server.port() + "/tool"),
                BodyPublishers.ofByteArray(sent.bytes()),
                sent.allHeaders());
    }

    @ParameterizedTest
    @MethodSource("homes")
    void a_rule_that_the_configuration_does_not_have_fails_the_start(Home home) {
        assertThat(home.startExpectingFailure("dev"))
                .contains(
                        "Ostiary's configuration has 1 problem",
                        "@RateLimit on shop.Texts.send(String): there is no rule limit.text; did you mean '");
    }

    @Test
    void what_takes_servlets_fails_the_start_where_there_are_none() {
        assertThat(Home.QUARKUS_REST.startExpectingFailure("prod", "ostiary.lockout.login.login=container"))
                .contains(
                        "lockout.login.login=container (system property ostiary.lockout.login.login): without servlets no container signs people in");
    }

    @Test
    void a_wrong_value_is_named_with_the_place_it_stands_in() {
        assertThat(Home.QUARKUS_REST.startExpectingFailure("prod", "shop.texts=many"))
                .containsPattern(
                        "limit\\.text\\.rate=many/1h \\(ostiary\\.limit\\.text\\.rate in \\S*application\\.properties\\): ");
    }

    @Test
    void a_redis_that_cannot_be_asked_is_named_with_the_place_it_stands_in() {
        Home withoutJedis = Home.all().get(1);
        assertThat(withoutJedis.startExpectingFailure("prod", "quarkus.redis.hosts=redis://localhost"))
                .containsPattern(
                        "redis\\.uri is set \\(quarkus\\.redis\\.hosts in \\S+\\) but jedis is not on the class path");
    }

    @Test
    void a_program_with_cdi_is_guarded_by_the_file_on_its_class_path() {
        assertThat(Home.weldSe().run())
                .containsOnlyOnce("Ostiary guards this application: 1 limit")
                .containsSubsequence("sent to 110", "sent to 110", "denied by text", "text");
    }

    @Test
    void nodes_share_the_redis_of_quarkus() {
        try (RedisServer redis = RedisServer.start()) {
            String hosts = "quarkus.redis.hosts=" + redis.uri();
            // A machine at work answers later than in the 50 ms after which a node decides by itself.
            String patience = "ostiary.redis.timeout=5s";
            try (ServerProcess one = Home.QUARKUS_REST.start(hosts, patience);
                    ServerProcess other = Home.QUARKUS_REST.start(hosts, patience)) {
                assertThat(one.log()).contains("counters in Redis");
                assertThat(ask(one, "q/health/ready")).containsPattern("(?s)\"ostiary\".*\"store\": \"shared\"");
                assertThat(ask(one, "text")).isEqualTo("sent to 110");
                assertThat(ask(other, "text")).isEqualTo("sent to 110");
                assertThat(ask(one, "text")).isEqualTo("denied by text");
                assertThat(ask(other, "text")).isEqualTo("denied by text");
            }
        }
    }

    @Test
    void what_is_wrong_in_any_case_fails_the_build() throws IOException, InterruptedException {
        String log = build("wrong", "quarkus-wrong");
        assertThat(log)
                .contains(
                        "configuration has 2 problems",
                        "@RateLimit on shop.Wrong.empty(): it neither names a rule nor states a rate")
                .containsPattern(
                        "@RateLimit on shop\\.Wrong\\.often\\(\\): limit\\.wrong-often-\\w{8}\\.rate=often: 'often' is not");
    }

    /** Builds an application of a profile by Maven, and returns what it says: nothing if all is well. */
    static String build(String profile, String application) throws IOException, InterruptedException {
        Process build = new ProcessBuilder(
                        Path.of(System.getProperty("homes.maven"), "bin", "mvn").toString(),
                        "-q",
                        "-B",
                        "-f",
                        "src/proofs/servers/homes/pom.xml",
                        "-Dmaven.repo.local=" + System.getProperty("homes.repository"),
                        "-P" + profile,
                        "-pl",
                        "guard," + application,
                        "package")
                .redirectErrorStream(true)
                .start();
        String log = new String(build.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return build.waitFor() == 0 ? "" : log;
    }

    private static int status(ServerProcess server, String what) {
        return Browser.get(URI.create("http://localhost:" + server.port() + "/" + what))
                .statusCode();
    }

    private static String ask(ServerProcess server, String what) {
        return Browser.get(URI.create("http://localhost:" + server.port() + "/" + what))
                .body();
    }
}
