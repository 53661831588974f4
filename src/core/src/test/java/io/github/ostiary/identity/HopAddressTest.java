package io.github.ostiary.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.text.IpAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One hop, as proxies write it. */
class HopAddressTest {

    @ParameterizedTest
    @CsvSource({
        "1.2.3.4, 1.2.3.4",
        "1.2.3.4:51234, 1.2.3.4",
        "1.2.3.4:_hidden, 1.2.3.4",
        "1.2.3.4:0, 1.2.3.4",
        "1.2.3.4:65539, 1.2.3.4",
        "1.2.3.4:_aZ-z.A_09, 1.2.3.4",
        "' 1.2.3.4 ', 1.2.3.4",
        "2001:db8::1, 2001:db8::1",
        "[2001:db8::1], 2001:db8::1",
        "[2001:db8::1]:47, 2001:db8::1",
        "::ffff:1.2.3.4, 1.2.3.4"
    })
    void isRead(String text, String address) {
        assertThat(HopAddress.parse(text)).isPresent().isEqualTo(IpAddress.parse(address));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "unknown",
                "_hidden",
                "1.2.3",
                "1.2.3.4:",
                "1.2.3.4:123456",
                "1.2.3.4:_",
                "1.2.3.4:_a`",
                "1.2.3.4:_a{",
                "1.2.3.4:_a@",
                "1.2.3.4:_a[",
                "1.2.3.4:_a/",
                "1.2.3.4:1a",
                "1.2.3.4:a_",
                "1.2.3.4:٤٧",
                "1.2.3.4:-1",
                "[2001:db8::1",
                "[2001:db8::1]x",
                "[2001:db8::1]47",
                "[]",
                "[1.2.3.4:80",
                "1.2.3.4 5.6.7.8",
                "example.org:80",
                ":80"
            })
    void isNoAddress(String text) {
        assertThat(HopAddress.parse(text)).isEmpty();
    }

    @Test
    void twiceTheLongestAddressIsStillRead() {
        assertThat(HopAddress.parse("1.2.3.4" + " ".repeat(153))).isPresent();
    }

    @ParameterizedTest
    @ValueSource(ints = {161, 100_000})
    void whatIsFarTooLongIsNotLookedAt(int length) {
        assertThat(HopAddress.parse("1.2.3.4" + " ".repeat(length - 7))).isEmpty();
    }
}
