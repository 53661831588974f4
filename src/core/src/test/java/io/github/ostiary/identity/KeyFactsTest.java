package io.github.ostiary.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.ostiary.Key;
import io.github.ostiary.text.IpAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the rest of the configuration depends on of a key, and which keys of callers it makes. */
class KeyFactsTest {

    private static final KeySettings SETTINGS = new KeySettings(
            new ClientAddress(TrustedProxies.parse(""), "Forwarded", 64), name -> call -> Optional.empty());

    private static KeyExpression parse(String key) {
        return KeyExpression.parse(key, SETTINGS);
    }

    private static String show(List<Key> keys) {
        return keys.stream().map(KeyFactsTest::show).collect(Collectors.joining(", "));
    }

    private static String show(Key key) {
        return key.parts().stream()
                .map(part -> part.kind() + "=" + part.value())
                .collect(Collectors.joining("+"));
    }

    private static FakeCall call() {
        return FakeCall.from("1.2.3.4");
    }

    /** Of a key, all that is so; of what is not said, the opposite. */
    @ParameterizedTest
    @CsvSource({
        "param:user, name-alone written",
        "basic:user, name-alone written",
        "json:user, name-alone written",
        "ip | param:user, name-alone written",
        "'ip, param:a + param:b', name-alone written",
        "param:phone/digits, written",
        "param:user + ip, written",
        "header:X, written",
        "ip | principal + param:user, written",
        "principal, needs-sign-in",
        "principal + ip, needs-sign-in",
        "principal + ip | principal, needs-sign-in",
        "'ip, principal', needs-sign-in",
        "principal | ip, ''",
        "cookie:c, ''",
        "session, ''",
        "host + path:1, ''",
        "ip, networks-only",
        "ip | host + global, networks-only",
        "ip + principal, needs-sign-in",
        "'ip, session', ''",
    })
    void whatFollowsFromAKey(String key, String facts) {
        assertThat(facts(parse(key))).isEqualTo(facts);
        assertThat(parse(key).isWrittenIn(call())).isFalse();
    }

    private static String facts(KeyExpression key) {
        Map<String, Boolean> all = new LinkedHashMap<>();
        all.put("name-alone", key.isNameAlone());
        all.put("needs-sign-in", key.needsSignIn());
        all.put("written", key.isWritten());
        all.put("networks-only", key.networkOnly());
        all.values().removeIf(each -> !each);
        return String.join(" ", all.keySet());
    }

    @ParameterizedTest
    @CsvSource({"principal + ip, true, true", "principal | ip, true, false", "principal, false, false"})
    void anAddressIsInSomeAlternativesOrInAll(String key, boolean some, boolean all) {
        assertThat(parse(key).hasAddress()).isEqualTo(some);
        assertThat(parse(key).alwaysHasAddress()).isEqualTo(all);
    }

    @Test
    void whatIsWrittenIsThereIfItMayBe() {
        KeyExpression user = parse("principal | param:user + ip");
        assertThat(user.isWrittenIn(call().param("user", "bob"))).isTrue();
        assertThat(user.isWrittenIn(call().param("user", "bob", "eve")))
                .as("twice")
                .isTrue();
        assertThat(user.isWrittenIn(call().param("user", "b\u0001b")))
                .as("no name")
                .isTrue();
        assertThat(user.isWrittenIn(call().body("xml"))).as("it cannot be read").isTrue();
        assertThat(user.isWrittenIn(call().with("principal", "bob").param("other", "x")))
                .isFalse();
        assertThat(parse("header:X").isWrittenIn(call().body("xml").param("X", "1")))
                .isFalse();
    }

    @Test
    void itsParametersAreThoseOfAllAlternatives() {
        assertThat(parse("param:b + ip | principal, param:a, header:x, json:c").parameters())
                .containsExactly("a", "b");
        assertThat(parse("json:c").parameters()).isEmpty();
        assertThat(parse("ip | json:c").readsJson()).isTrue();
        assertThat(parse("ip | param:c").readsJson()).isFalse();
    }

    @Test
    void anAddressAloneIsAnyRulesKey() {
        for (String key : new String[] {"principal", "param:user + ip", "global"}) {
            assertThat(parse(key).couldMake(Key.ip("1.2.3.4"))).isTrue();
        }
    }

    @Test
    void aKeyIsPossibleIfItIsWrittenAsTheFilterWouldWriteIt() {
        KeyExpression key = parse("principal + ip | param:user | header:X + host");
        assertThat(key.couldMake(Key.principal("bob").and(Key.ip("1.2.3.4")))).isTrue();
        assertThat(key.couldMake(Key.part("param:user", "bob"))).isTrue();
        assertThat(key.couldMake(Key.part("param:user", "bob".repeat(100))))
                .as("a digest")
                .isTrue();
        assertThat(key.couldMake(Key.part("param:user", "Bob"))).isFalse();
        assertThat(key.couldMake(Key.part("param:other", "bob"))).isFalse();
        assertThat(key.couldMake(Key.ip("1.2.3.4").and(Key.principal("bob"))))
                .as("order")
                .isFalse();
        assertThat(key.couldMake(Key.principal("bob"))).isFalse();
        assertThat(key.couldMake(Key.principal("bob").and(Key.part("host", "x"))))
                .isFalse();
        assertThat(key.couldMake(Key.part("param:user", "bob").and(Key.ip("1.2.3.4"))))
                .isFalse();
        assertThat(parse("resolver:any").couldMake(Key.of("x").and(Key.of("y"))))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "principal, principal=bob",
        "param:user, param:user=bob",
        "ip | basic:user, basic:user=bob",
        "param:user/exact, param:user=Bob",
        "param:phone/digits, ''",
        "param:user + ip, ''",
        "header:X, ''",
        "session, ''",
    })
    void aPrincipalIsKnownAsTheNameThatOneWouldType(String key, String known) {
        Key bob = Key.part(Key.PRINCIPAL, key.endsWith("exact") ? "Bob" : "bob");
        assertThat(parse(key).knownAs(bob).map(KeyFactsTest::show).orElse("")).isEqualTo(known);
    }

    @Test
    void nothingElseIsKnownAsATypedName() {
        KeyExpression key = parse("param:user");
        assertThat(key.knownAs(Key.of("bob"))).isEmpty();
        assertThat(key.knownAs(Key.principal("bob").and(Key.part("host", "x")))).isEmpty();
        assertThat(key.knownAs(Key.principal("bob".repeat(100))))
                .as("its text is lost")
                .isEmpty();
    }

    @Test
    void aCallerOfWhomLittleIsKnownIsCountedByWhatThatMakes() {
        KeyExpression key =
                parse("principal | ip/24, ip/24 | header:K + ip/24, host, path:1, role:x, global, resolver:none");
        Optional<String> bob = Optional.of("Bob");
        Optional<IpAddress> address = IpAddress.parse("1.2.3.4");
        assertThat(show(key.known(bob, address)))
                .isEqualTo("principal=bob, ip=1.2.3.0/24, header:k=Bob+ip=1.2.3.0/24, global=all");
        assertThat(show(key.known(bob, Optional.empty()))).isEqualTo("principal=bob, global=all");
        assertThat(show(key.known(Optional.empty(), address))).isEqualTo("ip=1.2.3.0/24, global=all");
    }

    @ParameterizedTest
    @ValueSource(strings = {"basic:name", "json:a..b", "json:.a"})
    void aNameThatItsSourceCannotHaveIsDenied(String key) {
        assertThatIllegalArgumentException().isThrownBy(() -> parse(key)).withMessageContaining(key);
    }
}
