package io.github.ostiary.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.KeyResolver;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.testing.NameVariants;
import io.github.ostiary.text.IpAddress;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyExpressionTest {

    private static final KeySettings SETTINGS = settings(64);

    private static KeySettings settings(int ipv6Prefix) {
        return new KeySettings(
                new ClientAddress(TrustedProxies.parse("loopback"), "X-Forwarded-For", ipv6Prefix),
                name -> switch (name) {
                    case "none" -> call -> Optional.empty();
                    case "tenant" -> call ->
                            Optional.of(Key.part("tenant", "acme").and(Key.ip("2001:db8::1")));
                    default -> throw new IllegalArgumentException("no resolver " + name + "; register it");
                });
    }

    private static KeyExpression parse(String text) {
        return KeyExpression.parse(text, SETTINGS);
    }

    /** The keys of all sets, such as {@code [ip=1.2.3.4+principal=bob]}. */
    private static String keys(String text, CallContext call) {
        return parse(text).sets().stream()
                .map(set -> show(set.resolve(call)))
                .toList()
                .toString();
    }

    private static String perIp(String text, CallContext call) {
        return parse(text).freelyChosen().stream()
                .map(set -> show(set.resolve(call)))
                .toList()
                .toString();
    }

    private static String show(Optional<Key> key) {
        return key.map(k -> String.join(
                        "+",
                        k.parts().stream().map(p -> p.kind() + "=" + p.value()).toList()))
                .orElse("-");
    }

    private static FakeCall call() {
        return FakeCall.from("1.2.3.4");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "ip | ip=1.2.3.4",
                "ip/24 | ip=1.2.3.0/24",
                "ip/24/56 | ip=1.2.3.0/24",
                "ip/32/56 | ip=1.2.3.4",
                "principal | principal=bob",
                "principal/exact | principal=Bob",
                "session | session=S1",
                "global | global=all",
                "host | host=example.org",
                "header:X-API-Key | header:x-api-key=K1",
                "cookie:Id | cookie:Id=C1",
                "param:Name | param:Name=alice",
                "param:Name/exact | param:Name=Alice",
                "param:phone/digits | param:phone=0301234",
                "param:accent | param:accent=renée",
                "param:accent/marks | param:accent=renee",
                "param:accent/marks/exact | param:accent=Renee",
                "attribute:accent/marks | attribute:accent=Zoe",
                "attribute:plan:v$1 | attribute:plan:v$1=7",
                "attribute:\"a \\\"b\\\", c/d\" | attribute:a \"b\", c/d=quoted",
                "arg:account | arg:account=A9",
                "path:1 | path:1=posts",
                "path:2 | path:2=7",
                "role:admin | role:admin=admin",
                "resolver:tenant | tenant=acme+ip=2001:db8::/64",
                "principal+ip/24 | principal=bob+ip=1.2.3.0/24",
                "  param:Name  +  ip  | param:Name=alice+ip=1.2.3.4"
            })
    void everySource(String text, String expected) {
        FakeCall call = call().with("principal", " Bob ")
                .with("session", "S1")
                .with("host", "Example.ORG.")
                .with("path", "//posts/7/replies")
                .header("x-api-key", "K1")
                .cookie("Id", "C1")
                .param("Name", "Ａlice ")
                .param("accent", "Rene\u0301e")
                .attribute("accent", "Zo\u00eb")
                .param("phone", "+ (030) 12-３٤")
                .attribute("plan:v$1", 7)
                .attribute("a \"b\", c/d", "quoted")
                .arg("account", "A9")
                .role("admin");
        assertThat(keys(text, call)).isEqualTo("[" + expected + "]");
    }

    @Test
    void theFirstAlternativeThatResolvesWhollyCountsElseTheAddress() {
        assertThat(keys("principal | ip", call())).isEqualTo("[ip=1.2.3.4]");
        assertThat(keys("principal | header:k", call())).isEqualTo("[ip=1.2.3.4]");
        assertThat(keys(
                        "principal+header:k | session",
                        call().with("principal", "bob").with("session", "s")))
                .isEqualTo("[session=s]");
        assertThat(keys("resolver:none|role:admin|path:1|arg:x|attribute:x|host", call()))
                .isEqualTo("[ip=1.2.3.4]");
        assertThat(keys("principal, ip", call().with("principal", "bob"))).isEqualTo("[principal=bob, ip=1.2.3.4]");
    }

    @Test
    void noRequestEscapesAndNoBeanCallIsAnAddress() {
        assertThat(keys("principal|ip", FakeCall.from("@"))).isEqualTo("[ip=unknown]");
        assertThat(keys("header:k", FakeCall.from(""))).isEqualTo("[ip=unknown]");
        assertThat(keys("principal|ip", FakeCall.bean())).isEqualTo("[-]");
        assertThat(keys("principal|ip", FakeCall.bean().with("principal", "bob")))
                .isEqualTo("[principal=bob]");
    }

    /** The application takes one of two values, or trims what is none: the caller must not choose to be counted elsewhere. */
    @ParameterizedTest
    @ValueSource(strings = {"header:k", "param:k", "param:k | ip", "principal | header:k", "param:k + ip"})
    void severalValuesOrControlCharactersAreNoRequest(String text) {
        for (String[] values : new String[][] {
            {"a", "a"}, {"a", "b"}, {"1", ""}, {"a\u0000b"}, {"a\r\nSet-Cookie: x"}, {"a\u001b[2J"}, {"\ud800"}
        }) {
            FakeCall call = call().header("k", values).param("k", values);
            assertThatThrownBy(() -> keys(text, call)).isInstanceOf(MalformedCallException.class);
        }
        for (String blank : List.of("", " ")) {
            assertThat(keys(text, call().header("k", blank).param("k", blank))).isEqualTo("[ip=1.2.3.4]");
        }
        for (String none : List.of("none", "+-")) {
            assertThatThrownBy(() -> keys("param:k/digits", call().param("k", none)))
                    .isInstanceOf(MalformedCallException.class);
        }
    }

    /** A database that takes accents for no difference finds the account under each of these. */
    @Test
    void everySpellingOfALetterWithMarksIsThatLetter() {
        KeyResolver set = parse("param:u/marks").sets().get(0);
        for (String e : NameVariants.ACCENTED_E) {
            for (String name : List.of("ren" + e, "REN" + e.toUpperCase(Locale.ROOT), " ren" + e)) {
                assertThat(show(set.resolve(call().param("u", name)))).as(name).isEqualTo("param:u=rene");
            }
        }
        assertThatThrownBy(() -> set.resolve(call().param("u", "\u0301"))).isInstanceOf(MalformedCallException.class);
    }

    /** Cookies of one name may be several, of different paths. */
    @Test
    void severalCookiesAreNone() {
        for (String[] values : new String[][] {{"a", "a"}, {"a", "b"}, {"a\u0000b"}, {""}}) {
            assertThat(keys("cookie:k", call().cookie("k", values))).isEqualTo("[ip=1.2.3.4]");
        }
    }

    @Test
    void aNameThatMayBeInABodyOfAnotherTypeIsNoRequest() {
        for (String text : List.of("param:k", "param:k | ip", "principal | param:k", "param:k + ip, ip")) {
            assertThatThrownBy(() -> keys(text, call().body("xml").param("k", "decoy")))
                    .as(text)
                    .isInstanceOf(MalformedCallException.class);
        }
        assertThat(keys("principal | param:k", call().body("xml").with("principal", "bob")))
                .isEqualTo("[principal=bob]");
    }

    @Test
    void injectedTextStaysOneValue() {
        for (String value : List.of("}{", "a:b", "a+b", "9.principal.3.bob", "\"", "<script>", "x".repeat(256))) {
            assertThat(keys("header:k", call().header("k", value))).isEqualTo("[header:k=" + value + "]");
        }
    }

    @Test
    void aDeniedFormIsNotSwallowed() {
        CallContext broken = new CallContext() {
            @Override
            public List<String> parameters(String name) {
                throw new MalformedCallException("form");
            }
        };
        assertThatThrownBy(() -> keys("param:x|ip", broken)).isInstanceOf(MalformedCallException.class);
    }

    @Test
    void whatTheCallerChoosesFreelyCountsOnTheAddressToo() {
        String text = "principal | header:k+session | role:x+header:k | header:j, ip";
        assertThat(perIp(text, call().with("principal", "bob").header("j", "1")))
                .isEqualTo("[-, -]");
        assertThat(perIp(text, call().header("k", "1").with("session", "s"))).isEqualTo("[ip=1.2.3.4, -]");
        assertThat(perIp(text, call().header("k", "1").role("x").header("j", "1")))
                .isEqualTo("[-, -]");
        assertThat(perIp(text, call().header("j", "1"))).isEqualTo("[ip=1.2.3.4, -]");
        assertThat(perIp(text, call())).isEqualTo("[-, -]");
        assertThat(perIp("header:k, ip/24", call().header("k", "1"))).isEqualTo("[ip=1.2.3.0/24, -]");
    }

    @ParameterizedTest
    @CsvSource({
        "ip, false, true, all",
        "host+ip|global, false, true, some",
        "'principal|host, ip', true, false, some",
        "principal|ip, false, false, some",
        "principal|header:k, true, false, none",
        "header:k+ip, false, false, all",
        "session, true, false, none",
        "global+header:k, true, false, none",
        "host+path:1+session, true, false, none",
        "host, true, true, none",
        "host+ip, false, true, all",
        "path:2, true, false, none",
        "global+path:2, true, false, none",
        "path:2+ip, false, false, all",
        "principal+path:1, false, false, none",
        "global+role:x+header:k, false, false, none",
        "cookie:a+param:b, true, false, none",
        "ip+param:b, false, false, all",
        "attribute:a, false, false, none",
        "'ip+principal|ip, ip/24', false, false, all",
        "'ip, principal', false, false, some"
    })
    void tellsWhatItIsMadeOf(String text, boolean perIp, boolean network, String addresses) {
        KeyExpression key = parse(text);
        assertThat(key.needsPerIp()).isEqualTo(perIp);
        assertThat(key.networkOnly()).isEqualTo(network);
        assertThat(key.hasAddress()).isEqualTo(!addresses.equals("none"));
        assertThat(key.alwaysHasAddress()).isEqualTo(addresses.equals("all"));
        assertThat(key.freelyChosen()).hasSameSizeAs(key.sets());
    }

    /** Every kind of source: what a rule's key is, and what a key in hand is, must agree. */
    @Test
    void strangersShareAKeyOfAddressesHostsAndGlobal() {
        FakeCall call = call().with("principal", "bob")
                .with("session", "s")
                .with("host", "shop")
                .with("path", "/a")
                .header("k", "1")
                .header("Authorization", "Basic Ym9iOng=")
                .cookie("k", "1")
                .param("k", "1")
                .attribute("k", 1)
                .arg("k", 1)
                .role("k");
        for (SourceKind kind : SourceKind.values()) {
            if (kind == SourceKind.RESOLVER || kind == SourceKind.JSON) {
                continue;
            }
            String name = kind == SourceKind.PATH ? "1" : kind == SourceKind.BASIC ? "user" : "k";
            KeyExpression key = parse(kind.named() == SourceName.NONE ? kind.word() : kind.word() + ":" + name);
            Key found = key.sets().get(0).resolve(call).orElseThrow();
            boolean shared = List.of("ip", "host", "global", "trusted").contains(kind.word());
            assertThat(key.networkOnly()).as(kind.word()).isEqualTo(shared);
            assertThat(KeyExpression.isShared(found)).as(kind.word()).isEqualTo(shared);
            assertThat(KeyExpression.isShared(found.and(Key.ip("1.2.3.4"))))
                    .as(kind.word())
                    .isEqualTo(shared);
        }
    }

    @Test
    void tellsWhetherItNeedsAParserOfJson() {
        assertThat(parse("param:u + ip | json:u + ip").readsJson()).isTrue();
        assertThat(parse("ip, json:user.name").readsJson()).isTrue();
        assertThat(parse("param:u + ip").readsJson()).isFalse();
    }

    @Test
    void javaKeysMeetTheFilters() {
        FakeCall call = FakeCall.from("2001:db8:1:2:3::4").with("principal", "BOB");
        for (String text : List.of("ip", "ip/24/48", "ip/32/128")) {
            assertThat(Optional.of(parse(text).adopt(Key.ip("2001:db8:1:2:3::4"))))
                    .as(text)
                    .isEqualTo(parse(text).sets().get(0).resolve(call));
        }
        KeyExpression both = parse("principal+ip");
        Key java = Key.principal(" Bob").and(Key.ip("[2001:db8:1:2::9]"));
        assertThat(Optional.of(both.adopt(java))).isEqualTo(both.sets().get(0).resolve(call));
        assertThat(both.adopt(Key.of("1.2.3.4"))).isEqualTo(Key.of("1.2.3.4"));
        assertThat(parse("ip/24").adopt(Key.part("ip", "unknown"))).isEqualTo(Key.part("ip", "unknown"));
    }

    @Test
    void eachAlternativeHasItsNetworks() {
        for (String text :
                List.of("principal + ip | ip/24", "ip/24 | principal + ip", "resolver:none | principal + ip | ip/24")) {
            KeyExpression key = parse(text);
            FakeCall stranger = FakeCall.from("1.2.3.4");
            assertThat(Optional.of(key.adopt(Key.ip("1.2.3.4"))))
                    .as(text)
                    .isEqualTo(key.sets().get(0).resolve(stranger));
            assertThat(key.adopt(Key.principal("bob").and(Key.ip("1.2.3.4"))))
                    .as(text)
                    .isEqualTo(Key.principal("bob").and(Key.ip("1.2.3.4")));
            assertThat(key.known(Optional.of("bob"), IpAddress.parse("1.2.3.4")))
                    .as(text)
                    .containsExactlyInAnyOrder(
                            Key.principal("bob").and(Key.ip("1.2.3.4")), Key.part("ip", "1.2.3.0/24"));
        }
        assertThat(parse("param:u + ip/24 | header:K + ip/16").adopt(Key.ip("1.2.3.4")))
                .as("no alternative makes it")
                .isEqualTo(Key.part("ip", "1.2.3.0/24"));
    }

    @Test
    void addressesRotatingWithinAPrefixShareAKey() {
        for (String spelling : List.of("::ffff:1.2.3.4", "::ffff:102:304", "[::ffff:1.2.3.4]", "1.2.3.4")) {
            assertThat(keys("ip", FakeCall.from(spelling))).isEqualTo("[ip=1.2.3.4]");
        }
        for (String spelling : List.of("2001:db8::1", "2001:DB8:0:0:ffff::", "[2001:db8::2%eth0]")) {
            assertThat(keys("ip", FakeCall.from(spelling))).isEqualTo("[ip=2001:db8::/64]");
        }
        assertThat(keys("ip", FakeCall.from("2001:db8:0:1::1"))).isEqualTo("[ip=2001:db8:0:1::/64]");
    }
}
