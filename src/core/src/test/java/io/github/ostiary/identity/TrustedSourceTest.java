package io.github.ostiary.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.MalformedCallException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a proxy says of callers, and strangers who say it themselves. */
class TrustedSourceTest {

    private static final String PROXY = "10.0.0.1";
    private static final String STRANGER = "203.0.113.7";
    private static final KeySettings BEHIND = settings("10.0.0.0/8");

    private static KeySettings settings(String proxies) {
        return new KeySettings(
                new ClientAddress(TrustedProxies.parse(proxies), "X-Forwarded-For", 64),
                name -> call -> Optional.empty());
    }

    private static KeyExpression key(String text) {
        return KeyExpression.parse(text, BEHIND);
    }

    private static Key found(String text, CallContext call) {
        return key(text).sets().get(0).resolve(call).orElseThrow();
    }

    private static FakeCall proxied(String... lines) {
        return FakeCall.from(PROXY).header("X-Forwarded-For", STRANGER).header("X-ASN", lines);
    }

    @Test
    void whatAProxySaysIsCounted() {
        Key network = found("trusted:X-ASN", proxied("AS64500"));
        assertThat(network).isEqualTo(Key.part("trusted:x-asn", "AS64500"));
        assertThat(found("trusted:X-ASN", proxied(" AS64500 "))).as("trimmed").isEqualTo(network);
        assertThat(found("trusted:x-asn", proxied("AS64500"))).as("in any case").isEqualTo(network);
        assertThat(found("trusted:X-ASN", proxied("AS64501"))).isNotEqualTo(network);
        assertThat(found("trusted:X-ASN + ip", proxied("AS64500"))).isEqualTo(network.and(Key.ip(STRANGER)));
    }

    /** Without it, and for a peer that is no proxy, the address counts: the header chooses no counter. */
    @Test
    void aStrangerWhoSaysItIsCountedAsIfHeHadNot() {
        Key silent = found("trusted:X-ASN", FakeCall.from(STRANGER));
        assertThat(silent).isEqualTo(Key.ip(STRANGER));
        String[][] attempts = {{"AS1"}, {"AS2"}, {"AS1", "AS2"}, {"AS1, AS2"}, {"\u0001"}, {""}};
        for (String[] lines : attempts) {
            FakeCall call =
                    FakeCall.from(STRANGER).header("X-Forwarded-For", "6.6.6.6").header("X-ASN", lines);
            assertThat(found("trusted:X-ASN", call)).isEqualTo(silent);
            assertThat(key("trusted:X-ASN").attempts().get(0).resolve(call)).contains(silent);
        }
        FakeCall unknown = FakeCall.from("unix:").header("X-ASN", "AS1");
        assertThat(found("trusted:X-ASN", unknown)).isEqualTo(found("ip", unknown));
        assertThat(key("trusted:X-ASN").sets().get(0).resolve(FakeCall.bean().header("X-ASN", "AS1")))
                .as("no peer, no request")
                .isEmpty();
    }

    @Test
    void anotherSpellingOfTheHeaderIsAnotherHeader() {
        FakeCall call = FakeCall.from(PROXY).header("X-Forwarded-For", STRANGER).header("X_ASN", "AS1");
        assertThat(found("trusted:X-ASN", call)).isEqualTo(Key.ip(STRANGER));
    }

    /** Which of two values is the proxy's depends on the proxy. */
    @Test
    void aProxyThatAddsItsValueToTheStrangersIsNotGuessedAt() {
        String[][] both = {
            {"AS1", "AS64500"},
            {"AS64500", "AS64500"},
            {"AS1, AS64500"},
            {",AS64500"},
            {"AS64500,"},
            {"", "AS64500"},
            {"A\u0001S1"}
        };
        for (String[] lines : both) {
            for (String text : new String[] {"trusted:X-ASN", "trusted:X-ASN + ip", "trusted:X-ASN | ip"}) {
                assertThatThrownBy(() -> found(text, proxied(lines)))
                        .as(text + " " + String.join(" / ", lines))
                        .isInstanceOf(MalformedCallException.class)
                        .hasMessageNotContaining("AS1");
            }
        }
        assertThat(found("trusted:X-ASN", proxied(""))).as("blank is nothing").isEqualTo(Key.ip(STRANGER));
    }

    @Test
    void nobodyChoosesItAndStrangersShareIt() {
        assertThat(key("trusted:X-ASN").needsPerIp()).isFalse();
        assertThat(key("trusted:X-ASN + header:X-Api-Key").needsPerIp())
                .as("new keys from one network")
                .isTrue();
        assertThat(key("trusted:X-ASN, ip").networkOnly()).isTrue();
        assertThat(KeyExpression.isShared(Key.part("trusted:x-asn", "AS1"))).isTrue();
        assertThat(KeyExpression.isShared(Key.part("trustedness", "AS1"))).isFalse();
        assertThat(key("trusted:X-ASN").isWritten()).isFalse();
        assertThat(key("trusted:X-ASN | param:u").countsApart()).isFalse();
    }

    @Test
    void withoutProxiesItIsAMistake() {
        assertThatThrownBy(() -> KeyExpression.parse("trusted:X-ASN", settings("")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "trusted:x-asn is believed from trusted proxies only, and trustedProxies is empty; set it to"
                                + " their networks, such as trustedProxies=private");
        assertThatThrownBy(() -> key("trusted")).hasMessageContaining("write trusted:NAME");
    }
}
