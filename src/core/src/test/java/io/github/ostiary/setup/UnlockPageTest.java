package io.github.ostiary.setup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Attempt;
import io.github.ostiary.Lockouts;
import io.github.ostiary.edge.OfferedChallenge.Served;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The page that owners of locked names open: to scanners, frames and other sites it opens nothing. */
class UnlockPageTest {

    private static final String HOME = "192.0.2.1";

    private ConfiguredGuard guard;
    private UnlockPage page;
    private String token;

    @BeforeEach
    void lock() {
        guard = (ConfiguredGuard) GuardBuilder.create()
                .property("lockout.login.key", "param:u")
                .property("lockout.login.path", "/login")
                .property("lockout.login.steps", "3/1h lock 15m")
                .property("lockout.login.success", "principal, session-renewed")
                .property("lockout.login.exempt", "recent-success 30d")
                .build();
        page = new UnlockPage(guard);
        Lockouts lockouts = guard.lockouts("login");
        for (int i = 0; i < 3; i++) {
            lockouts.begin(login("198.51.100.7")).failed();
        }
        token = lockouts.unlockToken(guard.keyFor("login", login(HOME)), Duration.ofHours(1))
                .orElseThrow();
    }

    @AfterEach
    void close() {
        guard.close();
    }

    private static TestCall login(String from) {
        return new TestCall("POST", "/login").param("u", "bob").from(from);
    }

    private TestCall call(String method) {
        return new TestCall(method, "/unlock").from(HOME).param("token", token);
    }

    private Served answer(TestCall call) {
        Served served = page.answer(call, "/app/unlock");
        assertThat(served.headers())
                .containsEntry("Cache-Control", "no-store")
                .containsEntry("Referrer-Policy", "no-referrer")
                .containsEntry("X-Frame-Options", "DENY");
        assertThat(served.headers().get("Content-Security-Policy"))
                .contains("default-src 'none'", "frame-ancestors 'none'", "form-action 'self'");
        return served;
    }

    private static String body(Served served) {
        return new String(served.body(), UTF_8);
    }

    private boolean mayTry(String from) {
        try (Attempt attempt = guard.lockouts("login").begin(login(from))) {
            if (attempt.allowed()) {
                attempt.succeeded();
            }
            return attempt.allowed();
        }
    }

    @Test
    void whoFollowsTheLinkIsAskedAndWhoPressesTheButtonMaySignIn() {
        for (String method : new String[] {"GET", "HEAD", "GET"}) {
            Served asked = answer(call(method));
            assertThat(asked.status()).isEqualTo(200);
            assertThat(body(asked))
                    .contains("<form method=\"post\" action=\"/app/unlock\">", "value=\"" + token + "\"", "<button>")
                    .doesNotContain("bob", "http", "<script", HOME);
        }
        assertThat(answer(call("OPTIONS")).status()).isEqualTo(405);
        assertThat(mayTry(HOME)).as("a scanner has followed it").isFalse();
        Served opened = answer(call("POST").header("Sec-Fetch-Site", "same-origin"));
        assertThat(opened.status()).isEqualTo(200);
        assertThat(body(opened)).contains("You can sign in now").doesNotContain("<form");
        assertThat(mayTry("203.0.113.9")).isFalse();
        assertThat(mayTry(HOME)).isTrue();
        assertThat(answer(call("POST")).status()).as("once").isEqualTo(410);
        assertThat(body(answer(call("POST")))).contains("used already");
    }

    @Test
    void otherSitesOpenNothing() {
        for (String site : new String[] {"cross-site", "same-site", "?"}) {
            assertThat(answer(call("POST").header("Sec-Fetch-Site", site)).status())
                    .as(site)
                    .isEqualTo(403);
        }
        assertThat(answer(call("POST").header("Sec-Fetch-Site", "none")).status())
                .as("it was not used up")
                .isEqualTo(200);
    }

    @Test
    void whatIsNoTokenIsNotWrittenIntoThePage() {
        for (String text :
                new String[] {"", "\"><script>", "a b", "A".repeat(1_001), token + "A", token.substring(1)}) {
            TestCall none = new TestCall("GET", "/unlock").from(HOME).param("token", text);
            assertThat(answer(none).status()).isEqualTo(410);
            assertThat(body(answer(none))).doesNotContain("<form", "<script");
            assertThat(answer(new TestCall("POST", "/unlock").from(HOME).param("token", text))
                            .status())
                    .isEqualTo(410);
        }
        assertThat(answer(new TestCall("GET", "/unlock").from(HOME)).status()).isEqualTo(410);
        assertThat(answer(call("GET").param("token", token)).status())
                .as("twice")
                .isEqualTo(410);
        assertThat(mayTry(HOME)).isFalse();
    }
}
