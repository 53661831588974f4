package io.github.ostiary.matrix;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.WebXml;
import io.github.ostiary.testing.acceptance.ApplicationServlet;
import io.github.ostiary.testing.acceptance.PasswordStore;
import io.github.ostiary.testing.acceptance.Passwords;
import io.github.ostiary.testing.platform.FormStore;
import io.github.ostiary.testing.platform.HeaderMechanism;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The sign-ins of Jakarta Security beside BASIC, on each full server: its form, and a mechanism of the
 * application's own. {@code mvn -Pservers verify}.
 */
@EnabledIfSystemProperty(named = "servers.full", matches = ".+")
@ParameterizedClass(name = "{0}")
@MethodSource("kinds")
class FullSignInsIT {

    private static final AtomicInteger CALLERS = new AtomicInteger();
    private static final String RULES =
            """
            trustedProxies=loopback
            lockout.door.login=container
            lockout.door.key=principal + ip
            lockout.door.steps=3/1m lock 5m
            """;

    private static FullServer server;
    private static Results results;
    private static Path withForm;
    private static Path withMechanism;

    private final FullKind kind;
    private final String address = "10.30.0." + CALLERS.incrementAndGet();
    private final String user = "caller" + CALLERS.get();

    FullSignInsIT(FullKind kind) {
        this.kind = kind;
    }

    @BeforeParameterizedClassInvocation
    static void start(FullKind kind) {
        withForm = war("form").classes(FormStore.class).build();
        withMechanism = war("mechanism").classes(HeaderMechanism.class).build();
        results = Results.more(kind.folder() + Setup.otherJdk());
        server = FullServer.start(kind, List.of(withForm, withMechanism));
    }

    static Stream<FullKind> kinds() {
        return FullKind.chosen().stream();
    }

    private static WarBuilder war(String name) {
        return WarBuilder.war("sign-ins/" + name)
                .allJar()
                .everyClassIsABean()
                .classes(ApplicationServlet.class, PasswordStore.class, Passwords.class)
                .properties(RULES)
                .file(
                        "WEB-INF/web.xml",
                        """
                        <?xml version="1.0" encoding="UTF-8"?>
                        <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="5.0">
                        <servlet>
                          <servlet-name>application</servlet-name>
                          <servlet-class>io.github.ostiary.testing.acceptance.ApplicationServlet</servlet-class>
                        </servlet>
                        <servlet-mapping>
                          <servlet-name>application</servlet-name>
                          <url-pattern>/vault</url-pattern><url-pattern>/looked</url-pattern>
                          <url-pattern>/form</url-pattern><url-pattern>/wrong</url-pattern>
                          <url-pattern>/facts</url-pattern>
                        </servlet-mapping>
                        """
                                + WebXml.VAULT + "</web-app>");
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (server != null) { // it may not have started
            server.close();
            server = null;
        }
    }

    @Test
    void anApplicationsMechanismIsGuarded() {
        for (int i = 0; i < AcceptanceSuite.WRONG; i++) {
            assertThat(byHeader(address, "guess" + i).statusCode()).isEqualTo(401);
        }
        int looked = looked(withMechanism);
        HttpResponse<String> right = byHeader(address, "right");
        results.measured(Column.MECHANISM, said(looked, Integer.toString(right.statusCode())));
        assertThat(looked).isEqualTo(AcceptanceSuite.LOOKED_AT);
        assertThat(right.statusCode()).isEqualTo(401);
        assertThat(byHeader("10.30.1.1", "right").body()).isEqualTo("user=" + user);
    }

    private HttpResponse<String> byHeader(String from, String password) {
        URI vault = server.uri(withMechanism).resolve("vault");
        return Browser.get(vault, "User", user, "Password", password, "X-Forwarded-For", from);
    }

    @Test
    void theFormIsGuarded() {
        for (int i = 0; i < AcceptanceSuite.WRONG; i++) {
            assertThat(byForm(address, "guess" + i)).isFalse();
        }
        int looked = looked(withForm);
        boolean right = byForm(address, "right");
        results.measured(Column.JAKARTA_FORM, said(looked, right ? "signed in" : "its error page"));
        if (!kind.asksIdentityStoresThroughBeans()) {
            assumeTrue(looked == AcceptanceSuite.LOOKED_AT, "its form asks the store past every bean, and it says so");
        }
        assertThat(looked).isEqualTo(AcceptanceSuite.LOOKED_AT);
        assertThat(right).isFalse();
        assertThat(byForm("10.30.1.2", "right")).isTrue();
    }

    private static String said(int looked, String then) {
        return looked + " of " + AcceptanceSuite.WRONG + ", then " + then;
    }

    private int looked(Path application) {
        return Integer.parseInt(
                Browser.get(server.uri(application).resolve("looked?u=" + user)).body());
    }

    /** As a browser does it: asks for the page, gets the form, posts it, asks again. Whether it sees the page. */
    private boolean byForm(String from, String password) {
        URI base = server.uri(withForm);
        HttpResponse<String> asked = Browser.get(base.resolve("vault"), "X-Forwarded-For", from);
        String session = cookies(asked, "");
        HttpResponse<String> posted = Browser.send(
                "POST",
                base.resolve("j_security_check"),
                "j_username=" + user + "&j_password=" + password,
                UTF_8,
                "Content-Type",
                "application/x-www-form-urlencoded",
                "Cookie",
                session,
                "X-Forwarded-For",
                from);
        HttpResponse<String> seen =
                Browser.get(base.resolve("vault"), "Cookie", cookies(posted, session), "X-Forwarded-For", from);
        return seen.body().equals("user=" + user);
    }

    private static String cookies(HttpResponse<String> response, String otherwise) {
        String set = String.join(
                "; ",
                response.headers().allValues("Set-Cookie").stream()
                        .map(cookie -> cookie.split(";", 2)[0])
                        .toList());
        return set.isEmpty() ? otherwise : otherwise.isEmpty() ? set : otherwise + "; " + set;
    }
}
