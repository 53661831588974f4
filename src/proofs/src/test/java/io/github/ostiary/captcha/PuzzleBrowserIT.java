package io.github.ostiary.captcha;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.Chromium;
import io.github.ostiary.testing.LoopbackCaptchas;
import io.github.ostiary.testing.Page;
import io.github.ostiary.testing.Pictures;
import io.github.ostiary.testing.PuzzleSolver;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.probe.FormServlet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A sign-in with {@code captcha=puzzle} or a service, in a browser and for programs: nothing of it is the application's. */
class PuzzleBrowserIT {

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final Page LOCKOUTS = Page.of("src/docs/lockouts.md");
    private static final Duration BOUND = Duration.ofSeconds(60);

    private static ServerUnderTest server;
    private static Path war;
    private static Path asking;
    private static Path scoring;
    private static LoopbackCaptchas services;

    @BeforeAll
    static void start() {
        services = LoopbackCaptchas.start();
        asking = asking("asking", "turnstile", "");
        scoring = asking("scoring", "recaptcha", "signin.main.captcha.score=0.5\n");
        String widget = LOCKOUTS.blocks("html").get(0).text().replace("/shop/", "/puzzled/");
        war = WarBuilder.war("puzzled")
                .thinJar()
                .classes(FormServlet.class)
                .webXml("<context-param><param-name>widget</param-name><param-value><![CDATA[" + widget
                        + "]]></param-value></context-param>")
                .properties(
                        """
                        signin.main.path=/login, !/own
                        signin.main.name=param:username
                        signin.main.captcha=puzzle
                        signin.main.puzzle.effort=300ms
                        signin.main.limit=off
                        signin.main.password.steps=1/1h challenge
                        signin.main.address=off
                        signin.main.account.steps=50/1h challenge
                        trustedProxies=loopback
                        """)
                .build();
        server = ServerUnderTest.start(
                ServerKind.TOMCAT, List.of(war, asking, scoring), Map.of(), services.properties());
    }

    private static Path asking(String name, String captcha, String more) {
        return WarBuilder.war(name)
                .thinJar()
                .classes(FormServlet.class)
                .webXml("<context-param><param-name>widget</param-name><param-value></param-value></context-param>")
                .properties(
                        """
                        signin.main.path=/login, !/own
                        signin.main.name=param:username
                        signin.main.captcha=%s
                        signin.main.captcha.siteKey=0x4AAA-of-tests
                        signin.main.captcha.secret=0x4AAA-the-secret-of-tests
                        signin.main.captcha.timeout=30s
                        signin.main.password.steps=1/1h challenge
                        """
                                        .formatted(captcha)
                                + more)
                .build();
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
        if (services != null) {
            services.close();
        }
    }

    private static URI uri(String path) {
        return server.uri(war).resolve(path);
    }

    private static HttpResponse<String> post(String user, String password, String... headers) {
        List<String> all = new ArrayList<>(List.of("Content-Type", FORM));
        all.addAll(List.of(headers));
        return Browser.send(
                "POST", uri("login"), "username=" + user + "&password=" + password, UTF_8, all.toArray(String[]::new));
    }

    private static JsonNode puzzle(String user) {
        HttpResponse<String> denied = post(user, "right", "Accept", "application/json");
        assertThat(denied.statusCode()).isEqualTo(403);
        assertThat(denied.body()).contains("\"type\":\"urn:ostiary:challenge-required\"");
        return PuzzleSolver.puzzle(denied.body());
    }

    @Test
    void aProgramSolvesItAndAsksAgain() throws Exception {
        assertThat(post("ada", "wrong").statusCode()).isEqualTo(200);
        String payload = PuzzleSolver.payload(puzzle("ada"));
        assertThat(post("ada", "right", "Ostiary-Captcha", payload).body()).contains("Welcome");
        assertThat(post("ida", "wrong").statusCode()).isEqualTo(200);
        String field = java.net.URLEncoder.encode(PuzzleSolver.payload(puzzle("ida")), UTF_8);
        assertThat(post("ida", "wrong&altcha=" + field).body()).contains("That was wrong");
        assertThat(post("ida", "right&altcha=" + field).statusCode()).isEqualTo(403);
    }

