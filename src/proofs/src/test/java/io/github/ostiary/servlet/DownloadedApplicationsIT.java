package io.github.ostiary.servlet;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.DownloadedTomcat;
import io.github.ostiary.testing.ServerProcess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Applications that nobody here wrote behave as unguarded but for what is denied: {@code mvn -Papplications verify}. */
@EnabledIfSystemProperty(named = "servers.applications", matches = ".+")
class DownloadedApplicationsIT {

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String DOOR =
            """
            lockout.door.login=container
            lockout.door.key=principal + ip
            lockout.door.steps=3/1h lock 1h
            """;
    private static final String HAWTIO =
            """
            lockout.login.path=/auth/login
            lockout.login.key=json:username + ip
            lockout.login.failure=status:401,403
            lockout.login.success=status:200!
            lockout.login.steps=3/1h lock 1h
            lockout.agent.path=/jolokia/*
            lockout.agent.methods=GET,POST
            lockout.agent.key=basic:user + ip
            lockout.agent.failure=status:401,403
            lockout.agent.success=status:200!
            lockout.agent.steps=3/1h lock 1h
            """;

    private static DownloadedTomcat tomcat;

    @BeforeAll
    static void start() {
        tomcat = DownloadedTomcat.start(
                ServerProcess.java(),
                List.of("-Xmx256m", "-Dhawtio.authenticationThrottled=false"),
                Map.of(
                        "manager",
                        DOOR + Wars.rule("status", "/status"),
                        "examples",
                        DOOR
                                + Wars.rule("hello", "/servlets/servlet/HelloWorldExample")
                                + Wars.rule("socket", "/websocket/*"),
                        "hawtio",
                        HAWTIO + Wars.rule("plugin", "/plugin")));
    }

    @AfterAll
    static void nothingWasComplainedOf() {
        String log = tomcat.log();
        tomcat.close();
        assertThat(log).contains("[/manager] Ostiary guards", "[/examples] Ostiary guards", "[/hawtio] Ostiary guards");
        assertThat(log).doesNotContain("is not the first");
        assertThat(tomcat.warnings()).isEmpty();
    }

    private static String[] basic(String name, String password) {
        String both = Base64.getEncoder().encodeToString((name + ":" + password).getBytes(UTF_8));
        return new String[] {"Authorization", "Basic " + both};
    }

    private static HttpResponse<String> get(String application, String path, String... headers) {
        return Browser.get(tomcat.uri(application).resolve(path), headers);
    }

    private static List<Integer> statuses(String application, String path, String... headers) {
        return IntStream.range(0, 5)
                .mapToObj(i -> get(application, path, headers).statusCode())
                .toList();
    }

    @Test
    void theManagersPasswordsAreLookedAtThreeTimes() {
        assertThat(statuses("manager", "text/list", basic("admin", "wrong"))).containsExactly(401, 401, 401, 429, 429);
        HttpResponse<String> locked = get("manager", "text/list", basic("admin", "secret"));
        assertThat(locked.statusCode()).isEqualTo(429);
        assertThat(locked.headers().firstValueAsLong("Retry-After")).isPresent();
        assertThat(get("manager", "text/list", basic("boss", "secret")).body()).startsWith("OK - ");
        assertThat(statuses("manager", "text/list", basic("ghost", "any"))).containsExactly(401, 401, 401, 429, 429);
    }

    @Test
    void theManagersStatusIsLimited() {
        assertThat(statuses("manager", "status?XML=true", basic("boss", "secret")))
                .containsExactly(200, 200, 200, 429, 429);
    }

    @Test
    void whatIsUploadedToTheManagerRuns() throws IOException {
        String[] boss = basic("boss", "secret");
        byte[] war = war();
        URI put = tomcat.uri("manager").resolve("text/deploy?path=/put");
        assertThat(Browser.send("PUT", put, BodyPublishers.ofByteArray(war), boss)
                        .body())
                .startsWith("OK - Deployed");
        assertThat(get("put", "index.html").body()).hasSize(200_000);
        HttpResponse<String> page = get("manager", "html", boss);
        Matcher form =
                Pattern.compile("action=\"(/manager/html/upload[^\"]+)\"").matcher(page.body());
        assertThat(form.find()).isTrue();
        String body = "--cut\r\nContent-Disposition: form-data; name=\"deployWar\"; filename=\"multipart.war\"\r\n"
                + "Content-Type: application/octet-stream\r\n\r\n" + new String(war, ISO_8859_1) + "\r\n--cut--\r\n";
        String cookie = Applications.header(page, "Set-Cookie").split(";")[0];
        URI upload = tomcat.uri("manager").resolve(form.group(1).replace("&amp;", "&"));
        HttpResponse<String> uploaded = Browser.send(
                "POST",
                upload,
                body,
                ISO_8859_1,
                "Content-Type",
                "multipart/form-data; boundary=cut",
                "Cookie",
                cookie,
                boss[0],
                boss[1]);
        assertThat(uploaded.statusCode()).isEqualTo(200);
        assertThat(get("multipart", "index.html").body()).hasSize(200_000);
    }

