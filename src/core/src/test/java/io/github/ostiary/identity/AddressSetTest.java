package io.github.ostiary.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.text.IpAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressSetTest {

    private static boolean contains(String list, String address) {
        return AddressSet.parse(list).contains(IpAddress.parse(address).orElseThrow());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "10.0.0.0/8 | 10.255.255.255 | true",
                "10.0.0.0/8 | 11.0.0.0 | false",
                "10.9.8.7/8 | 10.0.0.1 | true",
                "::ffff:10.0.0.0/104 | 10.1.1.1 | true",
                "::ffff:10.0.0.0/104 | 11.1.1.1 | false",
                "10.0.0.0/8 | ::ffff:10.1.1.1 | true",
                "10.0.0.0/8 | 64:ff9b::10.1.1.1 | true",
                "64:ff9b::10.1.1.1 | 10.1.1.1 | true",
                "::/0 | 64:ff9b::10.1.1.1 | false",
                "0.0.0.0/0 | ::1 | false",
                "::/0 | 1.2.3.4 | false",
                "2001:db8::/33 | 2001:db8:7fff::1 | true",
                "2001:db8::/33 | 2001:db8:8000::1 | false",
                "1.2.3.4 | 1.2.3.4 | true",
                "1.2.3.4 | 1.2.3.5 | false",
                "loopback | 127.9.9.9 | true",
                "loopback | ::1 | true",
                "loopback | 10.0.0.1 | false",
                "private | 127.0.0.1 | true",
                "private | 172.31.255.255 | true",
                "private | 172.32.0.0 | false",
                "private | 192.168.1.1 | true",
                "private | 169.254.1.1 | true",
                "private | fd12::1 | true",
                "private | fe80::1 | true",
                "private | fec0::1 | false",
                "private | 100.64.0.1 | false",
                "9.9.9.9, loopback | ::1 | true"
            })
    void contains(String list, String address, boolean expected) {
        assertThat(contains(list, address)).isEqualTo(expected);
    }

    @Test
    void blankIsEmpty() {
        assertThat(AddressSet.parse(" ").isEmpty()).isTrue();
        assertThat(AddressSet.parse("loopback").isEmpty()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "localhost | 'localhost' is not an address | 10.0.0.0/8",
                "10.0.0.0/33 | 0 to 32 | 10.0.0.0",
                "fd00::/129 | 0 to 128 | fd00::",
                "::ffff:10.0.0.0/8 | 96 to 128 | ::ffff:10.0.0.0",
                "64:ff9b::/96 | '64:ff9b::/96' holds | write their IPv4 network",
                "64:ff9b::10.0.0.0/104 | count as IPv4 | 192.0.2.0/24",
                "64:ff9b::/64 | '64:ff9b::/64' holds | write their IPv4 network",
                "::10.0.0.0/104 | count as IPv4 | 192.0.2.0/24",
                "::ffff:0:0:0/96 | count as IPv4 | 192.0.2.0/24",
                "10.0.0.0/ | 0 to 32 | write",
                "10.0.0.0/-1 | 0 to 32 | write",
                "10.0.0.0/8/8 | 0 to 32 | write",
                "Private | 'Private' | private",
                "10.0.0.1,,10.0.0.2 | empty entry | remove"
            })
    void errorsNameValueBoundAndRemedy(String list, String first, String second) {
        assertThatThrownBy(() -> AddressSet.parse(list))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(first)
                .hasMessageContaining(second);
    }

    @Test
    void matchesCallsByTheirClient() {
        ClientAddress client = new ClientAddress(TrustedProxies.parse("loopback"), "X-Forwarded-For", 64);
        var office = client.from(AddressSet.parse("9.9.9.0/24"));
        assertThat(office.test(FakeCall.from("9.9.9.9"))).isTrue();
        assertThat(office.test(FakeCall.from("127.0.0.1").header("X-Forwarded-For", "9.9.9.9")))
                .isTrue();
        assertThat(office.test(FakeCall.from("8.8.8.8").header("X-Forwarded-For", "9.9.9.9")))
                .isFalse();
        assertThat(office.test(FakeCall.bean())).isFalse();
    }
}
