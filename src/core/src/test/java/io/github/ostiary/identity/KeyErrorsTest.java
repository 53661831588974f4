package io.github.ostiary.identity;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Key;
import java.util.Optional;
import java.util.Random;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyErrorsTest {

    private static final KeySettings SETTINGS =
            new KeySettings(new ClientAddress(TrustedProxies.parse(""), "Forwarded", 64), name -> {
                if (name.equals("missing")) {
                    throw new IllegalArgumentException("no resolver 'missing'; register it");
                }
                return call -> Optional.of(Key.of(name));
            });

    @ParameterizedTest
    @ValueSource(
            strings = {
                "principle ; unknown source 'principle' ; did you mean principal?",
                "IP ; unknown source 'IP' ; did you mean ip?",
                "Header:x ; unknown source 'Header' ; did you mean header?",
                "user ; unknown source 'user' ; did you mean principal?",
                "email ; unknown source 'email' ; did you mean param:email?",
                "X-Api-Key ; unknown source 'X-Api-Key' ; did you mean header:X-Api-Key?",
                "remoteAddr ; unknown source 'remoteAddr' ; did you mean ip?",
                "Authorization ; unknown source 'Authorization' ; did you mean header:Authorization?",
                "apikey ; unknown source 'apikey' ; known are",
                "jwt:sub ; unknown source 'jwt' ; known are",
                "uri ; unknown source 'uri' ; known are",
                "parameter:x ; unknown source 'parameter' ; param:NAME",
                "header ; header needs a name ; header:NAME",
                "header: ; header needs a name ; header:NAME",
                "header:\"\" ; header needs a name ; header:NAME",
                "header:\"x ; never ends ; closing",
                "principal:bob ; principal takes no name ; principal alone",
                "ip: ; ip takes no name ; ip alone",
                "ip/0 ; 1 to 32 ; ip/V4",
                "ip/33 ; 1 to 32 ; ip/32/56",
                "ip/24/129 ; 1 to 128 ; ip/V4/V6",
                "ip/24/56/1 ; too many ; ip/24/56",
                "ip/ ; 1 to 32 ; not ''",
                "ip/x ; 1 to 32 ; not 'x'",
                "principal/exakt ; unknown modifier 'exakt' ; did you mean exact",
                "param:u/mark ; and marks (é is e) ; did you mean marks",
                "global/marks ; takes no modifier ; remove /marks",
                "global/exact ; takes no modifier ; remove /exact",
                "role:a/exact ; takes no modifier ; remove",
                "principal/exact/exact ; twice ; remove one",
                "path:0 ; path:0 ; 1 to 999",
                "path:x ; path:x ; path:1",
                "ip, ip ; same set ; remove one",
                "principal!ip!principal ; same alternative ; remove one",
                "ip+ip ; same part ; remove one",
                "header:X, header:x ; same set ; remove one",
                ", ip ; before ', ip' ; known are",
                "ip, ; at the end ; known are",
                "ip! ; at the end ; known are",
                "ip+ ; at the end ; known are",
                "ip principal ; 'principal' does not continue ; separate sets",
                "header:x y ; 'y' does not continue ; quote names",
                "header:ä ; header needs a name ; header:NAME",
                "ip;x ; does not continue ; separate",
                "resolver:missing ; no resolver 'missing' ; register it"
            })
    void errorsNamePieceBoundAndRemedy(String row) {
        int last = row.lastIndexOf(" ; ");
        int middle = row.lastIndexOf(" ; ", last - 1);
        String text = row.substring(0, middle).replace('!', '|');
        assertThatThrownBy(() -> KeyExpression.parse(text, SETTINGS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(row.substring(middle + 3, last))
                .hasMessageContaining(row.substring(last + 3));
    }

    @Test
    void nothingButIllegalArgumentExceptionIsEverThrown() {
        long seed = 4711;
        Random random = new Random(seed);
        String[] words = {
            "ip",
            "principal",
            "header:",
            "x",
            "\"",
            "\\",
            "/",
            "24",
            "exact",
            ",",
            "|",
            "+",
            " ",
            ":",
            "path:1",
            "\u0000"
        };
        int parsed = 0;
        for (int i = 0; i < 50_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(7); n >= 0; n--) {
                text.append(words[random.nextInt(words.length)]);
            }
            try {
                parsed += KeyExpression.parse(text.toString(), SETTINGS).sets().isEmpty() ? 0 : 1;
            } catch (IllegalArgumentException e) {
                Assertions.assertThat(e.getMessage())
                        .as("seed %d, round %d", seed, i)
                        .startsWith("key '");
            }
        }
        Assertions.assertThat(parsed).isBetween(1_000, 49_000);
    }
}
