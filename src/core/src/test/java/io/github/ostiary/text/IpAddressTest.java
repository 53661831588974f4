package io.github.ostiary.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IpAddressTest {

    @ParameterizedTest
    @CsvSource({
        "1.2.3.4, 1.2.3.4",
        "' 1.2.3.4 ', 1.2.3.4",
        "::ffff:1.2.3.4, 1.2.3.4",
        "::FFFF:102:304, 1.2.3.4",
        "0:0:0:0:0:ffff:1.2.3.4, 1.2.3.4",
        "[::1], ::1",
        "fe80::1%eth0, fe80::1",
        "0:0:0:0:0:0:0:1%0, ::1",
        "::, ::",
        "1::, 1::",
        "2001:DB8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
        "1:2:3:4:5:6:7::, 1:2:3:4:5:6:7:0",
        "0:2:3:4:5:6:7:8, 0:2:3:4:5:6:7:8",
        "::1.2.3.4, 1.2.3.4"
    })
    void oneSpellingPerAddress(String text, String canonical) {
        assertThat(IpAddress.parse(text).map(IpAddress::toString)).contains(canonical);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1",
                "1.2.3",
                "1.2.3.4.5",
                "01.2.3.4",
                "256.1.1.1",
                "1.2.3.4.",
                ".1.2.3",
                "1..2.3",
                "a.b.c.d",
                ":",
                ":::",
                "1::2::3",
                "1:2:3:4:5:6:7",
                "1:2:3:4:5:6:7:8:9",
                "1:2:3:4:5:6:7:8::",
                "12345::",
                "::g",
                "1:",
                ":1",
                "::1:",
                "1.2.3.4::",
                "1.2.3.4::1",
                "1:1.2.3.4::",
                "::1.2.3.4:5",
                "::1.2.3",
                "[::1",
                "::1]",
                "[]",
                "%",
                "%eth0",
                "1.2.3.4%eth0",
                "1.2.3.4/24",
                "::1/64",
                "-1.2.3.4",
                "１.2.3.4",
                "::１",
                "localhost",
                "1.2.3.4\u0000"
            })
    void anythingElseIsNone(String text) {
        assertThat(IpAddress.parse(text)).isEmpty();
    }

    @Test
    void masksAndContains() {
        IpAddress a = IpAddress.parse("2001:db8:1234:56ff::9").orElseThrow();
        assertThat(a.masked(56)).hasToString("2001:db8:1234:5600::");
        assertThat(a.masked(0)).hasToString("::");
        assertThat(a.masked(128)).isEqualTo(a);
        assertThat(a.in(IpAddress.parse("0.0.0.0").orElseThrow(), 0)).isFalse();
        assertThat(a.in(IpAddress.parse("2001:db8::").orElseThrow(), 32)).isTrue();
        assertThatThrownBy(() -> IpAddress.parse("1.2.3.4").orElseThrow().masked(33))
                .hasMessageContaining("0 to 32")
                .hasMessageContaining("33");
    }
}
