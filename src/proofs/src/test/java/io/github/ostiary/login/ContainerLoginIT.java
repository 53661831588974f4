package io.github.ostiary.login;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.matrix.EmbeddedKind;
import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.WebXml;
import io.github.ostiary.testing.probe.EchoServlet;
import io.github.ostiary.testing.probe.LoginServlet;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Sign-ins by {@code <login-config>} and {@code request.login}, which the container does itself, against the user
 * {@code bob} with the password {@code secret} of its own realm: through {@link ContainerLogins}, {@link TomcatLogins}, {@link
 * JettyLogins} and {@link UndertowLogins}. On all servers of the build; each test from addresses of its own.
 */
@ParameterizedClass
@EnumSource
class ContainerLoginIT {

    private static final AtomicInteger NETWORKS = new AtomicInteger();
    private static final String FORM = "application/x-www-form-urlencoded";

    private static ServerUnderTest server;
    private static Path basic;
    private static Path form;
    private static Path digest;

    private final EmbeddedKind kind;
    private final String address = "10.9." + NETWORKS.incrementAndGet() + ".1";

    ContainerLoginIT(EmbeddedKind kind) {
        this.kind = kind;
    }

    @BeforeParameterizedClassInvocation
    static void start(EmbeddedKind kind) {
        String name = kind.name().toLowerCase();
        basic = war(name + "-basic", "<auth-method>BASIC</auth-method><realm-name>test</realm-name>");
        form = war(
                name + "-form",
                "<auth-method>FORM</auth-method><realm-name>test</realm-name><form-login-config>"
                        + "<form-login-page>/kinds</form-login-page>"
                        + "<form-error-page>/once</form-error-page></form-login-config>");
        digest = war(name + "-digest", "<auth-method>DIGEST</auth-method><realm-name>test</realm-name>");
        server = ServerUnderTest.start(kind, List.of(basic, form, digest), Map.of(), Map.of());
    }

