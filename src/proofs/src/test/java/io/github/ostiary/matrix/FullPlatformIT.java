package io.github.ostiary.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.acceptance.CountingStore;
import io.github.ostiary.testing.acceptance.PasswordStore;
import io.github.ostiary.testing.acceptance.Passwords;
import io.github.ostiary.testing.beans.outside.Errands;
import io.github.ostiary.testing.platform.Clerk;
import io.github.ostiary.testing.platform.ErrandBook;
import io.github.ostiary.testing.platform.ErrandListener;
import io.github.ostiary.testing.platform.OpenIdConfiguration;
import io.github.ostiary.testing.platform.PlatformErrandServlet;
import io.github.ostiary.testing.platform.WhoServlet;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whom the rest of a full server says is calling: tokens of MicroProfile JWT, an OpenID provider, managed threads, timers and
 * messages. On WildFly, {@code mvn -Pservers verify}; each caller has one errand and two looks at a page.
 */
@EnabledIfSystemProperty(named = "servers.full", matches = ".+")
class FullPlatformIT {

    private static final String ISSUER = "https://issuer.example";
    private static final AtomicInteger ERRANDS = new AtomicInteger();
    private static final String PAGES =
            """
            limit.page.path=/me
            limit.page.rate=2/1h
            limit.page.key=principal
            """;

