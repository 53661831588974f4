package io.github.ostiary.servlet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.Chromium;
import io.github.ostiary.testing.Pictures;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.probe.FormServlet;
import io.github.ostiary.testing.probe.MailedServlet;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The link of a mail, from the lock of an account by a stranger to the owner who is in. */
class UnlockLinkIT {

    private static final String STRANGER = "203.0.113.9";
    private static final String OWNER = "198.51.100.7";
    private static final String SCANNER = "192.0.2.44";

    private static ServerUnderTest server;
    private static Path war;

    @BeforeAll
    static void start() {
        war = WarBuilder.war("mailed")
                .thinJar()
                .classes(FormServlet.class, MailedServlet.class)
                .webXml("<context-param><param-name>widget</param-name><param-value></param-value></context-param>")
                .properties(
                        """
                        signin.main.path=/login, !/own
                        signin.main.name=param:username
                        signin.main.limit=off
                        signin.main.address=off
                        signin.main.password=off
                        signin.main.account.steps=3/1h lock 1h
                        unlock.path=/unlock
                        trustedProxies=loopback
                        """)
                .build();
        server = ServerUnderTest.start(ServerKind.TOMCAT, war);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    private static URI uri(String path) {
        return server.uri(war).resolve(path);
    }

    private static int signIn(String name, String password, String from) {
        return post("login", "username=" + name + "&password=" + password, from).statusCode();
    }

    private static HttpResponse<String> post(String path, String form, String from) {
        return Browser.send(
                "POST",
                uri(path),
                form,
                UTF_8,
                "Content-Type",
                "application/x-www-form-urlencoded",
                "X-Forwarded-For",
                from);
    }

    /** The token of an account that a stranger has locked. */
    private static String mailed(String name) {
        assertThat(Browser.get(uri("mailed?name=" + name)).statusCode())
                .as("before")
                .isEqualTo(404);
        for (int i = 0; i < 3; i++) {
            assertThat(signIn(name, "wrong", STRANGER)).isEqualTo(200);
        }
        assertThat(signIn(name, "right", OWNER)).as("locked out").isEqualTo(429);
        return Browser.get(uri("mailed?name=" + name)).body();
    }

    @Test
    void whoFollowsItOpensNothingAndWhoPressesTheButtonIsIn() {
        String token = mailed("bob");
        HttpResponse<String> seen = Browser.get(uri("unlock?token=" + token), "X-Forwarded-For", SCANNER);
        assertThat(seen.statusCode()).isEqualTo(200);
        assertThat(seen.body()).contains("<button>Let me sign in</button>").doesNotContain("bob");
        assertThat(signIn("bob", "right", SCANNER)).as("a scanner").isEqualTo(429);
        assertThat(post("unlock", "token=" + token, OWNER).body()).contains("You can sign in now");
        assertThat(signIn("bob", "right", STRANGER)).as("the stranger").isEqualTo(429);
        assertThat(post("unlock", "token=" + token, STRANGER).statusCode())
                .as("twice")
                .isEqualTo(410);
        assertThat(signIn("bob", "right", STRANGER))
                .as("the stranger with the link")
                .isEqualTo(429);
        assertThat(signIn("bob", "right", OWNER)).as("the owner").isEqualTo(200);
    }

    @Test
    void itIsAPageForPeople() throws IOException {
        Assumptions.assumeTrue(Chromium.program().isPresent(), "no chromium on the PATH");
        String token = mailed("zoe");
        try (Chromium chromium = Chromium.start()) {
            chromium.ask("Network.setExtraHTTPHeaders", "headers", Map.of("X-Forwarded-For", OWNER));
            for (boolean dark : new boolean[] {false, true}) {
                chromium.show(390, 700, dark);
                chromium.open(uri("unlock?token=" + token));
                assertThat(chromium.eval("document.documentElement.scrollWidth").asInt())
                        .isLessThanOrEqualTo(390);
                if (Pictures.areWanted()) {
                    Files.write(Path.of("target", "unlock-" + dark + ".png"), chromium.picture());
                }
            }
            chromium.follow(() -> chromium.eval("document.querySelector('button').click()"));
            assertThat(chromium.eval("document.querySelector('h1').textContent").asText())
                    .isEqualTo("You can sign in now");
            assertThat(chromium.complaints())
                    .as("of the page, and not of its missing picture")
                    .allMatch(said -> said.contains("favicon.ico"));
        }
        assertThat(signIn("zoe", "right", OWNER)).isEqualTo(200);
        assertThat(signIn("zoe", "right", STRANGER)).isEqualTo(429);
    }
}
