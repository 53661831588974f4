package io.github.ostiary.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.CallContext;
import io.github.ostiary.MalformedCallException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionTest {

    private static final String SECRET = "s3cret";

    private static FakeCall call() {
        return FakeCall.from("1.2.3.4")
                .with("principal", "Bob")
                .with("host", "Example.org")
                .role("admin")
                .header("X-Pass", "a, b")
                .header("X-Two", "one", "two")
                .cookie("c", "1")
                .param("p", "v")
                .attribute("plan", 7)
                .arg("0", "x");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "  ",
                "role:admin",
                "!role:user",
                "principal:present",
                "!principal:absent",
                "principal=bob",
                "principal=\" BOB \"",
                "principal=Ｂob",
                "!principal=alice",
                "host:example.ORG",
                "!host:other",
                "header:x-pass",
                "header:X-Pass=\"a, b\"",
                "header:X-Two=one",
                "header:X-Two = one",
                "header:X-Two=two",
                "!header:X-Two=three",
                "!header:X-None",
                "cookie:c",
                "cookie:c=1",
                "!cookie:c=2",
                "param:p=v",
                "param:p",
                "attribute:plan=7",
                "attribute:plan",
                "arg:0=x",
                "role:admin, header:X-Two=one , !role:user"
            })
    void holds(String when) {
        assertThat(Condition.parseAll(when.replace(" = ", "=")).test(call())).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "role:user",
                "!role:admin",
                "principal:absent",
                "principal=alice",
                "host:org",
                "header:X-None",
                "header:X-Pass=a",
                "header:X-Two=ONE",
                "header:X-Two=\"one \"",
                "!header:X-Two=one",
                "cookie:C",
                "cookie:c=11",
                "param:p=V",
                "param:q",
                "attribute:plan=8",
                "arg:1",
                "role:admin, role:user"
            })
    void doesNotHold(String when) {
        assertThat(Condition.parseAll(when).test(call())).isFalse();
    }

    @Test
    void anAnonymousCallIsNobody() {
        CallContext nobody = FakeCall.from("1.2.3.4");
        assertThat(Condition.parseAll("principal:absent").test(nobody)).isTrue();
        assertThat(Condition.parseAll("principal:present").test(nobody)).isFalse();
        assertThat(Condition.parseAll("principal=bob").test(nobody)).isFalse();
        assertThat(Condition.principals("bob", false).test(nobody)).isFalse();
    }

    @Test
    void listsOfPrincipals() {
        assertThat(Condition.principals("alice, BOB", false).test(call())).isTrue();
        assertThat(Condition.principals("\"Bob\"", false).test(call())).isTrue();
        assertThat(Condition.principals("alice, \"bob, jr\"", false).test(call()))
                .isFalse();
        assertThatThrownBy(() -> Condition.principals("alice,", false)).hasMessageContaining("needs a value");
        assertThatThrownBy(() -> Condition.principals("", false)).hasMessageContaining("needs a value");
    }

    @Test
    void parametersAreReadOnlyIfAllElseHolds() {
        FakeCall call = call();
        Condition condition = Condition.parseAll("param:p=v, role:user");
        assertThat(condition.readsParameters()).isTrue();
        assertThat(condition.test(call)).isFalse();
        assertThat(call.parameterReads()).isZero();
        assertThat(Condition.parseAll("role:user").readsParameters()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "roll:admin ; unknown kind 'roll' ; did you mean role",
                "method:POST ; methods are no condition ; methods=POST",
                "POST ; methods are no condition ; methods=POST",
                "user:bob ; unknown kind 'user' ; known are",
                "ip:10.0.0.1 ; unknown kind 'ip' ; known are",
                "session:x ; unknown kind 'session' ; known are",
                "path:1 ; unknown kind 'path' ; principal:present, principal:absent, principal=NAME, host:NAME, header:NAME[=VALUE]",
                "principal=\"\u0001\" ; principal ; name",
                "role ; role needs a name ; role:NAME",
                "json:a ; json:a needs a value, a text or a whole number ; json:a=VALUE",
                "json:a..b=c ; has a member without a name ; json:user.name",
                "json:a=True ; also read true, false and null from other values ; attribute:NAME=VALUE",
                "json:a=\"null\" ; also read true ; position=last",
                "role:a=b ; role:a takes no value ; remove",
                "principal ; principal needs ; principal=NAME",
                "principal:bob ; principal needs ; principal=NAME",
                "principal= ; needs a value ; quote",
                "header:X= ; header:X needs a value ; quote",
                "header:X=\"a ; header:X ; closing",
                "header:\"X ; header ; closing",
                "role:a role:b ; condition 1 ; commas",
                "role:a,, role:b ; condition 2 ; known are",
                "role:a, ; condition 2 ; known are",
                "!!role:a ; condition 1 ; known are",
                "host: ; host needs a name ; host:NAME"
            })
    void errorsNamePieceBoundAndRemedy(String when, String first, String second) {
        assertThatThrownBy(() -> Condition.parseAll(when))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(first)
                .hasMessageContaining(second);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "header:X=a," + SECRET,
                "header:X=\"" + SECRET,
                "header:X=\"a\"" + SECRET,
                "header:X=a\"" + SECRET,
                "role:x=" + SECRET,
                "header:X=\"" + SECRET + "\", nonsense",
                "header:X=a,\"" + SECRET + "\""
            })
    void errorsKeepSecrets(String when) {
        assertThatThrownBy(() -> Condition.parseAll(when))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .doesNotContain(SECRET);
        assertThat(Condition.parseAll("header:X=" + SECRET).toString()).doesNotContain(SECRET);
    }

    /** The type of a body does not choose whether a rule about attempts applies. */
    @Test
    void whatMayStandInABodyThatCannotBeReadIsNoAnswer() {
        Condition condition = Condition.parseAll("param:p=v, principal:present");
        assertThat(condition.clearly().test(call())).isTrue();
        assertThat(condition.clearly().test(call().param("p", "other").with("principal", "eve")))
                .isTrue();
        assertThat(condition.clearly().test(FakeCall.from("1.2.3.4").with("principal", "bob")))
                .isFalse();
        assertThat(condition.clearly().test(FakeCall.from("1.2.3.4").param("p", "v")))
                .isFalse();
        FakeCall hidden = call().body("xml");
        assertThatThrownBy(() -> condition.clearly().test(hidden)).isInstanceOf(MalformedCallException.class);
        assertThat(Condition.parseAll("principal:present").clearly().test(hidden))
                .isTrue();
        assertThat(condition.certainly().test(hidden)).isFalse();
    }

    /** Folding is for what denies. */
    @Test
    void nobodyGetsAWaiverByAnotherSpellingOfAName() {
        for (String name : List.of("boss", "BOSS", "Boss", "ｂoss", "boss ")) {
            FakeCall call = FakeCall.from("1.2.3.4").with("principal", name);
            boolean same = name.equals("boss");
            assertThat(Condition.principals("boss", true).test(call)).as(name).isEqualTo(same);
            assertThat(Condition.parseAll("principal=boss").certainly().test(call))
                    .as(name)
                    .isEqualTo(same);
            assertThat(Condition.parseAll("!principal=boss").certainly().test(call))
                    .as("an exception from a waiver, %s", name)
                    .isFalse();
            assertThat(Condition.principals("boss", false).test(call)).isTrue();
            assertThat(Condition.parseAll("principal=boss").test(call)).isTrue();
        }
    }

    private static boolean holds(String when, String member) {
        return Condition.parseAll(when).test(call().json("method", member));
    }

    @Test
    void aMemberOfJsonIsComparedExactly() {
        assertThat(holds("json:method=tools/call", "tools/call")).isTrue();
        assertThat(holds("json:method=tools/call", "tools/list")).isFalse();
        assertThat(holds("!json:method=tools/call", "tools/list")).isTrue();
        assertThat(holds("json:method=\"a, b\"", "a, b")).isTrue();
        assertThat(holds("json:method=1", "1")).isTrue();
        assertThat(holds("json:method=1", "2")).isFalse();
        assertThat(holds("json:method=1", "v1")).isFalse();
        assertThat(holds("json:method=v1", "1")).isFalse();
        assertThat(Condition.parseAll("json:method=a").test(FakeCall.from("1.2.3.4")))
                .isFalse();
        assertThat(Condition.parseAll("json:a=b, role:x").readsJson()).isTrue();
        assertThat(Condition.parseAll("param:a=b").readsJson()).isFalse();
    }

    /** What applications convert to the value of a condition, by {@link MemberText}: it must not be another request to the rule. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "tools/call|Tools/Call",
                "tools/call|tools/call ",
                "tools/call|tools/call\u0000",
                "tools/call|ｔools/call",
                "tools/call|tools/c\u00ADall",
                "1|01",
                "1|+1",
                "1| 1",
                "1|1.0",
                "1|1.",
                "1|1e0",
                "1|0x1",
                "1|#1",
                "1|\u0661",
                "1|１",
                "1|1.0d",
                "1|\u00000\u0031",
                "1|\u000001",
                "-1|-01",
                "0|-0",
                "0|00",
                "2.0|2",
                "2.0|2.00",
                "100|1E2",
                "0.5|.5"
            })
    void aMemberThatSomeApplicationsTakeForTheValueIsNoAnswer(String wanted, String found) {
        FakeCall call = call().json("method", found);
        for (String when : List.of("json:method=" + wanted, "!json:method=" + wanted)) {
            Condition condition = Condition.parseAll(when);
            assertThatThrownBy(() -> condition.test(call)).as(when).isInstanceOf(MalformedCallException.class);
            assertThatThrownBy(() -> condition.clearly().test(call)).isInstanceOf(MalformedCallException.class);
            assertThat(condition.certainly().test(call)).as("a waiver").isFalse();
        }
    }

    @Test
    void aBodyThatHidesMembersNeitherAppliesNorNot() {
        FakeCall hidden = call().body("xml");
        for (String when : List.of("json:a=b", "!json:a=b", "role:admin, json:a=b")) {
            assertThatThrownBy(() -> Condition.parseAll(when).test(hidden)).isInstanceOf(MalformedCallException.class);
            assertThat(Condition.parseAll(when).certainly().test(hidden)).isFalse();
        }
        assertThat(Condition.parseAll("json:a=b, role:user").test(hidden)).isFalse();
    }
}
