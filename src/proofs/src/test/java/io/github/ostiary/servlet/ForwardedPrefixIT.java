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
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Spring's {@code ForwardedHeaderFilter} puts what {@code X-Forwarded-Prefix} says before every redirect: it is the caller's
 * to choose, and a wrong password stays a failure. On every server; three failures lock.
 */
@ParameterizedClass
@EnumSource
class ForwardedPrefixIT {

    private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"");
    private static final String PREFIX = "X-Forwarded-Prefix";
    private static final int GUESSES = 6;

    private static final String RULES =
            """
            lockout.login.path=/login
            lockout.login.key=param:username
            lockout.login.failure=location:/login?error*
            lockout.login.success=session-renewed
            lockout.login.steps=3/1h lock 15m
            lockout.login.when=!header:Other
            lockout.other.path=/login
            lockout.other.key=param:username
            lockout.other.failure=location:/login?error*
            lockout.other.success=location:/account*, status:302 + !location:/login*
            lockout.other.steps=3/1h lock 15m
            lockout.other.when=header:Other
            """;

    private static final String PREFIXED =
            """
            <context-param>
              <param-name>forwarded-headers</param-name><param-value>true</param-value>
            </context-param>
            """;

    private static ServerUnderTest server;
    private static Path war;

    ForwardedPrefixIT(ServerKind kind) {
        String name = "prefixes-" + kind.name().toLowerCase();
        if (server == null || !war.endsWith(name)) {
            stop();
            war = WarBuilder.war(name)
                    .thinJar()
                    .springSecurity()
                    .webXml(PREFIXED)
                    .properties(RULES)
                    .build();
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

    private static HttpResponse<String> signIn(String name, String password, String... headers) {
        HttpResponse<String> form = Browser.get(uri("login"));
        Matcher token = TOKEN.matcher(form.body());
        assertThat(token.find()).as(form.body()).isTrue();
        String body = "username=" + name + "&password=" + password + "&_csrf=" + token.group(1);
        String cookie = Applications.header(form, "Set-Cookie").split(";")[0];
        return post(body, Stream.concat(Stream.of("Cookie", cookie), Stream.of(headers)));
    }

    private static HttpResponse<String> post(String form, Stream<String> headers) {
        Stream<String> type = Stream.of("Content-Type", "application/x-www-form-urlencoded");
        return Browser.send(
                "POST", uri("login"), form, UTF_8, Stream.concat(type, headers).toArray(String[]::new));
    }

    private static int looked() {
        return Integer.parseInt(Browser.get(uri("looked")).body());
    }

    @Test
    void theFilterBelievesThePrefix() {
        assertThat(Applications.header(signIn("carol", "wrong", PREFIX, "/xyz"), "Location"))
                .endsWith("/xyz/login?error");
        for (int i = 0; i < GUESSES; i++) {
            signIn("bob", "wrong", PREFIX, "/xyz");
            signIn("bob", "wrong", PREFIX, "/xyz");
            assertThat(Applications.header(signIn("bob", "right", PREFIX, "/xyz"), "Location"))
                    .endsWith("/xyz/");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/xyz",
                "/account",
                "/a/b",
                "/x, /y",
                "/x;y",
                "/x/..",
                "/x/.",
                "/x/",
                "x",
                "..",
                "//evil.example",
                "http://evil.example",
                "/x?",
                "/x?to=",
                "/x?to=%2f",
                "/x&",
                "/x%3f",
                "/x#",
                "/x%23",
                "/login?x",
                "/x\\",
                "/%2e%2e",
                "/x%00",
                "?",
                "#",
            })
    void noMoreGuessesAreLookedAtThanTheThreshold(String prefix) {
        looked();
        Map<String, Integer> answers = new TreeMap<>();
        String name = "eve" + Integer.toHexString(prefix.hashCode());
        for (int i = 0; i < GUESSES; i++) {
            HttpResponse<String> answer = signIn(name, "wrong", PREFIX, prefix);
            String to = answer.headers().firstValue("Location").orElse("nowhere");
            answers.merge(answer.statusCode() + " to " + to, 1, Integer::sum);
        }
        assertThat(looked()).as("looked at, of %s", answers).isLessThanOrEqualTo(3);
    }

    /** Two guesses, then a post without a token, which is sent to the form: behind a prefix that looks like a sign-in. */
    @ParameterizedTest
    @ValueSource(strings = {"/xyz", "/x?", "/x#", "/account", "/%61ccount", "/account?", "/x, /../account"})
    void noPrefixMakesASuccessOfAPostWithoutToken(String prefix) {
        looked();
        String name = "mallory" + Integer.toHexString(prefix.hashCode());
        for (int i = 0; i < GUESSES; i++) {
            signIn(name, "wrong", "Other", "yes");
            signIn(name, "wrong", "Other", "yes");
            String session = "JSESSIONID=ended" + i;
            post("username=" + name + "&password=x", Stream.of("Cookie", session, "Other", "yes", PREFIX, prefix));
        }
        assertThat(looked()).isLessThanOrEqualTo(3);
    }
}
