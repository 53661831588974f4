package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.rule.Signal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignalParserTest {

    @Test
    void reads_every_kind() {
        assertThat(SignalParser.failure("status:401,403, location:/login?error*, attribute:a.b=no, attribute:c,"
                        + " exception:a.b.C$D, return, api, status: 400"))
                .containsExactlyInAnyOrder(
                        new Signal.Status(Set.of(400, 401, 403)),
                        new Signal.Location("/login?error", true),
                        new Signal.Attribute("a.b", Optional.of("no")),
                        new Signal.Attribute("c", Optional.empty()),
                        new Signal.Thrown("a.b.C$D"),
                        new Signal.Returned(),
                        new Signal.Api());
        assertThat(SignalParser.successes("principal, location:/home, attribute:x=a=b")
                        .signals())
                .containsExactly(
                        new Signal.Authenticated(),
                        new Signal.Location("/home", false),
                        new Signal.Attribute("x", Optional.of("a=b")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            quoteCharacter = '"',
            value = {
                "401 → '401' follows no status; write status:401",
                "status:401, api, 403 → '403' follows no status; write status:403",
                "status: → '' is not a status; write a list of 100 to 599, such as status:401,403",
                "status:99 → '99' is not a status; write a list of 100 to 599, such as status:401,403",
                "status:401,600 → '600' is not a status; write a list of 100 to 599, such as status:401,403",
                "status:4xx → '4xx' is not a status; write a list of 100 to 599, such as status:401,403",
                "status:401,401 → the status 401 is written twice; remove one",
                "stauts:401 → unknown signal 'stauts:401'; did you mean status? Write status:401,403,"
                        + " location:/login?error*, attribute:NAME=VALUE, exception:CLASS, principal, session-renewed,"
                        + " set-cookie:NAME, header:NAME, return or api",
                "location:login → 'login' is not a location; begin with /, the root of the application, with a * at most"
                        + " at the end, such as location:/login?error*",
                "location:/*/login → '/*/login' is not a location; begin with /, the root of the application, with a *"
                        + " at most at the end, such as location:/login?error*",
                "location:/a#b → '/a#b' has a # or ;, which are not compared; write path and query without it",
                "attribute: → 'attribute:' lacks a name or a value; write attribute:NAME=VALUE or attribute:NAME",
                "attribute:a= → 'attribute:a=' lacks a name or a value; write attribute:NAME=VALUE or attribute:NAME",
                "exception:LoginException → 'LoginException' is not a full class name; write one, such as"
                        + " exception:javax.security.auth.login.FailedLoginException",
                "exception:a.b c → 'a.b c' is not a full class name; write one, such as"
                        + " javax.security.auth.login.FailedLoginException",
                "api:login → api stands alone; write api alone",
                "return: → return stands alone; write return alone",
                "header:Location → 'header:Location' proves too little; write location:/path",
                "header:set-cookie → 'header:set-cookie' proves too little; write set-cookie:NAME",
                "set-cookie:a=b → 'set-cookie:a=b' needs a valid name; write set-cookie:NAME, without a value",
                "header: → 'header:' needs a valid name; write header:NAME, without a value",
                "!api → !api means nothing, since api is never seen; remove it",
                "status:302 + → a + joins two signals; write status:302 + !location:/login*",
                "status:302 + !status:302 + !status:302 → the same signal is written twice; remove one",
                "status:302! → a failure needs no ! after a status; remove it",
                "status:302 + principal → principal shows a caller who has just signed in, which is no failure;"
                        + " remove it",
                "api, api → the same signal is written twice; remove one",
                "api,, → an entry of the list is empty; remove the extra comma",
                "principal → principal shows a caller who has just signed in, which is no failure; remove it",
            })
    void problems(String text, String problem) {
        assertThatThrownBy(() -> SignalParser.failure(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(problem);
    }

    @Test
    void proofs_denials_and_conjunctions() {
        assertThat(SignalParser.successes(
                                "session-renewed, set-cookie:TGC, header:X-Token, status:302,303 + !location:/login*"
                                        + "+!status:401,403, attribute:a=b+c")
                        .signals())
                .containsExactly(
                        new Signal.SessionRenewed(),
                        new Signal.SetCookie("TGC"),
                        new Signal.Header("X-Token"),
                        new Signal.All(List.of(
                                new Signal.Status(Set.of(302, 303)),
                                new Signal.Not(new Signal.Location("/login", true)),
                                new Signal.Not(new Signal.Status(Set.of(401, 403))))),
                        new Signal.Attribute("a", Optional.of("b+c")));
        assertThat(SignalParser.failure("!principal, status:302 + location:/a?x=b+c"))
                .containsExactly(
                        new Signal.Not(new Signal.Authenticated()),
                        new Signal.All(
                                List.of(new Signal.Status(Set.of(302)), new Signal.Location("/a?x=b+c", false))));
        SignalParser.Successes accepted = SignalParser.successes("status:204, status:302,303!");
        assertThat(accepted.accepted()).containsExactly(new Signal.Status(Set.of(302, 303)));
        assertThat(accepted.signals())
                .containsExactly(new Signal.Status(Set.of(204)), new Signal.Status(Set.of(302, 303)));
    }

    @Test
    void an_exception_is_no_success() {
        assertThatThrownBy(
                        () -> SignalParser.successes("principal, exception:a.B").signals())
                .hasMessage("an exception that escapes is never a success; remove exception:CLASS");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "location:/login/password",
                "status:200",
                "status:400, header:X-Next",
                "status:302 + location:/login/password*",
                "attribute:step=2",
            })
    void an_answer_of_the_applications_own_choosing_may_be_neutral(String text) {
        assertThat(SignalParser.neutral(text)).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "status:302",
                "status:200, status:412",
                "status:500",
                "!status:401",
                "!status:401 + !location:/login*",
                "status:302 + !location:/login?error*",
                "exception:java.io.IOException",
                "return",
                "principal",
                "session-renewed",
                "api",
            })
    void what_callers_bring_about_is_not_neutral(String text) {
        assertThatThrownBy(() -> SignalParser.neutral(text)).hasMessageContaining("it would make guesses free");
    }

    @Test
    void what_is_neutral_needs_no_insisting() {
        assertThatThrownBy(() -> SignalParser.neutral("status:200!"))
                .hasMessageContaining("it needs no ! after a status");
    }
}
