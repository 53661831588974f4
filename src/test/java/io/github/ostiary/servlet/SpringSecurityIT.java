package io.github.ostiary.servlet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The lockout of a WAR whose sign-in is Spring Security's form login. On every server. */
@ParameterizedClass
@EnumSource
class SpringSecurityIT {

    private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"");

    private static ServerUnderTest server;
    private static Path war;

    SpringSecurityIT(ServerKind kind) {
        String name = "spring-security-" + kind.name().toLowerCase();
        if (server == null || !war.endsWith(name)) {
            stop();
            war = WarBuilder.war(name).thinJar().springSecurity().build();
            server = ServerUnderTest.start(kind, war);
        }
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
            server = null;
        }
    }

    private static URI uri(String path) {
        return server.uri(war).resolve(path);
    }

    /** A visitor with the session that Spring gives for the form. */
    private static HttpResponse<String> signIn(String name, String password) {
        HttpResponse<String> form = Browser.get(uri("login"));
        Matcher token = TOKEN.matcher(form.body());
        assertThat(token.find()).as(form.body()).isTrue();
        String body = "username=" + name + "&password=" + password + "&_csrf=" + token.group(1);
        return post(body, "Cookie", Applications.header(form, "Set-Cookie").split(";")[0]);
    }

    private static HttpResponse<String> post(String form, String... cookie) {
        String[] headers = Stream.concat(
                        Stream.of("Content-Type", "application/x-www-form-urlencoded"), Stream.of(cookie))
                .toArray(String[]::new);
        return Browser.send("POST", uri("login"), form, UTF_8, headers);
    }

    @Test
    void itsFormSignsInWhoKnowsThePassword() {
        assertThat(Applications.header(signIn("bob", "right"), "Location")).isEqualTo(uri("").getPath());
        assertThat(Applications.header(signIn("bob", "wrong"), "Location")).endsWith("/login?error");
        HttpResponse<String> withoutToken = post("username=bob&password=wrong");
        assertThat(withoutToken.statusCode()).isEqualTo(302);
        assertThat(Applications.header(withoutToken, "Location")).endsWith("/login");
        assertThat(Browser.get(uri("looked")).body()).isEqualTo("2");
    }
}
