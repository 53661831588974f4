package io.github.ostiary.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.text.IpAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One element of RFC 7239's header. */
class ForwardedElementTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "for=192.0.2.43 | 192.0.2.43",
                "For=192.0.2.43;proto=http;by=203.0.113.43 | 192.0.2.43",
                "proto=https ; FOR = 192.0.2.43 | 192.0.2.43",
                "for=\"[2001:db8:cafe::17]:4711\" | 2001:db8:cafe::17",
                "for=\"192.0.2.43:47\" | 192.0.2.43",
                "host=\"a;for=6.6.6.6\";for=192.0.2.43 | 192.0.2.43",
                "host=\"a\\\";for=6.6.6.6\";for=192.0.2.43 | 192.0.2.43",
                "for=\"192\\.0.2.43\" | 192.0.2.43",
                "forwarded=1;for=192.0.2.43; | 192.0.2.43"
            })
    void itsAddressIsThatOfFor(String element, String address) {
        assertThat(ForwardedElement.address(element)).isPresent().isEqualTo(IpAddress.parse(address));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "proto=https | true",
                "for=1.2.3.4;Proto=\"HTTPS\" | true",
                "proto=http | false",
                "proto=https;proto=https | false",
                "for=1.2.3.4 | false",
            })
    void isHttpsIfItSaysSoOnce(String element, boolean https) {
        assertThat(ForwardedElement.isHttps(element)).isEqualTo(https);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "for=",
                "for=unknown",
                "for=_hidden",
                "by=192.0.2.43",
                "192.0.2.43",
                "=192.0.2.43",
                "for=192.0.2.43;for=192.0.2.44",
                "for=192.0.2.43;for=192.0.2.43",
                "for=\"192.0.2.43",
                "for=\"",
                "x=\";for=192.0.2.43"
            })
    void orThereIsNone(String element) {
        assertThat(ForwardedElement.address(element)).isEmpty();
    }
}
