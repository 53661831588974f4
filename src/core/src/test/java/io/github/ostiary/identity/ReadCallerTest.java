package io.github.ostiary.identity;

import static io.github.ostiary.identity.ClientAddressTest.client;
import static io.github.ostiary.identity.ClientAddressTest.seen;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Key;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is remembered of callers says the same as what is read anew. */
class ReadCallerTest {

    private static final String XFF = "X-Forwarded-For";

    private static Optional<Key> network(ClientAddress client, String peer, int v4Prefix, int v6Prefix) {
        return client.network(FakeCall.from(peer), v4Prefix, v6Prefix);
    }

    private static String value(ClientAddress client, String peer, int v4Prefix, int v6Prefix) {
        return network(client, peer, v4Prefix, v6Prefix)
                .orElseThrow()
                .parts()
                .get(0)
                .value();
    }

    @Test
    void whoCallsOftenIsReadOnce() {
        ClientAddress client = client("", XFF);
        Key first = network(client, "203.0.113.7", 32, 64).orElseThrow();
        String again = new StringBuilder("203.0.113.7").toString();
        assertThat(network(client, again, 32, 64).orElseThrow()).isSameAs(first).isEqualTo(Key.ip("203.0.113.7"));
        assertThat(seen(client, FakeCall.from(again))).isEqualTo("203.0.113.7");
    }

    @Test
    void prefixesAreKeptApart() {
        ClientAddress client = client("", XFF);
        for (int i = 0; i < 3; i++) {
            assertThat(value(client, "203.0.113.7", 32, 64)).isEqualTo("203.0.113.7");
            assertThat(value(client, "203.0.113.7", 24, 64)).isEqualTo("203.0.113.0/24");
            assertThat(value(client, "[2001:db8:1:2::3]", 24, 64)).isEqualTo("2001:db8:1:2::/64");
            assertThat(value(client, "[2001:db8:1:2::3]", 24, 48)).isEqualTo("2001:db8:1::/48");
        }
    }

    @Test
    void morePeersThanAreKeptAreAllTold() {
        ClientAddress client = client("", XFF);
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 10_000; i++) {
                String peer = "10.0." + (i >>> 8) + "." + (i & 255);
                assertThat(value(client, peer, 32, 64)).isEqualTo(peer);
            }
        }
    }

    @Test
    void textsOfOneHashAreNotTakenForEachOther() {
        ClientAddress client = client("", XFF);
        assertThat("Aa".hashCode()).isEqualTo("BB".hashCode());
        for (int i = 0; i < 2; i++) {
            assertThat(value(client, "fe80::1%Aa", 32, 128)).isEqualTo("fe80::1");
            assertThat(value(client, "fe80::2%BB", 32, 128)).isEqualTo("fe80::2");
        }
        assertThat(value(client, "AaAa", 32, 64)).isEqualTo("unknown");
        assertThat(seen(client, FakeCall.from("BBBB"))).isEqualTo("none");
    }

    /** Proxies, prefixes and lines of one place in any order: what was remembered says the same as what is read. */
    @Test
    void whatProxiesSaidBeforeChangesNothing() {
        Random random = new Random(7);
        List<String> peers = List.of("10.0.0.1", "10.0.0.2", "fd00::1", "203.0.113.9");
        List<String> lines = List.of(
                "_Aa",
                "_BB",
                "_AaBB",
                "_BBAa",
                "9.9.9.9",
                "9.9.9.9, 10.0.0.2",
                "6.6.6.6,10.0.0.1",
                "2001:db8::7",
                "",
                "for=8.8.8.8",
                "for=\"[2001:db8::8]\"",
                "1.1.1.1" + ",10.0.0.1".repeat(20));
        for (String header : List.of(XFF, "Forwarded", "X-Real-IP")) {
            ClientAddress remembers = client("10.0.0.0/8, fd00::/8", header);
            for (int i = 0; i < 20_000; i++) {
                int count = random.nextInt(3);
                String[] said = new String[count];
                for (int j = 0; j < count; j++) {
                    said[j] = random.nextBoolean()
                            ? lines.get(random.nextInt(lines.size()))
                            : "9.9." + random.nextInt(8) + "." + random.nextInt(250);
                }
                FakeCall call =
                        FakeCall.from(peers.get(random.nextInt(peers.size()))).header(header, said);
                int v4 = random.nextBoolean() ? 32 : 24;
                int v6 = random.nextBoolean() ? 64 : 48;
                ClientAddress reads = client("10.0.0.0/8, fd00::/8", header);
                assertThat(remembers.network(call, v4, v6)).isEqualTo(reads.network(call, v4, v6));
                assertThat(remembers.resolve(call)).isEqualTo(reads.resolve(call));
            }
        }
    }

    /** Two lines that look the same to a table of hashes, of two callers. */
    @Test
    void linesOfOneHashAreNotTakenForEachOther() {
        Random random = new Random(7);
        Map<Integer, Integer> callers = new HashMap<>();
        Map<Integer, String> lines = new HashMap<>();
        ClientAddress client = client("10.0.0.0/8", "Forwarded");
        for (int i = 0; ; i++) {
            int caller = i % 250;
            String line = "for=9.9.9." + caller + ";by=_" + Integer.toString(random.nextInt(1 << 30), 36);
            Integer other = callers.put(line.hashCode(), caller);
            String before = lines.put(line.hashCode(), line);
            if (other != null && other != caller) {
                for (int round = 0; round < 2; round++) {
                    assertThat(seen(client, FakeCall.from("10.0.0.1").header("Forwarded", before)))
                            .isEqualTo("9.9.9." + other);
                    assertThat(seen(client, FakeCall.from("10.0.0.1").header("Forwarded", line)))
                            .isEqualTo("9.9.9." + caller);
                }
                return;
            }
        }
    }
}
