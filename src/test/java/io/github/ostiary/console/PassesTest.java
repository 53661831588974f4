package io.github.ostiary.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.ManualTimeSource;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Proxy;
import java.security.Principal;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PassesTest {

    private final ManualTimeSource time = new ManualTimeSource();
    private final Passes passes = new Passes(new Tickets(() -> new byte[32], time), time);

    /** A request as a container hands it over, with a cookie and perhaps a user. */
    private static HttpServletRequest request(String pass, String user) {
        Map<String, Object> attributes = new HashMap<>();
        return (HttpServletRequest) Proxy.newProxyInstance(
                PassesTest.class.getClassLoader(),
                new Class<?>[] {HttpServletRequest.class},
                (self, method, given) -> switch (method.getName()) {
                    case "getCookies" -> new Cookie[] {new Cookie("other", "1"), new Cookie(Passes.COOKIE, pass)};
                    case "getUserPrincipal" -> user.isEmpty() ? null : (Principal) () -> user;
                    case "getAttribute" -> attributes.get(given[0]);
                    case "setAttribute" -> attributes.put((String) given[0], given[1]);
                    case "removeAttribute" -> attributes.remove(given[0]);
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private boolean spares(String pass, String user) {
        return passes.spares(request(pass, user));
    }

    @Test
    void aPassIsOfOneNameForAnHour() {
        String pass = passes.issue("grace");
        assertThat(pass).doesNotContain("grace");
        assertThat(spares(pass, "grace")).isTrue();
        assertThat(spares(pass, "")).as("asked later who it is").isTrue();
        assertThat(spares(pass, "eve")).isFalse();
        assertThat(spares(passes.issue("eve").split("\\.")[0] + "." + pass.split("\\.")[1], "eve"))
                .isFalse();
        assertThat(spares("AAAA", "")).isFalse();
        assertThat(spares("", "")).isFalse();
        time.advance(Duration.ofHours(1));
        assertThat(spares(pass, "grace")).isFalse();
    }

    @Test
    void refusalsOfAllPassesOfANameCountTogether() {
        for (int i = 0; i < Passes.MOST; i++) {
            assertThat(spares(passes.issue("grace"), "")).isTrue();
            time.advance(Duration.ofSeconds(2));
        }
        assertThat(spares(passes.issue("grace"), "")).isFalse();
        assertThat(spares(passes.issue("ada"), "")).isTrue();
        time.advance(Duration.ofHours(1));
        assertThat(spares(passes.issue("grace"), "")).isTrue();
    }

    @Test
    void whatIsShownIsNoRefusalAndLiftsNone() {
        String pass = passes.issue("grace");
        for (int i = 0; i < Passes.MOST - 1; i++) {
            assertThat(spares(pass, "")).isTrue();
        }
        for (int i = 0; i < 100; i++) {
            HttpServletRequest shown = request(pass, "");
            assertThat(passes.spares(shown)).isTrue();
            assertThat(passes.spares(shown)).as("met by a second filter").isTrue();
            passes.proven(shown);
            passes.proven(shown);
        }
        assertThat(spares(pass, "")).isTrue();
        assertThat(spares(pass, "")).isFalse();
    }
}
