package io.github.ostiary.identity;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Key;
import io.github.ostiary.KeyResolver;
import io.github.ostiary.MalformedCallException;
import java.nio.charset.Charset;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BasicCredentialsTest {

    private static final KeySettings SETTINGS = new KeySettings(
            new ClientAddress(TrustedProxies.parse(""), "Forwarded", 64), name -> call -> Optional.empty());
    private static final KeyExpression KEY = KeyExpression.parse("basic:user", SETTINGS);

    private static String basic(String userAndPassword, Charset charset) {
        return "Basic " + Base64.getEncoder().encodeToString(userAndPassword.getBytes(charset));
    }

    private static FakeCall with(String... lines) {
        return FakeCall.from("10.0.0.1").header("Authorization", lines);
    }

    private static String clearly(String... lines) {
        return key(KEY.sets().get(0), lines);
    }

    private static String key(KeyResolver resolver, String... lines) {
        Optional<Key> key = resolver.resolve(with(lines));
        return key.orElseThrow().parts().stream()
                .map(part -> part.kind() + "=" + part.value())
                .collect(Collectors.joining("+"));
    }

    @Test
    void theNameEndsAtTheFirstColon() {
        assertThat(clearly(basic("Aladdin:open:sesame", UTF_8))).isEqualTo("basic:user=aladdin");
        assertThat(clearly(basic("bob:", UTF_8))).isEqualTo("basic:user=bob");
    }

    @Test
    void theSchemeHasNoCaseAndTheNameIsFolded() {
        assertThat(clearly(basic("BOB:x", UTF_8).replace("Basic ", "bASIC   "))).isEqualTo("basic:user=bob");
    }

    @Test
    void namesAreInUtf8OrElseInLatin1() {
        assertThat(clearly(basic("jörg:x", UTF_8))).isEqualTo("basic:user=jörg");
        assertThat(clearly(basic("jörg:x", ISO_8859_1))).isEqualTo("basic:user=jörg");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer Ym9iOng=", "Digest username=bob", "Basics Ym9iOng=", ""})
    void whoSignsInOtherwiseIsCountedByAddress(String line) {
        assertThat(clearly(line)).isEqualTo("ip=10.0.0.1");
    }

    /** Lenient servers skip what is no Base64, and take the first of two. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Basic",
                "Basic ",
                "Basic Ym9i*Ong=",
                "Basic Ym9i",
                "Basic Ym9iOng=, Basic Ym9iOng=",
                "Basic\tYm9i"
            })
    void whatServersMayReadDifferentlyIsNoAttempt(String line) {
        assertThatThrownBy(() -> clearly(line)).isInstanceOf(MalformedCallException.class);
    }

    @Test
    void twoLinesAreNoAttempt() {
        String bob = basic("bob:x", UTF_8);
        for (String[] lines : List.of(new String[] {bob, bob}, new String[] {"Bearer x", bob})) {
            assertThatThrownBy(() -> clearly(lines)).isInstanceOf(MalformedCallException.class);
        }
    }

    @Test
    void controlCharactersNameNobody() {
        assertThatThrownBy(() -> clearly(basic("bo\u0000b:x", UTF_8))).isInstanceOf(MalformedCallException.class);
    }
}
