package io.github.ostiary.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Key;
import org.junit.jupiter.api.Test;

class RecentPeersTest {

    private final RecentPeers peers = new RecentPeers();

    @Test
    void whoCallsOftenIsReadOnce() {
        Key first = peers.network("203.0.113.7", 32, 64).orElseThrow();
        String again = new StringBuilder("203.0.113.7").toString();
        assertThat(peers.network(again, 32, 64).orElseThrow()).isSameAs(first).isEqualTo(Key.ip("203.0.113.7"));
        assertThat(peers.address(again, 32, 64).orElseThrow()).hasToString("203.0.113.7");
    }

    @Test
    void prefixesAreKeptApart() {
        for (int i = 0; i < 3; i++) {
            assertThat(value("203.0.113.7", 32, 64)).isEqualTo("203.0.113.7");
            assertThat(value("203.0.113.7", 24, 64)).isEqualTo("203.0.113.0/24");
            assertThat(value("[2001:db8:1:2::3]", 24, 64)).isEqualTo("2001:db8:1:2::/64");
            assertThat(value("[2001:db8:1:2::3]", 24, 48)).isEqualTo("2001:db8:1::/48");
        }
    }

    @Test
    void morePeersThanAreKeptAreAllTold() {
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 10_000; i++) {
                String peer = "10.0." + (i >>> 8) + "." + (i & 255);
                assertThat(value(peer, 32, 64)).isEqualTo(peer);
            }
        }
    }

    @Test
    void textsOfOneHashAreNotTakenForEachOther() {
        String one = "fe80::1%Aa";
        String other = "fe80::2%BB";
        assertThat("Aa".hashCode()).isEqualTo("BB".hashCode());
        for (int i = 0; i < 2; i++) {
            assertThat(value(one, 32, 128)).isEqualTo("fe80::1");
            assertThat(value(other, 32, 128)).isEqualTo("fe80::2");
        }
        assertThat(value("AaAa", 32, 64)).isEqualTo("unknown");
        assertThat(peers.address("BBBB", 32, 64)).isEmpty();
    }

    private String value(String peer, int v4Prefix, int v6Prefix) {
        return peers.network(peer, v4Prefix, v6Prefix)
                .orElseThrow()
                .parts()
                .get(0)
                .value();
    }
}
