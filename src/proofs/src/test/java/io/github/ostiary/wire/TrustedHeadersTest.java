package io.github.ostiary.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.RawHttp;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Headers that a proxy vouches for, over the wire: this machine is the proxy, or it is not. */
class TrustedHeadersTest {

    private static final String BEHIND = "trustedProxies=loopback";
    private static final String STRANGERS = "trustedProxies=192.0.2.0/24";

    private static final String[] LIMIT = {
        "limit.api.path=/*", "limit.api.rate=2/1h", "limit.api.key=trusted:X-JA4 | ip"
    };

    private static WireServer server(WireServer.Kind kind, String proxies, String... rules) {
        String[] lines = new String[rules.length + 1];
        lines[0] = proxies;
        System.arraycopy(rules, 0, lines, 1, rules.length);
        return WireServer.start(kind, lines);
    }

    private static int get(WireServer server, int caller, String... headers) {
        String[] lines = new String[headers.length + 1];
        lines[0] = "X-Forwarded-For: 203.0.113." + caller;
        System.arraycopy(headers, 0, lines, 1, headers.length);
        return RawHttp.get(server.port(), "/a", lines);
    }

    @ParameterizedTest
    @EnumSource
    void callersWithOneFingerprintAreOneCount(WireServer.Kind kind) {
        try (WireServer server = server(kind, BEHIND, LIMIT)) {
            assertThat(get(server, 1, "X-JA4: t13d")).isEqualTo(200);
            assertThat(get(server, 2, "x-ja4: t13d")).isEqualTo(200);
            assertThat(get(server, 3, "X-JA4: t13d")).isEqualTo(429);
            assertThat(get(server, 3, "X-JA4: q13d")).isEqualTo(200);
            assertThat(get(server, 3)).as("by address").isEqualTo(200);
            assertThat(get(server, 3, "X-JA4: own", "X-JA4: q13d")).isEqualTo(400);
            assertThat(get(server, 3, "X-JA4: own, q13d")).isEqualTo(400);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aStrangerGetsNoFreshCountByIt(WireServer.Kind kind) {
        try (WireServer server = server(kind, STRANGERS, LIMIT)) {
            assertThat(get(server, 1, "X-JA4: a")).isEqualTo(200);
            assertThat(get(server, 2, "X-JA4: b", "X-JA4: c")).isEqualTo(200);
            assertThat(get(server, 3, "X-JA4: d")).isEqualTo(429);
            assertThat(get(server, 4)).isEqualTo(429);
        }
    }

    /** A lockout counts by it as a limit does; who asks without the proxy is counted by his address. */
    @ParameterizedTest
    @EnumSource
    void aBrowserThatGuessesIsLockedOut(WireServer.Kind kind) {
        String[] rules = {
            "lockout.login.path=/login", "lockout.login.key=param:username + trusted:X-JA4 | param:username + ip",
            "lockout.login.failure=status:401", "lockout.login.success=status:200",
            "lockout.login.steps=2/1h lock 15m"
        };
        for (String proxies : new String[] {BEHIND, STRANGERS}) {
            try (WireServer server = server(kind, proxies, rules)) {
                assertThat(guess(server, "X-JA4: a")).isEqualTo(401);
                assertThat(guess(server, "X-JA4: b")).isEqualTo(401);
                assertThat(guess(server, "X-JA4: c")).isEqualTo(proxies.equals(BEHIND) ? 401 : 429);
                assertThat(guess(server, "X-JA4: a")).isEqualTo(proxies.equals(BEHIND) ? 401 : 429);
                assertThat(guess(server, "X-JA4: a")).isEqualTo(429);
            }
        }
    }

    private static int guess(WireServer server, String header) {
        return RawHttp.post(server.port(), "/login", "username=bob&password=wrong", header);
    }
}
