package io.github.ostiary.login;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.probe.EchoServlet;
import io.github.ostiary.testing.probe.LoginServlet;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Sign-ins by {@code <login-config>} and {@code request.login}, which the container does itself, against the user
 * {@code bob} with the password {@code secret} of its own realm: through {@link ContainerLogins}, {@link TomcatLogins} and {@link
 * JettyLogins}. On every server; each test from addresses of its own.
 */
@ParameterizedClass
@EnumSource
class ContainerLoginIT {

    private static final AtomicInteger NETWORKS = new AtomicInteger();
    private static final String FORM = "application/x-www-form-urlencoded";

    private static ServerUnderTest server;
    private static ServerKind running;
    private static Path basic;
    private static Path form;

    private final ServerKind kind;
    private final String address = "10.9." + NETWORKS.incrementAndGet() + ".1";

    ContainerLoginIT(ServerKind kind) {
        this.kind = kind;
        if (running != kind) {
            stop();
            String name = kind.name().toLowerCase();
            basic = war(name + "-basic", "<auth-method>BASIC</auth-method><realm-name>test</realm-name>");
            form = war(
                    name + "-form",
                    "<auth-method>FORM</auth-method><realm-name>test</realm-name><form-login-config>"
                            + "<form-login-page>/kinds</form-login-page>"
                            + "<form-error-page>/once</form-error-page></form-login-config>");
            server = ServerUnderTest.start(kind, List.of(basic, form), Map.of(), Map.of());
            running = kind;
        }
    }

    private static Path war(String name, String method) {
        return WarBuilder.war("login-" + name)
                .thinJar()
                .classes(EchoServlet.class, LoginServlet.class)
                .webXml(
                        """
                        <security-constraint>
                          <web-resource-collection>
                            <web-resource-name>vault</web-resource-name><url-pattern>/vault</url-pattern>
                          </web-resource-collection>
                          <auth-constraint><role-name>**</role-name></auth-constraint>
                        </security-constraint>
                        <login-config>%s</login-config>
                        """
                                .formatted(method))
                .properties(
                        """
                        trustedProxies=loopback
                        lockout.door.login=container
                        lockout.door.key=principal + ip
                        lockout.door.steps=3/1m lock 5m
                        lockout.names.login=container
                        lockout.names.key=ip
                        lockout.names.distinct=principal
                        lockout.names.steps=6/10m lock 15m
                        limit.all.path=/*
                        limit.all.rate=1000000/1s
                        """)
                .build();
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
            server = null;
            running = null;
        }
    }

    private HttpResponse<String> basic(String from, String user, String password) {
        String credentials = Base64.getEncoder().encodeToString((user + ":" + password).getBytes(UTF_8));
        return Browser.get(
                server.uri(basic).resolve("vault"), "X-Forwarded-For", from, "Authorization", "Basic " + credentials);
    }

    /** On Tomcat as everywhere; Jetty writes the answer of a wrong password itself. */
    private void assertDenied(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(kind == ServerKind.TOMCAT ? 429 : 401);
        assertThat(answer.headers().firstValue("Retry-After"))
                .hasValueSatisfying(
                        seconds -> assertThat(Integer.parseInt(seconds)).isBetween(240, 300));
    }

    @Test
    void threeWrongPasswordsLockTheDoor() {
        for (int i = 0; i < 3; i++) {
            HttpResponse<String> wrong = basic(address, i == 1 ? " BOB " : "bob", "guess" + i);
            assertThat(wrong.statusCode()).isEqualTo(401);
            assertThat(wrong.headers().firstValue("Retry-After")).isEmpty();
        }
        for (int i = 0; i < 3; i++) {
            assertDenied(basic(address, "bob", "secret"));
        }
        assertThat(basic("10.99.0." + NETWORKS.get(), "bob", "secret").statusCode())
                .isEqualTo(200);
    }

    @Test
    void aDenialIsWrittenAsEverywhere() {
        for (int i = 0; i < 3; i++) {
            basic(address, "carl", "guess");
        }
        HttpResponse<String> denied = basic(address, "carl", "guess");
        assertDenied(denied);
        if (kind == ServerKind.TOMCAT) {
            assertThat(denied.headers().firstValue("Cache-Control")).contains("no-store");
            assertThat(denied.body()).contains("Too many failed attempts").doesNotContain("carl");
        }
    }

    @Test
    void rightPasswordsPassAndClear() {
        for (int i = 0; i < 20; i++) {
            assertThat(basic(address, "bob", "secret").statusCode()).isEqualTo(200);
        }
        for (int i = 0; i < 4; i++) {
            assertThat(basic(address, "bob", "guess").statusCode()).isEqualTo(401);
            assertThat(basic(address, "bob", "guess").statusCode()).isEqualTo(401);
            assertThat(basic(address, "bob", "secret").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void namesNobodyHasAreCountedToo() {
        for (int i = 0; i < 6; i++) {
            assertThat(basic(address, "name" + i, "guess").statusCode()).isEqualTo(401);
        }
        HttpResponse<String> denied = basic(address, "bob", "secret");
        assertThat(denied.statusCode()).isEqualTo(kind == ServerKind.TOMCAT ? 429 : 401);
        assertThat(denied.headers().firstValue("Retry-After")).isPresent();
    }

    @Test
    void formsAreGuarded() {
        for (int i = 0; i < 3; i++) {
            assertThat(signedIn("bob", "guess")).isFalse();
        }
        assertThat(signedIn("bob", "secret")).isFalse();
        assertThat(signedInFrom("10.98.0." + NETWORKS.get(), "bob", "secret")).isTrue();
    }

    private boolean signedIn(String user, String password) {
        return signedInFrom(address, user, password);
    }

    /** As a browser does it: asks for the page, gets the form, posts it, asks again. */
    private boolean signedInFrom(String from, String user, String password) {
        URI vault = server.uri(form).resolve("vault");
        HttpResponse<String> asked = Browser.get(vault, "X-Forwarded-For", from);
        String cookie = cookie(asked, "");
        HttpResponse<String> posted = Browser.send(
                "POST",
                server.uri(form).resolve("j_security_check"),
                "j_username=" + user + "&j_password=" + password,
                UTF_8,
                "Content-Type",
                FORM,
                "Cookie",
                cookie,
                "X-Forwarded-For",
                from);
        String now = cookie(posted, cookie);
        HttpResponse<String> seen = Browser.get(vault, "Cookie", now, "X-Forwarded-For", from);
        return seen.statusCode() == 200 && seen.body().contains("user=" + user);
    }

    private static String cookie(HttpResponse<String> response, String otherwise) {
        return response.headers()
                .firstValue("Set-Cookie")
                .map(cookie -> cookie.substring(0, cookie.indexOf(';') < 0 ? cookie.length() : cookie.indexOf(';')))
                .orElse(otherwise);
    }

    @Test
    void requestLoginIsGuarded() {
        for (int i = 0; i < 3; i++) {
            assertThat(login("guess")).startsWith("401");
        }
        assertThat(login("secret")).startsWith(kind == ServerKind.TOMCAT ? "429" : "401");
    }

    private String login(String password) {
        HttpResponse<String> answer =
                Browser.get(server.uri(basic).resolve("request-login?u=bob&p=" + password), "X-Forwarded-For", address);
        return answer.statusCode() + " " + answer.body();
    }

    @Test
    void nothingIsLogged() {
        for (int i = 0; i < 5; i++) {
            basic(address, "dora", "guess");
        }
        assertThat(server.log()).doesNotContain("RateLimitExceeded", "SEVERE", "at io.github.ostiary");
    }
}