    private static SignedTokens tokens;
    private static OpenIdProvider provider;
    private static FullServer server;
    private static Path withTokens;
    private static Path withOpenId;
    private static Path withErrands;

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(FullKind.chosen().contains(FullKind.WILDFLY_39));
        tokens = new SignedTokens();
        provider = new OpenIdProvider();
        withTokens = war("tokens", WhoServlet.class, "/me", "MP-JWT")
                .properties(PAGES)
                .file(
                        "WEB-INF/classes/META-INF/microprofile-config.properties",
                        "mp.jwt.verify.publickey=" + tokens.publicKey() + "\nmp.jwt.verify.issuer=" + ISSUER + "\n")
                .build();
        withOpenId = war("openid", WhoServlet.class, "/me", null)
                .classes(OpenIdConfiguration.class)
                .properties(PAGES)
                .file("WEB-INF/classes/provider", provider.uri())
                .build();
        withErrands = war("errands", PlatformErrandServlet.class, "/errand", null)
                .classes(Clerk.class, ErrandBook.class, ErrandListener.class)
                .classes(Errands.class, CountingStore.class, PasswordStore.class, Passwords.class)
                .properties("limit.errand.rate=1/1h\nlimit.errand.key=principal\n")
                .build();
        server = FullServer.startWhole(FullKind.WILDFLY_39, List.of(withTokens, withOpenId, withErrands));
    }

    private static WarBuilder war(String name, Class<?> servlet, String path, String mechanism) {
        String login =
                mechanism == null ? "" : "<login-config><auth-method>" + mechanism + "</auth-method></login-config>";
        return WarBuilder.war("platform/" + name)
                .allJar()
                .everyClassIsABean()
                .classes(servlet)
                .file("facts", "facts")
                .file(
                        "WEB-INF/web.xml",
                        """
                        <?xml version="1.0" encoding="UTF-8"?>
                        <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="5.0">
                        <servlet><servlet-name>s</servlet-name><servlet-class>%1$s</servlet-class></servlet>
                        <servlet-mapping>
                          <servlet-name>s</servlet-name><url-pattern>%2$s</url-pattern><url-pattern>/callback</url-pattern>
                        </servlet-mapping>
                        <security-constraint>
                          <web-resource-collection>
                            <web-resource-name>page</web-resource-name><url-pattern>/me</url-pattern>
                          </web-resource-collection>
                          <auth-constraint><role-name>**</role-name></auth-constraint>
                        </security-constraint>
                        %3$s
                        </web-app>
                        """
                                .formatted(servlet.getName(), path, login));
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
            provider.close();
        }
    }

    @Test
    void aTokensPrincipalIsCounted() {
        assertThat(withToken("ann").body()).isEqualTo("user=ann");
        assertThat(withToken("ann").body()).isEqualTo("user=ann");
        assertThat(withToken("ann").statusCode()).isEqualTo(429);
        assertThat(withToken("ben").body()).isEqualTo("user=ben");
    }

    @Test
    void aTokenOfAnotherKeyIsNobodys() {
        String forged = new SignedTokens().token(claims("cat"));
        for (int i = 0; i < 3; i++) {
            assertThat(withBearer(forged).statusCode()).isEqualTo(401);
        }
        assertThat(withToken("cat").body()).isEqualTo("user=cat");
    }

    private static HttpResponse<String> withToken(String user) {
        return withBearer(tokens.token(claims(user)));
    }

    private static String claims(String user) {
        return "\"iss\":\"" + ISSUER + "\",\"sub\":\"" + user + "\",\"upn\":\"" + user + "\",\"groups\":[\"user\"]";
    }

    private static HttpResponse<String> withBearer(String token) {
        return Browser.get(server.uri(withTokens).resolve("me"), "Authorization", "Bearer " + token);
    }

    @Test
    void whomAnOpenIdProviderNamesIsCounted() throws Exception {
        HttpClient ann = signedIn("ann");
        assertThat(page(ann).body()).isEqualTo("user=ann");
        assertThat(page(signedIn("ann")).statusCode()).isEqualTo(429);
        assertThat(page(signedIn("ben")).body()).isEqualTo("user=ben");
    }

    /** A browser that has looked at the page once, if it may. */
    private static HttpClient signedIn(String user) throws Exception {
        provider.user = user;
        HttpClient browser = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .cookieHandler(new CookieManager())
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build();
        page(browser);
        return browser;
    }

    private static HttpResponse<String> page(HttpClient browser) throws Exception {
        URI page = server.uri(withOpenId).resolve("me");
        return browser.send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"request", "executor", "managed-thread", "asynchronous"})
    void theCallerIsPassedOn(String by) {
        assertThat(errand(by, "ann-" + by)).isEqualTo("done");
        assertThat(errand(by, "ann-" + by)).isEqualTo("RATE_LIMITED");
        assertThat(errand("request", "ann-" + by)).as("the same counter").isEqualTo("RATE_LIMITED");
        assertThat(errand(by, "ben-" + by)).isEqualTo("done");
    }

    @ParameterizedTest
    @ValueSource(strings = {"timer", "message", "plain-thread"})
    void nobodyIsPassedOn(String by) {
        assertThat(errand(by, "ann-" + by)).isEqualTo("MALFORMED");
        assertThat(errand("request", "ann-" + by)).isEqualTo("done");
    }

    @Test
    void aTimersRuleMaySayThatNobodyNeedBeKnown() {
        assertThat(handed("timer", null, "anybody")).isEqualTo("done");
    }

    /** Threads that worked for somebody work for nobody next. */
    @ParameterizedTest
    @ValueSource(strings = {"executor", "asynchronous"})
    void nobodyIsLeftOnAThread(String by) {
        for (int i = 0; i < 30; i++) {
            assertThat(errand(by, "user" + i + "-left-" + by)).isEqualTo("done");
            assertThat(handed(by, null, "nobody")).isEqualTo("MALFORMED");
        }
    }

    private static String errand(String by, String user) {
        return handed(by, user, "errand");
    }

    /** What came of an errand that a user has run, or nobody who is known. */
    private static String handed(String by, String user, String kind) {
        String id = kind + ERRANDS.incrementAndGet();
        String query = "errand?id=" + id;
        URI application = server.uri(withErrands);
        String[] headers = user == null ? new String[0] : new String[] {"Authorization", "Basic " + credentials(user)};
        assertThat(Browser.get(application.resolve(query + "&by=" + by), headers)
                        .statusCode())
                .isEqualTo(200);
        Await.until(() -> !Browser.get(application.resolve(query)).body().isEmpty(), Application.BOUND);
        return Browser.get(application.resolve(query)).body();
    }

    private static String credentials(String user) {
        return Base64.getEncoder().encodeToString((user + ":right").getBytes(StandardCharsets.UTF_8));
    }
}
