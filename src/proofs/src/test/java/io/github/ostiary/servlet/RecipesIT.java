package io.github.ostiary.servlet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.Page;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.probe.CasServlet;
import io.github.ostiary.testing.probe.PortalServlet;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The sign-ins of src/docs/recipes-sign-in.md whose applications are not there in every build, or differ by server, attacked: two
 * guesses, then whatever is no failure and yet answered well, over and over. On every server; three failures lock. The others
 * are in {@link SignInApplicationsIT}.
 */
@ParameterizedClass
@EnumSource
class RecipesIT {

    private static final int ROUNDS = 6;

    private static ServerUnderTest server;
    private static Path portal;

    RecipesIT(ServerKind kind) {
        String name = kind.name().toLowerCase();
        if (server == null || !portal.endsWith("recipe-portal-" + name)) {
            stop();
            portal = WarBuilder.war("recipe-portal-" + name)
                    .thinJar()
                    .classes(PortalServlet.class, CasServlet.class)
                    .properties(recipe("Apereo CAS").replace("main", "cas").replace("/login", "/cas")
                            + recipe("Login form")
                            + "signin.cas.limit=off\nsignin.main.limit=off\n")
                    .build();
            server = ServerUnderTest.start(kind, portal);
        }
    }

    private static String recipe(String heading) {
        return Page.recipe(heading).text();
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

    private static int looked() {
        return Integer.parseInt(
                Browser.get(server.uri(portal).resolve("portal-looked")).body());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "&password="})
    void casIsNotClearedByANameAlone(String empty) {
        URI login = server.uri(portal).resolve("cas");
        String name = "username=eve" + empty.length();
        looked();
        for (int i = 0; i < ROUNDS; i++) {
            post(login, name + "&password=wrong");
            post(login, name + "&password=wrong");
            assertThat(post(login, name + empty).statusCode()).isIn(200, 429);
        }
        assertThat(looked()).isEqualTo(2);
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
        URI form = server.uri(portal).resolve("login");
        String name = "username=eve-" + how.replace(' ', '-');
        looked();
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
        assertThat(looked()).isEqualTo(2);
        for (int i = 0; i < ROUNDS; i++) {
            post(form, "username=bob&password=wrong&token=t", cookie(Browser.get(form)));
            post(form, "username=bob&password=wrong&token=t", cookie(Browser.get(form)));
            assertThat(post(form, "username=bob&password=right&token=t", cookie(Browser.get(form)))
                            .statusCode())
                    .isEqualTo(302);
        }
    }
}
