package io.github.ostiary.servlet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.Page;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.probe.PortalServlet;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
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
 * The rules of src/docs/recipes.md, word for word, attacked: two guesses, then whatever is no failure and yet answered well,
 * over and over. On every server; three failures lock.
 */
@ParameterizedClass
@EnumSource
class RecipesIT {

    private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"");
    private static final int ROUNDS = 6;

    private static ServerUnderTest server;
    private static Path spring;
    private static Path portal;

    RecipesIT(ServerKind kind) {
        String name = kind.name().toLowerCase();
        if (server == null || !spring.endsWith("recipe-spring-" + name)) {
            stop();
            spring = WarBuilder.war("recipe-spring-" + name)
                    .thinJar()
                    .springSecurity()
                    .properties(recipe("Spring Security") + "signin.main.limit=off\n")
                    .build();
            portal = WarBuilder.war("recipe-portal-" + name)
                    .thinJar()
                    .classes(PortalServlet.class)
                    .properties(recipe("Apereo CAS")
                            + recipe("A form of your own")
                            + "signin.cas.limit=off\nsignin.form.limit=off\n")
                    .build();
            server = ServerUnderTest.start(kind, spring, portal);
        }
    }

    private static String recipe(String heading) {
        return Page.RECIPES.configuration(heading).text();
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
            server = null;
        }
    }

    private static HttpResponse<String> post(URI uri, String form, String... cookie) {
        String[] headers = Stream.concat(
                        Stream.of("Content-Type", "application/x-www-form-urlencoded"), Stream.of(cookie))
                .toArray(String[]::new);
        return Browser.send("POST", uri, form, UTF_8, headers);
    }

    private static String[] cookie(HttpResponse<String> form) {
        return new String[] {"Cookie", Applications.header(form, "Set-Cookie").split(";")[0]};
    }

    private static int looked(Path war, String path) {
        return Integer.parseInt(Browser.get(server.uri(war).resolve(path)).body());
    }

    private static HttpResponse<String> springSignIn(String name, String password) {
        URI login = server.uri(spring).resolve("login");
        HttpResponse<String> form = Browser.get(login);
        Matcher token = TOKEN.matcher(form.body());
        assertThat(token.find()).as(form.body()).isTrue();
        return post(login, "username=" + name + "&password=" + password + "&_csrf=" + token.group(1), cookie(form));
    }

    /** Without a token, with and without a session: 302 to the login page or 403. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void springSecurityIsNotClearedByAPostWithoutToken(boolean session) {
        URI login = server.uri(spring).resolve("login");
        String name = "eve-" + session;
        looked(spring, "looked");
        for (int i = 0; i < ROUNDS; i++) {
            springSignIn(name, "wrong");
            springSignIn(name, "wrong");
            HttpResponse<String> tokenless = session
                    ? post(login, "username=" + name + "&password=x", cookie(Browser.get(login)))
                    : post(login, "username=" + name + "&password=x");
            assertThat(tokenless.statusCode()).isIn(302, 403, 429);
        }
        assertThat(looked(spring, "looked")).isEqualTo(2);
        assertThat(springSignIn(name, "right").statusCode()).isEqualTo(429);
    }

    @Test
    void springSecurityIsClearedByASignIn() {
        for (int i = 0; i < ROUNDS; i++) {
            springSignIn("bob", "wrong");
            springSignIn("bob", "wrong");
            assertThat(Applications.header(springSignIn("bob", "right"), "Location"))
                    .isEqualTo(server.uri(spring).getPath());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "&password="})
    void casIsNotClearedByANameAlone(String empty) {
        URI login = server.uri(portal).resolve("cas");
        String name = "username=eve" + empty.length();
        looked(portal, "portal-looked");
        for (int i = 0; i < ROUNDS; i++) {
            post(login, name + "&password=wrong");
            post(login, name + "&password=wrong");
            assertThat(post(login, name + empty).statusCode()).isIn(200, 429);
        }
        assertThat(looked(portal, "portal-looked")).isEqualTo(2);
        for (int i = 0; i < ROUNDS; i++) {
            post(login, "username=bob&password=wrong");
            post(login, "username=bob&password=wrong");
            String service = i % 2 == 0 ? "&service=/app" : "";
            assertThat(post(login, "username=bob&password=right" + service).statusCode())
                    .isIn(200, 302);
        }
    }

    /** A redisplayed form, a post without token that ends the session, one without a session. */
    @ParameterizedTest
    @ValueSource(strings = {"name alone", "no token", "no session"})
    void aFormIsNotClearedByWhatIsNoSignIn(String how) {
        URI form = server.uri(portal).resolve("form");
        String name = "username=eve-" + how.replace(' ', '-');
        looked(portal, "portal-looked");
        for (int i = 0; i < ROUNDS; i++) {
            post(form, name + "&password=wrong&token=t", cookie(Browser.get(form)));
            post(form, name + "&password=wrong&token=t", cookie(Browser.get(form)));
            HttpResponse<String> other =
                    switch (how) {
                        case "name alone" -> post(form, name + "&token=t", cookie(Browser.get(form)));
                        case "no token" -> post(form, name + "&password=x", cookie(Browser.get(form)));
                        default -> post(form, name + "&password=x");
                    };
            assertThat(other.statusCode()).isIn(200, 302, 429);
        }
        assertThat(looked(portal, "portal-looked")).isEqualTo(2);
        for (int i = 0; i < ROUNDS; i++) {
            post(form, "username=bob&password=wrong&token=t", cookie(Browser.get(form)));
            post(form, "username=bob&password=wrong&token=t", cookie(Browser.get(form)));
            assertThat(post(form, "username=bob&password=right&token=t", cookie(Browser.get(form)))
                            .statusCode())
                    .isEqualTo(302);
        }
    }
}
