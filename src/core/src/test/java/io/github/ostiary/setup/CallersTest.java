package io.github.ostiary.setup;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.CallContext;
import io.github.ostiary.TimeSource;
import io.github.ostiary.config.Given;
import io.github.ostiary.local.LocalStore;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallersTest {

    private static Callers callers(String... lines) {
        SharedSecret shared =
                new SharedSecret(new LocalStore(1, TimeSource.system()).sharedState(), TimeSource.system());
        return new Callers(Given.file(lines).read().context(), shared);
    }

    private static CallContext call(String peer, Map<String, String> headers) {
        return new CallContext() {
            @Override
            public Optional<String> peer() {
                return Optional.of(peer);
            }

            @Override
            public List<String> headers(String name) {
                String line = headers.get(name.toLowerCase(Locale.ROOT));
                return line == null ? List.of() : List.of(line);
            }
        };
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, true",
        "127.8.8.8, true",
        "::1, true",
        "::ffff:127.0.0.1, true",
        "10.0.0.1, false",
        "128.0.0.1, false",
        "::2, false",
        "nobody, false",
    })
    void thisMachineIsLoopback(String peer, boolean here) {
        assertThat(callers().isFromHere(call(peer, Map.of()))).isEqualTo(here);
    }

    @Test
    void whatAProxyHereForwardsIsFromWhereItSays() {
        CallContext forwarded = call("127.0.0.1", Map.of("x-forwarded-for", "203.0.113.7"));
        assertThat(callers().isFromHere(forwarded)).isFalse();
        assertThat(callers("trustedProxies=loopback").isFromHere(forwarded)).isFalse();
        assertThat(callers("trustedProxies=loopback").address(forwarded)).hasValue("203.0.113.7");
        assertThat(callers().isFromHere(call("127.0.0.1", Map.of("forwarded", "for=127.0.0.1"))))
                .isFalse();
        assertThat(callers("trustedProxies=loopback").isFromHere(call("127.0.0.1", Map.of())))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "x-forwarded-proto; https; true",
                "x-forwarded-proto; HTTPS; true",
                "x-forwarded-proto; http; false",
                "x-forwarded-proto; https, http; false",
                "x-forwarded-proto; http, https; true",
                "x-forwarded-proto; httpsx; false",
                "forwarded; 'for=1.2.3.4;proto=https'; false",
            })
    void onlyATrustedProxyIsBelievedThatItWasHttps(String header, String value, boolean secured) {
        CallContext call = call("10.0.0.1", Map.of(header, value));
        assertThat(callers("trustedProxies=private").isSecured(call)).isEqualTo(secured);
        assertThat(callers().isSecured(call)).isFalse();
        assertThat(callers("trustedProxies=loopback").isSecured(call)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "for=1.2.3.4^proto=https; true",
                "proto=\"https\"^for=1.2.3.4; true",
                "for=1.2.3.4^Proto=HTTPS; true",
                "for=1.2.3.4^proto=https, for=10.0.0.2^proto=http; true",
                "for=1.2.3.4^proto=http, for=10.0.0.2^proto=https; false",
                "for=6.6.6.6^proto=https, for=1.2.3.4^proto=http; false",
                "proto=https, for=1.2.3.4^proto=http; false",
                "proto=https, for=unknown^proto=http; false",
                "proto=https, for=1.2.3.4; false",
                "for=1.2.3.4^host=\"a, proto=https^b\"^proto=http; false",
                "for=1.2.3.4^host=\"a, proto=https\"^proto=http; false",
                "for=1.2.3.4^proto=http^proto=https; false",
                "for=\"proto=https\"; false",
                "for=1.2.3.4; false",
            })
    void forwardedIsBelievedAsForAddresses(String value, boolean secured) {
        CallContext call = call("10.0.0.1", Map.of("forwarded", value.replace('^', ';'), "x-forwarded-proto", "https"));
        assertThat(callers("trustedProxies=private", "forwardedHeader=Forwarded")
                        .isSecured(call))
                .isEqualTo(secured);
        assertThat(callers("forwardedHeader=Forwarded").isSecured(call)).isFalse();
    }

    /** A proxy that speaks of addresses by another header hands on what its caller has written into this one. */
    @ParameterizedTest
    @ValueSource(strings = {"X-Forwarded-For", "CF-Connecting-IP"})
    void aHeaderThatNoProxyWritesIsTheCallers(String configured) {
        CallContext call = call(
                "10.0.0.1",
                Map.of(
                        configured.toLowerCase(Locale.ROOT),
                        "1.2.3.4",
                        "x-forwarded-proto",
                        "http",
                        "forwarded",
                        "for=1.2.3.4;proto=https"));
        assertThat(callers("trustedProxies=private", "forwardedHeader=" + configured)
                        .isSecured(call))
                .isFalse();
    }

    @Test
    void secretsAreAlikeWhereKeySecretIsAndTellNothingOfIt() {
        String[] lines = {"keySecret=0123456789abcdef"};
        assertThat(callers(lines).secret("console"))
                .hasSize(32)
                .isEqualTo(callers(lines).secret("console"))
                .isNotEqualTo(callers(lines).secret("other"));
        Callers without = callers();
        assertThat(without.secret("console"))
                .hasSize(32)
                .isEqualTo(without.secret("console"))
                .isNotEqualTo(callers().secret("console"));
    }
}
