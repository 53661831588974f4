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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PassesTest {

    private final ManualTimeSource time = new ManualTimeSource();
    private final Passes passes = new Passes(new Tickets(() -> new byte[32], time), time);

    /** A request as a container hands it over, with a cookie and perhaps a user. */
    private static HttpServletRequest request(String pass, String user) {
        return request(pass, user, null);
    }

    private static HttpServletRequest request(String pass, String user, @Nullable String credentials) {
        Map<String, Object> attributes = new HashMap<>();
        return (HttpServletRequest) Proxy.newProxyInstance(
                PassesTest.class.getClassLoader(),
                new Class<?>[] {HttpServletRequest.class},
                (self, method, given) -> switch (method.getName()) {
                    case "getCookies" -> new Cookie[] {new Cookie("other", "1"), new Cookie(Passes.COOKIE, pass)};
                    case "getUserPrincipal" -> user.isEmpty() ? null : (Principal) () -> user;
                    case "getHeader" -> credentials;
                    case "getAttribute" -> attributes.get(given[0]);
                    case "setAttribute" -> attributes.put((String) given[0], given[1]);
                    case "removeAttribute" -> attributes.remove(given[0]);
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private String pass(String name) {
        return passes.issue(name, request("", name));
    }

    private boolean spares(String pass, String user) {
        return passes.spares(request(pass, user));
    }

    @Test
    void aPassIsOfOneNameForAnHour() {
        String pass = pass("grace");
        assertThat(pass).doesNotContain("grace");
        assertThat(spares(pass, "grace")).isTrue();
        assertThat(spares(pass, "")).as("asked later who it is").isTrue();
        assertThat(spares(pass, "eve")).isFalse();
        assertThat(spares(pass("eve").split("\\.")[0] + "." + pass.split("\\.")[1], "eve"))
                .isFalse();
        assertThat(spares("AAAA", "")).isFalse();
        assertThat(spares("", "")).isFalse();
        time.advance(Duration.ofHours(1));
        assertThat(spares(pass, "grace")).isFalse();
    }

    @Test
    void refusalsOfAllPassesOfANameCountTogether() {
        for (int i = 0; i < Passes.MOST; i++) {
            assertThat(spares(pass("grace"), "")).isTrue();
            time.advance(Duration.ofSeconds(2));
        }
        assertThat(spares(pass("grace"), "")).isFalse();
        assertThat(spares(pass("ada"), "")).isTrue();
        time.advance(Duration.ofHours(1));
        assertThat(spares(pass("grace"), "")).isTrue();
    }

    @Test
    void whatIsShownIsNoRefusalAndLiftsNone() {
        String pass = pass("grace");
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

    /** Or the pass of an operator were worth so many guesses more at his password. */
    @Test
    void credentialsAreSparedOnlyWhenTheyHaveBeenLetIn() {
        String pass = pass("grace");
        for (int i = 0; i < 100; i++) {
            assertThat(passes.spares(request(pass, "", "Basic guess" + i))).isFalse();
        }
        assertThat(passes.spares(request(pass, "", "Basic right"))).isFalse();
        assertThat(passes.spares(request(pass, "grace", "Basic right")))
                .as("asked already")
                .isTrue();
        String next = passes.issue("grace", request(pass, "grace", "Basic right"));
        for (int i = 0; i < 100; i++) {
            HttpServletRequest shown = request(next, "", "Basic right");
            assertThat(passes.spares(shown)).isTrue();
            passes.proven(shown);
            assertThat(passes.spares(request(next, "", "Basic guess" + i))).isFalse();
            assertThat(passes.spares(request(pass("ada"), "", "Basic right"))).isFalse();
        }
    }
}
