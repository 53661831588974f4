package io.github.ostiary.text;

import static org.assertj.core.api.Assertions.assertThat;

import inet.ipaddr.IPAddressString;
import inet.ipaddr.ipv4.IPv4Address;
import inet.ipaddr.ipv6.IPv6Address;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** IPv6 addresses that stand for IPv4 addresses, compared with another library's. */
class EmbeddedIpv4Test {

    private static final String[] FORMS = {"::ffff:", "64:ff9b::", "::", "::ffff:0:"};

    private final Random random = new Random(42);

    private static IpAddress address(String text) {
        return IpAddress.parse(text).orElseThrow();
    }

    @Test
    void theyAreThatAddressInEveryNotation() {
        for (int i = 0; i < 2_000; i++) {
            IPv4Address v4 = new IPv4Address(random.nextInt());
            String quad = v4.toString();
            for (String form : FORMS) {
                if (form.equals("::") && v4.intValue() >>> 1 == 0) {
                    continue;
                }
                IPv6Address v6 = new IPAddressString(form + quad).getAddress().toIPv6();
                for (String text :
                        new String[] {form + quad, v6.toFullString(), v6.toCompressedString(), v6.toCanonicalString()
                        }) {
                    assertThat(address(text)).as(text).isEqualTo(address(quad));
                    assertThat(address(text).network(24, 64))
                            .as(text)
                            .isEqualTo(address(quad).network(24, 64));
                    assertThat(IpNetwork.parse(quad + "/20").contains(address(text)))
                            .as(text)
                            .isTrue();
                }
            }
        }
    }

    @Test
    void othersAreNot() {
        for (String text : new String[] {
            "::", "::1", "64:ff9b:1::1.2.3.4", "64:ff9b::1:102:304", "1::1.2.3.4", "::fffe:1.2.3.4", "2002:102:304::"
        }) {
            assertThat(address(text).isIpv4()).as(text).isFalse();
        }
        assertThat(address("64:ff9b::1:2:3:4").network(32, 64)).isEqualTo("64:ff9b::/64");
    }

    @Test
    void aSixToFourSiteIsOneCaller() {
        assertThat(address("2002:102:304:1::1").network(32, 64)).isEqualTo("2002:102:304::/48");
        assertThat(address("2002:102:304:ffff:1:2:3:4").network(32, 128)).isEqualTo("2002:102:304::/48");
        assertThat(address("2002:102:304:1::1").network(32, 32)).isEqualTo("2002:102::/32");
        assertThat(address("2003:102:304:1::1").network(32, 64)).isEqualTo("2003:102:304:1::/64");
        assertThat(IpNetwork.parse("2002:102:304:1::/64")).hasToString("2002:102:304:1::/64");
    }
}