    private static byte[] war() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream war = new ZipOutputStream(bytes)) {
            war.putNextEntry(new ZipEntry("index.html"));
            war.write("x".repeat(200_000).getBytes(UTF_8));
            war.closeEntry();
        }
        return bytes.toByteArray();
    }

    @Test
    void theExamplesFormSignsInAndLocks() {
        List<Integer> wrong = IntStream.range(0, 5)
                .mapToObj(i -> signIn("admin", "wrong").statusCode())
                .toList();
        assertThat(wrong).containsExactly(200, 200, 200, 429, 429);
        assertThat(signIn("admin", "secret").statusCode()).isEqualTo(429);
        assertThat(Applications.header(signIn("boss", "secret"), "Location"))
                .endsWith("/examples/jsp/security/protected/index.jsp");
    }

    private static HttpResponse<String> signIn(String name, String password) {
        HttpResponse<String> page = get("examples", "jsp/security/protected/index.jsp");
        return Browser.send(
                "POST",
                tomcat.uri("examples").resolve("jsp/security/protected/j_security_check"),
                "j_username=" + name + "&j_password=" + password,
                UTF_8,
                "Content-Type",
                FORM,
                "Cookie",
                Applications.header(page, "Set-Cookie").split(";")[0]);
    }

    @Test
    void theExamplesServletsAnswer() {
        assertThat(statuses("examples", "servlets/servlet/HelloWorldExample")).containsExactly(200, 200, 200, 429, 429);
        for (String asynchronous : List.of("async/async0", "async/async1", "async/async2", "async/async3")) {
            HttpResponse<String> answer = get("examples", asynchronous);
            assertThat(answer.statusCode()).as(asynchronous).isEqualTo(200);
            assertThat(answer.body()).as(asynchronous).isNotBlank();
        }
    }

    @Test
    void theExamplesSocketsEchoUntilAHandshakeIsDenied() throws Exception {
        for (int i = 0; i < 3; i++) {
            assertThat(echoed("hello")).isEqualTo("hello");
        }
        assertThatThrownBy(() -> echoed("hello"))
                .cause()
                .isInstanceOfSatisfying(WebSocketHandshakeException.class, denied -> {
                    assertThat(denied.getResponse().statusCode()).isEqualTo(429);
                    assertThat(denied.getResponse().headers().firstValueAsLong("Retry-After"))
                            .isPresent();
                });
    }

    private static String echoed(String text) throws Exception {
        CompletableFuture<String> answer = new CompletableFuture<>();
        URI socket = URI.create(tomcat.uri("examples").toString().replace("http:", "ws:") + "websocket/echoAnnotation");
        WebSocket open = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(socket, new WebSocket.Listener() {
                    @Override
                    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
                        answer.complete(data.toString());
                        return CompletableFuture.completedFuture(null);
                    }
                })
                .get(20, TimeUnit.SECONDS);
        open.sendText(text, true).get(20, TimeUnit.SECONDS);
        String echo = answer.get(20, TimeUnit.SECONDS);
        open.sendClose(WebSocket.NORMAL_CLOSURE, "").get(20, TimeUnit.SECONDS);
        return echo;
    }

    /** Its own throttling is switched off; it has no users here, so that everybody is wrong. */
    @Test
    void hawtiosSignInsLock() {
        List<Integer> wrong =
                IntStream.range(0, 5).mapToObj(i -> hawtio("eve").statusCode()).toList();
        assertThat(wrong).containsExactly(403, 403, 403, 429, 429);
        assertThat(hawtio("bob").statusCode()).isEqualTo(403);
        assertThat(statuses("hawtio", "jolokia/version", basic("eve", "wrong")))
                .containsExactly(403, 403, 403, 429, 429);
        assertThat(get("hawtio", "jolokia/version", basic("bob", "wrong")).statusCode())
                .isEqualTo(403);
        assertThat(statuses("hawtio", "plugin")).containsExactly(200, 200, 200, 429, 429);
    }

    private static HttpResponse<String> hawtio(String name) {
        String body = "{\"username\":\"" + name + "\",\"password\":\"wrong\"}";
        return Browser.send(
                "POST", tomcat.uri("hawtio").resolve("auth/login"), body, UTF_8, "Content-Type", "application/json");
    }
}
