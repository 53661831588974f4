package io.github.ostiary.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.MalformedCallException;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Names that come in forms from some callers and in JSON from others: the body's type does not choose who is counted. */
class KeySetTest {

    private static final KeySettings SETTINGS = new KeySettings(
            new ClientAddress(TrustedProxies.parse(""), "Forwarded", 64), name -> call -> Optional.empty());
    private static final Key PEER = Key.ip("10.0.0.1");

    private static String written(Key key) {
        return key.parts().stream()
                .map(part -> part.kind() + "=" + part.value())
                .collect(Collectors.joining("+"));
    }

    private static Key found(String key, CallContext call) {
        return KeyExpression.parse(key, SETTINGS).sets().get(0).resolve(call).orElseThrow();
    }

    private static FakeCall call() {
        return FakeCall.from("10.0.0.1");
    }

    private static void refuses(FakeCall call) {
        for (String key : new String[] {"param:u | json:u", "json:u | param:u", "param:u + ip | json:u + ip"}) {
            assertThatThrownBy(() -> found(key, call)).as(key).isInstanceOf(MalformedCallException.class);
        }
    }

    @Test
    void eachBodyIsReadInItsOwnWay() {
        for (String key : new String[] {"param:u | json:u", "json:u | param:u"}) {
            assertThat(written(found(key, call().json("u", "Bob")))).isEqualTo("param:u=bob");
            assertThat(written(found(key, call().body("form").param("u", "Bob"))))
                    .isEqualTo("param:u=bob");
        }
    }

    @Test
    void aBodyOfAThirdKindNamesNobodySafely() {
        refuses(call().body("xml"));
        refuses(call().body("xml").param("u", "decoy"));
    }

    @Test
    void aNameInTheQueryBesideOneInJsonIsTwoNames() {
        refuses(call().json("u", "bob").param("u", "decoy"));
        refuses(call().body("json").param("u", "decoy"));
        refuses(call().body("json").param("u", "decoy", "bob"));
    }

    @Test
    void whoNamesNobodyIsCountedByAddress() {
        for (String key : new String[] {"param:u | json:u", "json:u | param:u"}) {
            assertThat(found(key, call().body("json"))).isEqualTo(PEER);
            assertThat(found(key, call().body("form"))).isEqualTo(PEER);
            assertThat(found(key, call())).isEqualTo(PEER);
        }
    }

    /** Or three guesses in a form and three in JSON would be six. */
    @Test
    void aNameInJsonIsTheOneInTheForm() {
        String key = "param:login + ip | json:user.name + ip | json:other + ip";
        assertThat(written(found(key, call().json("user.name", "bob")))).isEqualTo("param:login=bob+ip=10.0.0.1");
        assertThat(written(found(key, call().json("other", "bob")))).isEqualTo("param:login=bob+ip=10.0.0.1");
        for (String unlike : new String[] {
            "param:u | json:u + ip",
            "param:u + ip | json:u",
            "param:u/exact | json:u",
            "ip + json:u | param:u + ip",
            "param:u | json:u/digits"
        }) {
            assertThatThrownBy(() -> found(unlike, call()))
                    .as(unlike)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'" + unlike + "'")
                    .hasMessageContaining("the same parts in the same order");
        }
    }

    /** Who has not signed in has no name that a body could hide. */
    @Test
    void aNameThatMayBeHiddenIsAskedForWhereAllElseIsThere() {
        String key = "principal + param:u";
        FakeCall hidden = call().body("xml");
        assertThat(found(key, hidden)).isEqualTo(PEER);
        assertThatThrownBy(() -> found(key, hidden.with("principal", "bob")))
                .isInstanceOf(MalformedCallException.class);
        assertThat(written(found(key, call().with("principal", "bob").param("u", "x"))))
                .isEqualTo("principal=bob+param:u=x");
    }

    @Test
    void halfANameOfFormsIsNoneUnlessTheApplicationKnowsTheOtherHalf() {
        assertThatThrownBy(() -> found("param:a + param:b", call().param("a", "1")))
                .isInstanceOf(MalformedCallException.class);
        assertThat(found("param:a + param:b", call())).isEqualTo(PEER);
        assertThat(found("principal + param:a", call().param("a", "1"))).isEqualTo(PEER);
    }

    @Test
    void halfANameInJsonIsNone() {
        assertThatThrownBy(() -> found("json:tenant + json:user", call().json("user", "bob")))
                .isInstanceOf(MalformedCallException.class);
        assertThat(written(found(
                        "json:tenant + json:user", call().json("user", "bob").json("tenant", "acme"))))
                .isEqualTo("json:tenant=acme+json:user=bob");
    }
}