    private static Path war(String name, String method) {
        return WarBuilder.war("login-" + name)
                .thinJar()
                .classes(EchoServlet.class, LoginServlet.class)
                .file(
                        "WEB-INF/web.xml",
                        """
                        <?xml version="1.0" encoding="UTF-8"?>
                        <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="5.0" metadata-complete="true">
                        <servlet>
                          <servlet-name>login</servlet-name>
                          <servlet-class>io.github.ostiary.testing.probe.LoginServlet</servlet-class>
                        </servlet>
                        <servlet-mapping>
                          <servlet-name>login</servlet-name>
                          <url-pattern>/vault</url-pattern><url-pattern>/request-login</url-pattern>
                        </servlet-mapping>
                        <servlet>
                          <servlet-name>echo</servlet-name>
                          <servlet-class>io.github.ostiary.testing.probe.EchoServlet</servlet-class>
                        </servlet>
                        <servlet-mapping>
                          <servlet-name>echo</servlet-name>
                          <url-pattern>/denied</url-pattern><url-pattern>/kinds</url-pattern><url-pattern>/once</url-pattern>
                        </servlet-mapping>
                        """
                                + WebXml.VAULT
                                + "<login-config>" + method + "</login-config></web-app>")
                .properties(
                        """
                        trustedProxies=loopback
                        deniedPage=/denied
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

    @AfterParameterizedClassInvocation
    static void stop() {
        if (server != null) { // it may not have started
            server.close();
            server = null;
        }
    }

    private HttpResponse<String> basic(String from, String user, String password) {
        String credentials = Base64.getEncoder().encodeToString((user + ":" + password).getBytes(UTF_8));
        return Browser.get(
                server.uri(basic).resolve("vault"), "X-Forwarded-For", from, "Authorization", "Basic " + credentials);
    }

    private static void assertDenied(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(429);
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
        assertThat(denied.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(denied.headers().firstValue("WWW-Authenticate")).isEmpty();
        assertThat(denied.body()).contains("Too many failed attempts").doesNotContain("carl");
    }

    @Test
    void aBrowserGetsTheApplicationsPage() {
        for (int i = 0; i < 3; i++) {
            basic(address, "gil", "guess");
        }
        HttpResponse<String> denied = Browser.get(
                server.uri(basic).resolve("vault"),
                "X-Forwarded-For",
                address,
                "Authorization",
                "Basic " + Base64.getEncoder().encodeToString("gil:guess".getBytes(UTF_8)),
                "Accept",
                "text/html");
        assertDenied(denied);
        assertThat(denied.body()).contains("reached", "rule=door", "status=429");
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
        assertThat(denied.statusCode()).isEqualTo(429);
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
        HttpResponse<String> posted = posted(from, user, password);
        String now =
                cookie(posted, posted.request().headers().firstValue("Cookie").orElse(""));
        HttpResponse<String> seen = Browser.get(vault, "Cookie", now, "X-Forwarded-For", from);
        return seen.statusCode() == 200 && seen.body().contains("user=" + user);
    }

    private HttpResponse<String> posted(String from, String user, String password) {
        HttpResponse<String> asked = Browser.get(server.uri(form).resolve("vault"), "X-Forwarded-For", from);
        return Browser.send(
                "POST",
                server.uri(form).resolve("j_security_check"),
                "j_username=" + user + "&j_password=" + password,
                UTF_8,
                "Content-Type",
                FORM,
                "Cookie",
                cookie(asked, ""),
                "X-Forwarded-For",
                from);
    }

    private static String cookie(HttpResponse<String> response, String otherwise) {
        return response.headers()
                .firstValue("Set-Cookie")
                .map(cookie -> cookie.substring(0, cookie.indexOf(';') < 0 ? cookie.length() : cookie.indexOf(';')))
                .orElse(otherwise);
    }

    @Test
    void aFormMeetsTheDenialToo() {
        for (int i = 0; i < 3; i++) {
            assertThat(posted(address, "eve", "guess").statusCode()).isNotEqualTo(429);
        }
        assertDenied(posted(address, "eve", "guess"));
    }

    @Test
    void digestsAreGuarded() {
        for (int i = 0; i < 3; i++) {
            assertThat(digest(address, "guess").statusCode()).isEqualTo(401);
        }
        HttpResponse<String> denied = digest(address, "secret");
        assertThat(denied.statusCode()).isEqualTo(kind == EmbeddedKind.UNDERTOW_2_3 ? 401 : 429);
        assertThat(denied.headers().firstValue("Retry-After")).isPresent();
        assertThat(digest("10.97.0." + NETWORKS.get(), "secret").statusCode()).isEqualTo(200);
    }

    /** As a browser does it: asks, is told of a nonce, and asks again (RFC 7616, or 2069), by MD5 where that is known. */
    private HttpResponse<String> digest(String from, String password) {
        URI vault = server.uri(digest).resolve("vault");
        String challenge = Browser.get(vault, "X-Forwarded-For", from).headers().allValues("WWW-Authenticate").stream()
                .max(Comparator.comparing(one -> !one.contains("SHA")))
                .orElseThrow();
        String hash = challenge.contains("SHA-256") ? "SHA-256" : "MD5";
        String nonce = said("nonce", challenge);
        String path = vault.getRawPath();
        boolean counted = challenge.contains("qop");
        String proof = hashed(
                hash,
                hashed(hash, "bob:" + said("realm", challenge) + ":" + password) + ":" + nonce
                        + (counted ? ":00000001:c:auth:" : ":")
                        + hashed(hash, "GET:" + path));
        String answer = "Digest username=\"bob\", realm=\"" + said("realm", challenge) + "\", nonce=\"" + nonce
                + "\", uri=\"" + path + "\", response=\"" + proof + "\", opaque=\"" + said("opaque", challenge)
                + "\", algorithm=" + hash + (counted ? ", qop=auth, nc=00000001, cnonce=\"c\"" : "");
        return Browser.get(vault, "X-Forwarded-For", from, "Authorization", answer);
    }

    private static String said(String name, String challenge) {
        Matcher said = Pattern.compile("\\b" + name + "=\"([^\"]*)\"").matcher(challenge);
        return said.find() ? said.group(1) : "";
    }

    private static String hashed(String hash, String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance(hash).digest(text.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void requestLoginIsGuarded() {
        for (int i = 0; i < 3; i++) {
            assertThat(login("guess")).startsWith("401");
        }
        assertThat(login("secret")).startsWith(kind.folder().startsWith("jetty") ? "401" : "429");
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
