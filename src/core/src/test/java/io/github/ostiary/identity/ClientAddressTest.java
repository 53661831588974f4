package io.github.ostiary.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.testing.LogLines;
import io.github.ostiary.text.IpAddress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientAddressTest {

    private static final String XFF = "X-Forwarded-For";

    static ClientAddress client(String trusted, String header) {
        return new ClientAddress(TrustedProxies.parse(trusted), header, 64);
    }

    static String seen(ClientAddress client, CallContext call) {
        return client.resolve(call).map(IpAddress::toString).orElse("none");
    }

    private static String behindProxy(String header, String... lines) {
        return seen(
                client("10.0.0.0/8, fd00::/8", header),
                FakeCall.from("10.0.0.1").header(header, lines));
    }

    @Test
    void anUntrustedPeerCannotSpoof() {
        FakeCall call = FakeCall.from("203.0.113.9").header(XFF, "1.1.1.1").header("Forwarded", "for=1.1.1.1");
        assertThat(seen(client("", XFF), call)).isEqualTo("203.0.113.9");
        assertThat(seen(client("10.0.0.0/8", XFF), call)).isEqualTo("203.0.113.9");
        assertThat(seen(client("10.0.0.0/8", "Forwarded"), call)).isEqualTo("203.0.113.9");
    }

    @Test
    void onlyTheConfiguredFamilyIsRead() {
        FakeCall call = FakeCall.from("10.0.0.1").header(XFF, "1.1.1.1").header("Forwarded", "for=2.2.2.2");
        assertThat(seen(client("10.0.0.1", XFF), call)).isEqualTo("1.1.1.1");
        assertThat(seen(client("10.0.0.1", "forwarded"), call)).isEqualTo("2.2.2.2");
        assertThat(seen(client("10.0.0.1", "X-Real-IP"), call)).isEqualTo("10.0.0.1");
    }

    /** What a proxy or a caller leaves empty is no hop, in whichever header and line. */
    @Test
    void emptyElementsAreSkipped() {
        FakeCall call = FakeCall.from("10.0.0.1")
                .header(XFF, "6.6.6.6", "9.9.9.9,", "", " , ")
                .header("Forwarded", "for=6.6.6.6", "for=9.9.9.9;proto=https,", "", ",")
                .header("X-Real-IP", ",9.9.9.9 ,", "")
                .header("X-Forwarded-Proto", "http, https,", "");
        for (String header : List.of(XFF, "Forwarded", "X-Real-IP")) {
            assertThat(seen(client("10.0.0.1", header), call)).isEqualTo("9.9.9.9");
            assertThat(client("10.0.0.1", header).isSecured(call)).isTrue();
        }
        FakeCall two = FakeCall.from("10.0.0.1").header("X-Real-IP", "6.6.6.6,9.9.9.9");
        assertThat(seen(client("10.0.0.1", "X-Real-IP"), two))
                .as("of two none is the one")
                .isEqualTo("10.0.0.1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1.1.1.1, 9.9.9.9 | 9.9.9.9",
                "6.6.6.6, 9.9.9.9, 10.0.0.2,10.0.0.3 | 9.9.9.9",
                "10.0.0.3, 10.0.0.2 | 10.0.0.3",
                "9.9.9.9, garbage, 10.0.0.2 | 10.0.0.2",
                "9.9.9.9, , 10.0.0.2 | 9.9.9.9",
                "9.9.9.9, | 9.9.9.9",
                "'9.9.9.9,,, ,	,' | 9.9.9.9",
                "', ,' | 10.0.0.1",
                "9.9.9.9:51234 | 9.9.9.9",
                "9.9.9.9:123456 | 10.0.0.1",
                "9.9.9.9: | 10.0.0.1",
                "9.9.9.9:x | 10.0.0.1",
                "[2001:db8::1]:47 | 2001:db8::1",
                "[2001:db8::1] | 2001:db8::1",
                "[2001:db8::1]47 | 10.0.0.1",
                "2001:db8::1 | 2001:db8::1",
                "fe80::1%eth0 | fe80::1",
                "fd00::7, 10.0.0.2 | fd00::7",
                "[::ffff:9.9.9.9]:80 | 9.9.9.9",
                "unknown | 10.0.0.1",
                "unix: | 10.0.0.1",
                "009.9.9.9 | 10.0.0.1",
                "localhost | 10.0.0.1"
            })
    void walksFromTheRight(String line, String expected) {
        assertThat(behindProxy(XFF, line)).isEqualTo(expected);
    }

    @Test
    void linesAreJoinedInOrder() {
        assertThat(behindProxy(XFF, "6.6.6.6", "9.9.9.9, 10.0.0.3", "10.0.0.2")).isEqualTo("9.9.9.9");
        assertThat(behindProxy(XFF, "9.9.9.9", "")).isEqualTo("9.9.9.9");
        assertThat(behindProxy(XFF)).isEqualTo("10.0.0.1");
        assertThat(behindProxy("Forwarded", "for=6.6.6.6", "for=9.9.9.9, for=10.0.0.3"))
                .isEqualTo("9.9.9.9");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "for=\"[2001:db8::1]:47\" | 2001:db8::1",
                "For=\"[2001:DB8::1]\";proto=https;by=203.0.113.43 | 2001:db8::1",
                "proto=https; for=9.9.9.9 | 9.9.9.9",
                "for=\"9.9.9.9:_port\" | 9.9.9.9",
                "for=9.9.9.9:80 | 9.9.9.9",
                "for=9.9.9.9, for=unknown | 10.0.0.1",
                "for=9.9.9.9, for=_hidden, for=10.0.0.2 | 10.0.0.2",
                "for=9.9.9.9, proto=https | 10.0.0.1",
                "for=9.9.9.9;for=8.8.8.8 | 10.0.0.1",
                "for=\"1.1.1.1, for=9.9.9.9 | 9.9.9.9",
                "for=\\, for=9.9.9.9 | 9.9.9.9",
                "for=6.6.6.6, for=9.9.9.9;host=\"a,b;for=1.1.1.1\" | 9.9.9.9",
                "for=9.9.9.9;host=\"a\\\",for=1.1.1.1\" | 9.9.9.9",
                "for=9.9.9.9;host=\"a\\\\\" | 9.9.9.9",
                "for=\"\\9.9.9.9\" | 9.9.9.9",
                "xfor=9.9.9.9 | 10.0.0.1",
                "for= | 10.0.0.1",
                "for=\" | 10.0.0.1",
                "= | 10.0.0.1",
                "9.9.9.9 | 10.0.0.1"
            })
    void readsRfc7239(String line, String expected) {
        assertThat(behindProxy("Forwarded", line)).isEqualTo(expected);
    }

    @Test
    void aSingleAddressHeaderHoldsExactlyOne() {
        assertThat(behindProxy("CF-Connecting-IP", "9.9.9.9")).isEqualTo("9.9.9.9");
        assertThat(behindProxy("CF-Connecting-IP", "2001:db8::1")).isEqualTo("2001:db8::1");
        assertThat(behindProxy("CF-Connecting-IP", "9.9.9.9", "9.9.9.9")).isEqualTo("10.0.0.1");
        assertThat(behindProxy("CF-Connecting-IP", "9.9.9.9, 8.8.8.8")).isEqualTo("10.0.0.1");
        assertThat(behindProxy("CF-Connecting-IP", "x")).isEqualTo("10.0.0.1");
        assertThat(behindProxy("CF-Connecting-IP")).isEqualTo("10.0.0.1");
    }

    @Test
    void endlessChainsEndAfterSixtyFourHops() {
        assertThat(behindProxy(XFF, "9.9.9.9" + ", 10.0.0.2".repeat(63))).isEqualTo("9.9.9.9");
        assertThat(behindProxy(XFF, "9.9.9.9" + ", 10.0.0.2".repeat(64))).isEqualTo("10.0.0.2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {",", "\"", "\\", "\\\"", "10.0.0.2,", "for=\"10.0.0.2\",", ";", "a", "[", " ", "for=1;", "\u0000"
            })
    void aMegabyteStaysCheap(String unit) {
        String line = unit.repeat((1 << 20) / unit.length());
        String[] lines = new String[10_000];
        java.util.Arrays.fill(lines, line.substring(0, 100));
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            for (String header : List.of(XFF, "Forwarded", "CF-Connecting-IP")) {
                assertThat(behindProxy(header, line)).startsWith("10.0.0.");
                assertThat(behindProxy(header, lines)).startsWith("10.0.0.");
            }
        });
    }

    @Test
    void anUnreadablePeerIsNobodyAndForwardsForNobody() {
        assertThat(seen(client("private", XFF), FakeCall.from("unix:").header(XFF, "9.9.9.9")))
                .isEqualTo("none");
        assertThat(seen(client("", XFF), FakeCall.bean())).isEqualTo("none");
    }

    @Test
    void noticesAForgottenProxy() {
        ClientAddress untrusting = client("", "X-Real-IP");
        assertThat(untrusting.forwardsUntrusted(FakeCall.from("10.1.2.3").header(XFF, "1.1.1.1")))
                .isTrue();
        assertThat(untrusting.forwardsUntrusted(FakeCall.from("::1").header("Forwarded", "for=1.1.1.1")))
                .isTrue();
        assertThat(untrusting.forwardsUntrusted(FakeCall.from("::1").header("x-real-ip", "1.1.1.1")))
                .isTrue();
        assertThat(untrusting.forwardsUntrusted(FakeCall.from("10.1.2.3"))).isFalse();
        assertThat(untrusting.forwardsUntrusted(FakeCall.from("9.9.9.9").header(XFF, "1.1.1.1")))
                .isFalse();
        assertThat(client("10.0.0.1", XFF)
                        .forwardsUntrusted(FakeCall.from("10.0.0.1").header(XFF, "1.1.1.1")))
                .isFalse();
    }

    @Test
    void warnsOnceOfAForgottenProxy() {
        try (LogLines lines = LogLines.of(ForgottenProxy.class.getName())) {
            for (ClientAddress each : List.of(client("private", XFF), client("", XFF), client("", XFF))) {
                for (int i = 0; i < 3; i++) {
                    assertThat(each.caller(FakeCall.from("10.1.2.3").header(XFF, "9.9.9.9")))
                            .isPresent();
                }
            }
            assertThat(lines.warnings()).hasSize(2).allMatch(line -> line.contains("trustedProxies is empty"));
        }
    }

    @Test
    void deniesNonsense() {
        assertThatThrownBy(() -> client("", "X-A, X-B"))
                .hasMessageContaining("X-A, X-B")
                .hasMessageContaining("write");
        assertThatThrownBy(() -> new ClientAddress(TrustedProxies.parse(""), XFF, 0))
                .hasMessageContaining("1 to 128")
                .hasMessageContaining("64");
        assertThatThrownBy(() -> TrustedProxies.parse("0.0.0.0/0")).hasMessageContaining("every address");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "10.0.0.1 | https | true",
                "10.0.0.1 | http,  HTTPS | true",
                "10.0.0.1 | https, http | false",
                "10.0.0.1 | - | false",
                "9.9.9.9 | https | false",
                "- | https | false",
            })
    void theNearestProxySaysWhetherTheCallerCameByHttps(String peer, String proto, boolean secured) {
        FakeCall call = peer == null ? FakeCall.bean() : FakeCall.from(peer);
        if (proto != null) {
            call.header("X-Forwarded-Proto", proto);
        }
        assertThat(client("10.0.0.0/8", XFF).isSecured(call)).isEqualTo(secured);
        assertThat(client("10.0.0.0/8", XFF).trusts(call)).isEqualTo("10.0.0.1".equals(peer));
        assertThat(client("", XFF).trusts(call)).isFalse();
        assertThat(client("10.0.0.0/8", "Forwarded").isSecured(call))
                .as("of the other family")
                .isFalse();
    }

    /** It is said of the caller's own way to the first proxy, in the element that tells the caller's address. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "for=9.9.9.9;proto=https | true",
                "for=9.9.9.9;proto=http, for=10.0.0.2;proto=https | false",
                "for=9.9.9.9;proto=https, for=10.0.0.2;proto=http | true",
                "for=6.6.6.6;proto=https, for=9.9.9.9;proto=http | false",
                "for=10.0.0.3;proto=https, for=10.0.0.2 | true",
                "for=9.9.9.9;proto=https, proto=http | false",
                "for=9.9.9.9 | false",
            })
    void anElementSaysItWhereElementsAreRead(String line, boolean secured) {
        FakeCall call = FakeCall.from("10.0.0.1").header("Forwarded", line);
        assertThat(client("10.0.0.0/8", "Forwarded").isSecured(call)).isEqualTo(secured);
        assertThat(client("10.0.0.0/8", "Forwarded").isSecured(FakeCall.from("10.0.0.1")))
                .isFalse();
    }

    @Test
    void aCallerOfNothingButAnAddressIsItsNetwork() {
        ClientAddress client = new ClientAddress(TrustedProxies.parse("10.0.0.0/8"), XFF, 48);
        assertThat(client.ipv6Prefix()).isEqualTo(48);
        assertThat(client.caller(FakeCall.from("2001:db8:1:2::3"))).contains(Key.part(Key.IP, "2001:db8:1::/48"));
        assertThat(client.caller(FakeCall.from("10.0.0.1").header(XFF, "9.9.9.9")))
                .contains(Key.ip("9.9.9.9"));
        assertThat(client.caller(FakeCall.from("9.9.9.9").header(XFF, "6.6.6.6")))
                .contains(Key.ip("9.9.9.9"));
        assertThat(client.caller(FakeCall.bean())).isEmpty();
        for (int prefix : new int[] {1, 128}) {
            assertThat(new ClientAddress(TrustedProxies.parse(""), XFF, prefix).ipv6Prefix())
                    .isEqualTo(prefix);
        }
        for (int prefix : new int[] {0, 129}) {
            assertThatThrownBy(() -> new ClientAddress(TrustedProxies.parse(""), XFF, prefix))
                    .hasMessageContaining("1 to 128");
        }
    }
}
