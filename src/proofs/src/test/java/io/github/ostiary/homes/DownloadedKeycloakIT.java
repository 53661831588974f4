package io.github.ostiary.homes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.Page;
import io.github.ostiary.testing.ServerProcess;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Keycloak, which is an application of Quarkus, with the jar among its providers and the lines of src/docs/recipes-frameworks.md:
 * {@code mvn -Papplications verify}.
 */
@EnabledIfSystemProperty(named = "servers.applications", matches = ".+")
class DownloadedKeycloakIT {

    private static final Path HOME = Path.of("target", "servers", "applications", "keycloak");
    private static final Pattern LISTENING = Pattern.compile("Listening on: http://\\S+:(\\d+)");
    private static final Pattern ACTION = Pattern.compile("action=\"([^\"]+)\"");
    private static final AtomicInteger NETWORKS = new AtomicInteger();

    private static ServerProcess server;
    private static URI realm;

    @BeforeAll
    static void start() throws IOException {
        Path home;
        try (var versions = Files.newDirectoryStream(HOME, "keycloak-*")) {
            home = versions.iterator().next().toAbsolutePath();
        }
        Files.copy(
                Path.of(System.getProperty("ostiary.jar")),
                home.resolve("providers/ostiary.jar"),
                StandardCopyOption.REPLACE_EXISTING);
        Path file = home.resolve("conf/ostiary.properties");
        Files.writeString(file, Page.recipe("Keycloak").text() + "trustedProxies=loopback\n");
        List<String> command = List.of(
                "env",
                "JAVA_HOME=" + System.getProperty("java.home"),
                "KC_BOOTSTRAP_ADMIN_USERNAME=admin",
                "KC_BOOTSTRAP_ADMIN_PASSWORD=right",
                "JAVA_OPTS_APPEND=-Dostiary.config=" + file,
                "bash",
                home.resolve("bin/kc.sh").toString(),
                "start-dev",
                "--db=dev-mem",
                "--http-host=127.0.0.1",
                "--http-port=0");
        server = ServerProcess.start(command, LISTENING);
        realm = URI.create("http://127.0.0.1:" + server.port() + "/realms/master/");
    }

    @AfterAll
    static void stop() {
        assertThat(server.stop())
                .contains(
                        "Ostiary guards this application: 4 limit, 0 concurrency, 6 lockout",
                        "LOCKED lockout.main.password ")
                .doesNotContain(" ERROR ");
    }

    /** Networks are apart for each test: a network has a limit, too. */
    private static String network() {
        return "10.92." + NETWORKS.incrementAndGet() + ".1";
    }

    private static HttpResponse<String> post(URI uri, String network, String form, String... headers) {
        List<String> all = new ArrayList<>(List.of(headers));
        all.addAll(List.of("Content-Type", "application/x-www-form-urlencoded", "X-Forwarded-For", network));
        return Browser.send("POST", uri, form, UTF_8, all.toArray(String[]::new));
    }

    /** Opens the page of sign-in and posts its form, as a browser does. */
    private static HttpResponse<String> signIn(String network, String name, String password) {
        String account = URLEncoder.encode(realm.resolve("account/").toString(), UTF_8);
        HttpResponse<String> page = Browser.get(
                realm.resolve("protocol/openid-connect/auth?client_id=account-console&response_type=code&scope=openid"
                        + "&code_challenge=47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU&code_challenge_method=S256&redirect_uri="
                        + account),
                "X-Forwarded-For",
                network);
        Matcher action = ACTION.matcher(page.body());
        assertThat(action.find()).as(page.body()).isTrue();
        String cookies = page.headers().allValues("Set-Cookie").stream()
                .map(cookie -> cookie.split(";")[0])
                .collect(Collectors.joining("; "));
        return post(
                URI.create(action.group(1).replace("&amp;", "&")),
                network,
                "username=" + name + "&password=" + password,
                "Cookie",
                cookies);
    }

    private static HttpResponse<String> token(String network, String form) {
        return post(realm.resolve("protocol/openid-connect/token"), network, "client_id=admin-cli&" + form);
    }

    @Test
    void threeWrongPasswordsInTheFormLockAndARightOneClears() {
        String network = network();
        assertThat(signIn(network, "admin", "guess").statusCode()).isEqualTo(200);
        assertThat(signIn(network, "admin", "guess").statusCode()).isEqualTo(200);
        HttpResponse<String> in = signIn(network, "admin", "right");
        assertThat(in.statusCode()).isEqualTo(302);
        assertThat(in.headers().allValues("Set-Cookie")).anyMatch(cookie -> cookie.startsWith("KEYCLOAK_IDENTITY="));
        List<Integer> guesses = IntStream.range(0, 4)
                .mapToObj(i -> signIn(network, "admin", "guess" + i).statusCode())
                .toList();
        assertThat(guesses).containsExactly(200, 200, 200, 429);
        HttpResponse<String> locked = signIn(network, "admin", "right");
        assertThat(locked.statusCode()).as("a right one is not looked at").isEqualTo(429);
        assertThat(locked.headers().firstValue("Retry-After")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "grant_type=password&username=%s&password=guess",
                "username=%s&grant_type=password&password=guess",
                "grant_type=password&%%75sername=%s&password=guess"
            })
    void threeWrongPasswordsForATokenLockInWhateverOrderAndSpelling(String form) {
        String network = network();
        String guess = form.formatted("eve" + NETWORKS.get());
        List<Integer> statuses = IntStream.range(0, 4)
                .mapToObj(i -> token(network, guess).statusCode())
                .toList();
        assertThat(statuses).containsExactly(401, 401, 401, 429);
    }

    @Test
    void refreshingATokenIsNoSignIn() throws IOException {
        String network = network();
        String answer = token(network, "grant_type=password&username=admin&password=right")
                .body();
        for (int i = 0; i < 15; i++) {
            Matcher token = Pattern.compile("\"refresh_token\":\"([^\"]+)\"").matcher(answer);
            assertThat(token.find()).as(answer).isTrue();
            answer = token(network, "grant_type=refresh_token&refresh_token=" + token.group(1))
                    .body();
        }
    }
}
