package io.github.ostiary.servlet;

import static java.lang.String.CASE_INSENSITIVE_ORDER;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.DownloadedTomcat;
import io.github.ostiary.testing.Page;
import io.github.ostiary.testing.ServerJdk;
import io.github.ostiary.testing.signin.FormSignIn;
import io.github.ostiary.testing.signin.SignInOutcomes;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Apereo CAS, guarded by the sign-in of src/docs/recipes-frameworks.md, behaves as unguarded but for what is denied:
 * {@code mvn -Papplications verify -Dservers.java=/path/to/jdk}, of 21 or newer.
 */
@EnabledIfSystemProperty(named = "servers.applications", matches = ".+")
class DownloadedCasIT {

    private static final String RULES = SignInOutcomes.properties("Apereo CAS", null)
            + Page.recipe("Apereo CAS").text()
            + "signin.main.limit=off\nsignin.main.when=!header:X-Lines\nsignin.main.password.steps=3/1h lock 1h\n";
    /**
     * Three users, services that are reached by https, and nothing of what this machine may have in /etc. A log without colours, and
     * with all that the guard says: CAS leaves out what is less than a warning.
     */
    private static final List<String> OPTIONS = List.of(
            "-Xmx768m",
            "-Dcas.authn.accept.users=casuser::Mellon,bob::pear,carol::plum",
            "-Dcas.service-registry.core.init-from-json=true",
            "-Dcas.standalone.configuration-directory=target/servers/applications/none",
            "-Dlogging.level.io.github.ostiary=info",
            "-DbaseDir=target/servers/logs/cas",
            "-Dlog.pattern.disable.highlight.console=true");

    private static final Duration BOUND = Duration.ofMinutes(2);
    private static final Pattern EXECUTION = Pattern.compile("name=\"execution\" value=\"([^\"]+)\"");
    /** Of the page of sign-in, without the jar. */
    private static final List<String> HEADERS = List.of(
            "requestId",
            "Vary",
            "Cache-Control",
            "Pragma",
            "Expires",
            "X-Content-Type-Options",
            "X-Frame-Options",
            "X-XSS-Protection",
            "Set-Cookie",
            "Content-Type",
            "Content-Language",
            "Transfer-Encoding",
            "Date");

    private static final String SERVICE = "https://app.example.org/";

    private static DownloadedTomcat tomcat;

    @BeforeAll
    static void start() {
        assumeTrue(
                ServerJdk.feature() >= 21,
                () -> "Apereo CAS 7 needs JDK 21 or newer, which -Dservers.java=/path/to/jdk names; " + ServerJdk.home()
                        + " is " + ServerJdk.feature());
        tomcat = DownloadedTomcat.start(ServerJdk.java(), OPTIONS, Map.of("cas", RULES));
        // The first page is made of what is loaded then: seconds, or more where others are busy.
        Await.until(() -> page().statusCode() == 200, BOUND);
    }

    @AfterAll
    static void nothingWasComplainedOf() {
        if (tomcat == null) {
            return;
        }
        tomcat.close();
        assertThat(tomcat.log()).contains("CAS Version: 7.", "[/cas] Ostiary guards", "LOCKED lockout.main.password ");
        // It and ours both ask to be the first, and Tomcat lets either be; it answers nothing.
        assertThat(tomcat.warnings())
                .filteredOn(warning -> !warning.contains("attempts proved a success: "))
                .allSatisfy(warning -> assertThat(warning).contains("before it runs 'log4jServletFilter' (org.apache"));
    }

    private static HttpResponse<String> page() {
        return Browser.get(tomcat.uri("cas").resolve("login"));
    }