    /** The pass is left for the network that solved the puzzle, and for one attempt. */
    @Test
    void aPassThatIsStolenOpensNothing() throws Exception {
        assertThat(post("eva", "wrong").statusCode()).isEqualTo(200);
        String payload = PuzzleSolver.payload(puzzle("eva"));
        HttpResponse<String> passed = Browser.send(
                "POST",
                uri("ostiary-captcha/pass"),
                "",
                UTF_8,
                "Ostiary-Captcha",
                payload,
                "X-Forwarded-Proto",
                "https");
        assertThat(passed.statusCode()).isEqualTo(204);
        String cookie = passed.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(cookie).contains("; HttpOnly", "; SameSite=Strict", "; Max-Age=300", "; Path=/puzzled", "; Secure");
        String pass = cookie.substring(0, cookie.indexOf(';'));
        String[] parts = pass.split("[=.]");
        for (String changed : List.of(
                pass + "x",
                pass.replace(parts[1], String.valueOf(Long.parseLong(parts[1]) + 60)),
                pass.replace(parts[2], "0".repeat(32)),
                parts[0] + "=" + parts[1] + "." + parts[2] + ".")) {
            assertThat(post("eva", "right", "Cookie", changed).statusCode())
                    .as(changed)
                    .isEqualTo(403);
        }
        assertThat(post("lea", "wrong", "X-Forwarded-For", "203.0.113.9").statusCode())
                .isEqualTo(200);
        assertThat(post("lea", "right", "X-Forwarded-For", "203.0.113.9", "Cookie", pass)
                        .statusCode())
                .as("another network")
                .isEqualTo(403);
        assertThat(post("eva", "wrong", "Cookie", pass).statusCode()).isEqualTo(200);
        assertThat(post("eva", "right", "Cookie", pass).statusCode())
                .as("the second attempt")
                .isEqualTo(403);
        assertThat(post("eva", "right", "Ostiary-Captcha", payload).statusCode())
                .as("the answer that the pass was for")
                .isEqualTo(403);
        HttpResponse<String> plain = Browser.send(
                "POST", uri("ostiary-captcha/pass"), "", UTF_8, "Ostiary-Captcha", PuzzleSolver.payload(puzzle("eva")));
        assertThat(plain.headers().firstValue("Set-Cookie").orElseThrow()).doesNotContain("Secure");
        assertThat(Browser.send("POST", uri("ostiary-captcha/pass"), "", UTF_8, "Ostiary-Captcha", "x" + payload)
                        .statusCode())
                .isEqualTo(404);
        assertThat(Browser.get(uri("ostiary-captcha/pass"), "Ostiary-Captcha", payload)
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void nothingElseIsServed() throws Exception {
        for (String path : List.of(
                "ostiary-captcha/",
                "ostiary-captcha/x",
                "ostiary-captcha/puzzle?for=admin",
                "ostiary-captcha/puzzle.js/x")) {
            assertThat(Browser.get(uri(path)).statusCode()).as(path).isEqualTo(404);
        }
        HttpResponse<String> script = Browser.get(uri("ostiary-captcha/puzzle.js"));
        assertThat(script.statusCode()).isEqualTo(200);
        assertThat(script.body().getBytes(UTF_8).length).isLessThanOrEqualTo(8_192);
        assertThat(script.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        HttpResponse<String> puzzle = Browser.get(uri("ostiary-captcha/puzzle?for=main"));
        assertThat(puzzle.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(new ObjectMapper().readTree(puzzle.body()).get("maxnumber").asLong())
                .isPositive();
    }

    @Test
    void thePageIsShownInNoFrameAndRunsNothingElse() throws Exception {
        assertThat(post("mia", "wrong").statusCode()).isEqualTo(200);
        HttpResponse<String> page = post("mia", "right", "Accept", "text/html");
        assertThat(page.statusCode()).isEqualTo(403);
        assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
                .contains("default-src 'none'", "frame-ancestors 'none'", "script-src 'self'")
                .doesNotContain("unsafe");
        assertThat(page.headers().firstValue("X-Frame-Options")).contains("DENY");
        assertThat(page.headers().firstValue("Retry-After")).contains("86400");
        assertThat(page.body())
                .contains("<noscript>", "needs JavaScript", "wait for 24 hours", "integrity=\"sha384-")
                .doesNotContain("main.password");
        byte[] script = Browser.get(uri("ostiary-captcha/puzzle.js")).body().getBytes(UTF_8);
        byte[] digest = MessageDigest.getInstance("SHA-384").digest(script);
        assertThat(page.body()).contains("sha384-" + Base64.getEncoder().encodeToString(digest));
    }

    /** From the form to the puzzle, back to the form, and in. */
    @Test
    void whoeverHasABrowserIsLedBackAndIn() throws Exception {
        Assumptions.assumeTrue(Chromium.program().isPresent(), "no chromium on the PATH");
        try (Chromium chromium = Chromium.start()) {
            chromium.show(390, 700, false);
            signIn(chromium, uri("login"), "wrong");
            signIn(chromium, uri("login"), "right");
            Await.until(() -> chromium.eval("document.title").asText().equals("form"), BOUND);
            chromium.follow(() -> chromium.eval("document.querySelector('[name=password]').value='right';"
                    + "document.querySelector('form').submit()"));
            assertThat(chromium.eval("document.title").asText()).isEqualTo("in");
            assertThat(chromium.eval("document.cookie").asText())
                    .as("scripts see no pass")
                    .doesNotContain("ostiary");
            assertThat(chromium.complaints())
                    .as("of what is ours, and not of the form")
                    .allMatch(said -> said.contains("403")
                            || said.contains("favicon.ico")
                            || said.contains("\"recommendation\""));
            assertThat(chromium.requests())
                    .allMatch(asked -> asked.startsWith("about:") || asked.startsWith(uri("/").toString()));
        }
    }

    private static void signIn(Chromium chromium, URI login, String password) {
        chromium.open(login);
        chromium.follow(() -> chromium.eval("document.querySelector('[name=username]').value='zoe';"
                + "document.querySelector('[name=password]').value='" + password + "';"
                + "document.querySelector('form').submit()"));
    }

    /** The widget of a service on a page of ours: from a wrong password to the widget, back to the form, and in. */
    @Test
    void whoeverPassesTheWidgetOfAServiceIsLedBackAndIn() {
        Assumptions.assumeTrue(Chromium.program().isPresent(), "no chromium on the PATH");
        URI login = server.uri(asking).resolve("login");
        try (Chromium chromium = Chromium.start(services.options())) {
            chromium.show(390, 700, false);
            signIn(chromium, login, "wrong");
            signIn(chromium, login, "right");
            Await.until(
                    () -> chromium.eval("!!document.getElementById('human')").asBoolean()
                            && services.asked.contains("frame"),
                    BOUND);
            assertThat(chromium.eval("document.querySelector('ostiary-puzzle [role=status]').textContent")
                            .asText())
                    .contains("confirm that you are not a program");
            assertThat(chromium.eval("document.documentElement.scrollWidth").asInt())
                    .isLessThanOrEqualTo(390);
            chromium.eval("document.getElementById('human').click()");
            Await.until(() -> chromium.eval("document.title").asText().equals("form"), BOUND);
            chromium.follow(() -> chromium.eval("document.querySelector('[name=username]').value='zoe';"
                    + "document.querySelector('[name=password]').value='right';"
                    + "document.querySelector('form').submit()"));
            assertThat(chromium.eval("document.title").asText()).isEqualTo("in");
            assertThat(chromium.complaints())
                    .allMatch(said -> said.contains("403")
                            || said.contains("favicon.ico")
                            || said.contains("\"recommendation\""));
            assertThat(chromium.requests())
                    .allMatch(asked -> asked.startsWith("about:")
                            || asked.startsWith("https://challenges.cloudflare.com/")
                            || asked.startsWith(server.uri(asking).resolve("/").toString()));
        }
        assertThat(services.asked)
                .filteredOn(asked -> asked.contains("token-of"))
                .singleElement()
                .asString()
                .startsWith("secret=0x4AAA-the-secret-of-tests&response=token-of-0x4AAA-of-tests.")
                .endsWith("&sitekey=0x4AAA-of-tests");
    }

    /** Version 3 of reCAPTCHA shows nothing. */
    @Test
    void whoeverHasTheScoreIsLedBackAndIn() {
        Assumptions.assumeTrue(Chromium.program().isPresent(), "no chromium on the PATH");
        URI login = server.uri(scoring).resolve("login");
        try (Chromium chromium = Chromium.start(services.options())) {
            signIn(chromium, login, "wrong");
            signIn(chromium, login, "right");
            Await.until(() -> chromium.eval("document.title").asText().equals("form"), BOUND);
            chromium.follow(() -> chromium.eval("document.querySelector('[name=username]').value='zoe';"
                    + "document.querySelector('[name=password]').value='right';"
                    + "document.querySelector('form').submit()"));
            assertThat(chromium.eval("document.title").asText()).isEqualTo("in");
        }
        assertThat(services.asked)
                .contains(
                        "secret=0x4AAA-the-secret-of-tests&response=score-of-0x4AAA-of-tests.main&sitekey=0x4AAA-of-tests");
    }

    /** In light and in dark, on a phone: what is read and what is heard. */
    @Test
    void everybodyIsToldHowFarItIs() {
        Assumptions.assumeTrue(Chromium.program().isPresent(), "no chromium on the PATH");
        try (Chromium chromium = Chromium.start()) {
            for (boolean dark : new boolean[] {false, true}) {
                chromium.show(390, 700, dark);
                signIn(chromium, uri("login"), "wrong");
                chromium.whileHeld("*/pass*", () -> {
                    signIn(chromium, uri("login"), "wrong");
                    assertThat(chromium.eval("document.documentElement.scrollWidth")
                                    .asInt())
                            .isLessThanOrEqualTo(390);
                    assertThat(chromium.eval("document.querySelector('ostiary-puzzle p').getAttribute('aria-live')")
                                    .asText())
                            .isEqualTo("polite");
                    if (Pictures.areWanted()) {
                        picture(chromium, dark);
                    }
                });
                Await.until(() -> chromium.eval("document.title").asText().equals("form"), BOUND);
            }
        }
    }

    private static void picture(Chromium chromium, boolean dark) {
        try {
            Files.write(Path.of("target", "puzzle-" + dark + ".png"), chromium.picture());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The script on the page of lockouts, as it stands there. */
    @Test
    void aScriptSignsInAsThePageSays() {
        Assumptions.assumeTrue(Chromium.program().isPresent(), "no chromium on the PATH");
        String script = LOCKOUTS.blocks("js").get(0).text();
        try (Chromium chromium = Chromium.start()) {
            assertThat(post("kim", "wrong").statusCode()).isEqualTo(200);
            chromium.open(uri("own"));
            assertThat(chromium.eval(script + ";document.querySelector('form ostiary-puzzle').remove();"
                                    + "document.querySelector('[name=username]').value='kim';"
                                    + "document.querySelector('[name=password]').value='right';"
                                    + "signIn(document.querySelector('form')).then(answer => answer.text())")
                            .asText())
                    .contains("Welcome");
        }
    }

    /** The element in a form of the application's own. */
    @Test
    void aFormOfTheApplicationHasItsOwn() throws Exception {
        Assumptions.assumeTrue(Chromium.program().isPresent(), "no chromium on the PATH");
        try (Chromium chromium = Chromium.start()) {
            signIn(chromium, uri("login"), "wrong");
            chromium.open(uri("own"));
            Await.until(
                    () -> chromium.eval("!!document.querySelector('ostiary-puzzle[solved]')")
                            .asBoolean(),
                    BOUND);
            chromium.follow(() -> chromium.eval("document.querySelector('[name=username]').value='zoe';"
                    + "document.querySelector('[name=password]').value='right';"
                    + "document.querySelector('form').submit()"));
            assertThat(chromium.eval("document.title").asText()).isEqualTo("in");
        }
    }
}
