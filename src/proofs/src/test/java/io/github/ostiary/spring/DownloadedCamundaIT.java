package io.github.ostiary.spring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.Page;
import io.github.ostiary.testing.ServerProcess;
import io.github.ostiary.testing.SpringBoot;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Camunda 7 in Spring Boot, which has a sign-in of its own and no Spring Security, guarded by the lines of
 * src/docs/recipes-frameworks.md: {@code mvn -Papplications verify}.
 */
@EnabledIfSystemProperty(named = "servers.applications", matches = ".+")
class DownloadedCamundaIT {

    private static final String SIGN_IN = "camunda/api/admin/auth/user/default/login/";

    private static final AtomicInteger NETWORKS = new AtomicInteger();

    private static ServerProcess server;
    private static URI base;

    @BeforeAll
    static void start() {
        Map<String, String> lines = new TreeMap<>(Page.recipe("Camunda").properties());
        lines.putAll(Map.of(
                "trustedProxies",
                "loopback",
                "limit.pages.rate",
                "300/1h",
                "limit.pages.path",
                "/camunda/app/*",
                "limit.pages.key",
                "ip",
                "console.path",
                "/ostiary",
                "console.role",
                "ops"));
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--spring.datasource.url=jdbc:h2:mem:camunda",
                "--camunda.bpm.admin-user.id=demo",
                "--camunda.bpm.admin-user.password=right"));
        lines.forEach((key, value) -> arguments.add("--ostiary." + key + "=" + value));
        server = SpringBoot.program(
                "camunda", "camunda.CamundaApplication", Pattern.compile("Tomcat started on port (\\d+)"), arguments);
        base = URI.create("http://127.0.0.1:" + server.port() + "/");
    }

    @AfterAll
    static void stop() {
        assertThat(server.stop()).contains("The guard stands before the filters of Spring");
    }

    private static HttpResponse<String> signIn(String network, String path, String name, String password) {
        HttpResponse<String> page =
                Browser.get(base.resolve("camunda/app/welcome/default/"), "X-Forwarded-For", network);
        Map<String, String> cookies = page.headers().allValues("Set-Cookie").stream()
                .map(cookie -> cookie.split(";")[0].split("=", 2))
                .collect(Collectors.toMap(cookie -> cookie[0], cookie -> cookie[1]));
        return Browser.send(
                "POST",
                base.resolve(path),
                "username=" + name + "&password=" + password,
                UTF_8,
                "Content-Type",
                "application/x-www-form-urlencoded",
                "X-Forwarded-For",
                network,
                "Cookie",
                "JSESSIONID=" + cookies.get("JSESSIONID") + "; XSRF-TOKEN=" + cookies.get("XSRF-TOKEN"),
                "X-XSRF-TOKEN",
                cookies.getOrDefault("XSRF-TOKEN", ""));
    }

    /** Camunda itself has who mistypes wait for some seconds: so nothing is mistyped before the right password. */
    @Test
    void aRightPasswordSignsInAndProvesIt() {
        for (int i = 0; i < 5; i++) {
            HttpResponse<String> in = signIn("10.90.1.1", SIGN_IN + "welcome", "demo", "right");
            assertThat(in.statusCode()).as(in.body()).isEqualTo(200);
            assertThat(in.body()).contains("\"userId\":\"demo\"");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"welcome", "cockpit", "%77elcome", "welcome/", "tasklist;a=b"})
    void threeWrongOnesLock(String application) {
        int number = NETWORKS.incrementAndGet();
        String network = "10.91." + number + ".1";
        String name = "eve" + number;
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            statuses.add(signIn(network, SIGN_IN + application, name, "guess").statusCode());
        }
        assertThat(statuses.subList(0, 3)).doesNotContain(200, 429);
        assertThat(statuses.get(3)).isEqualTo(429);
    }

    @Test
    void theConsoleIsShutWhereTheServerNamesNoUser() {
        HttpResponse<String> shut = Browser.get(base.resolve("ostiary"), "Accept", "text/html");
        assertThat(shut.statusCode()).isEqualTo(403);
        assertThat(shut.body()).contains("The server names no user");
    }
}