    /** Posts the form of a page just shown. */
    private static HttpResponse<String> post(String... fields) {
        Matcher execution = EXECUTION.matcher(page().body());
        assertThat(execution.find()).isTrue();
        StringBuilder form = new StringBuilder("_eventId=submit&geolocation=&execution=" + execution.group(1));
        for (int i = 0; i < fields.length; i += 2) {
            form.append('&').append(fields[i]).append('=').append(URLEncoder.encode(fields[i + 1], UTF_8));
        }
        return Browser.send(
                "POST",
                tomcat.uri("cas").resolve("login"),
                form.toString(),
                UTF_8,
                "Content-Type",
                "application/x-www-form-urlencoded");
    }

    private static HttpResponse<String> signIn(String name, String password) {
        return post("username", name, "password", password);
    }

    private static List<Integer> statuses(String name, String... passwords) {
        return Stream.of(passwords)
                .map(password -> signIn(name, password).statusCode())
                .toList();
    }

    private static boolean isSignedIn(HttpResponse<?> answer) {
        return answer.headers().allValues("Set-Cookie").stream().anyMatch(cookie -> cookie.startsWith("TGC=ey"));
    }

    @TestFactory
    Stream<DynamicTest> itsSignInIsGuarded() {
        URI login = tomcat.uri("cas").resolve("login");
        return SignInOutcomes.of(
                new FormSignIn(
                        login, login, "username", "password", "pear", DownloadedCasIT::isSignedIn, tomcat::log, true),
                "Apereo CAS",
                "set-cookie:TGC");
    }

    @Test
    void aSignInClears() {
        for (int i = 0; i < 2; i++) {
            assertThat(statuses("carol", "a", "b")).containsExactly(401, 401);
            HttpResponse<String> plain = signIn("carol", "plum");
            assertThat(plain.statusCode()).isEqualTo(200);
            assertThat(isSignedIn(plain)).isTrue();
            assertThat(statuses("carol", "a", "b")).containsExactly(401, 401);
            HttpResponse<String> service = post("username", "carol", "password", "plum", "service", SERVICE);
            assertThat(service.statusCode()).isEqualTo(302);
            assertThat(Applications.header(service, "Location")).startsWith(SERVICE + "?ticket=ST-");
            assertThat(isSignedIn(service)).isTrue();
        }
    }

    /** An empty password is answered 200, without a look and without the cookie: it proves nothing, and has failed. */
    @Test
    void anEmptyPasswordHasFailed() {
        assertThat(statuses("dave", "a", "", "b", "", "c", "", "d")).containsExactly(401, 200, 401, 429, 429, 429, 429);
    }

    /** CAS answers it 401, as a wrong password. */
    @Test
    void aNameAloneIsAFailure() {
        List<Integer> alone = Stream.generate(() -> post("username", "erin").statusCode())
                .limit(5)
                .toList();
        assertThat(alone).containsExactly(401, 401, 401, 429, 429);
        assertThat(signIn("erin", "any").statusCode()).isEqualTo(429);
    }

    @Test
    void pagesAreServedAsWithoutTheJar() throws IOException {
        HttpResponse<String> page = page();
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("id=\"username\"", "id=\"password\"").endsWith("</html>\n");
        assertThat(page.headers().map().keySet())
                .usingElementComparator(CASE_INSENSITIVE_ORDER)
                .containsExactlyInAnyOrderElementsOf(HEADERS);
        HttpResponse<String> style = Browser.get(tomcat.uri("cas").resolve("css/cas.css"));
        assertThat(style.statusCode()).isEqualTo(200);
        assertThat(style.body()).isEqualTo(packed("cas-server-support-thymeleaf-", "static/css/cas.css"));
        assertThat(Applications.header(style, "Last-Modified")).endsWith(" GMT");
        assertThat(Applications.header(style, "Cache-Control")).isEqualTo("max-age=86400");
    }

    /** A file of one of its jars. */
    private static String packed(String jar, String file) throws IOException {
        Path lib = Path.of("target", "servers", "applications", "cas", "WEB-INF", "lib");
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(lib, jar + "[0-9]*.jar");
                ZipFile its = new ZipFile(jars.iterator().next().toFile())) {
            return new String(its.getInputStream(its.getEntry(file)).readAllBytes(), UTF_8);
        }
    }
}
