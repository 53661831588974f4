package io.github.ostiary.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.engine.Signal;
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
        assertThat(SignalParser.success("principal, location:/home, attribute:x=a=b"))
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
                        + " location:/login?error*, attribute:NAME=VALUE, exception:CLASS, principal, return or api",
                "location:login → 'login' is not a location; begin with /, the root of the application, with a * at most"
                        + " at the end, such as location:/login?error*",
                "location:/*/login → '/*/login' is not a location; begin with /, the root of the application, with a *"
                        + " at most at the end, such as location:/login?error*",
                "location:/a#b → '/a#b' has a # or ;, which are not compared; write path and query without it",
                "attribute: → 'attribute:' lacks a name or a value; write attribute:NAME=VALUE or attribute:NAME",
                "attribute:a= → 'attribute:a=' lacks a name or a value; write attribute:NAME=VALUE or attribute:NAME",
                "exception:LoginException → 'LoginException' is not a class name in full; write one, such as"
                        + " exception:javax.security.auth.login.FailedLoginException",
                "exception:a.b c → 'a.b c' is not a class name; write it in full, such as"
                        + " javax.security.auth.login.FailedLoginException",
                "api:login → api takes nothing; write api alone",
                "return: → return takes nothing; write return alone",
                "api, api → the same signal is written twice; remove one",
                "api,, → an entry of the list is empty; remove the extra comma",
                "principal → principal, who is authenticated now and was not before, is no failure; remove it",
            })
    void problems(String text, String problem) {
        assertThatThrownBy(() -> SignalParser.failure(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(problem);
    }

    @Test
    void an_exception_is_no_success() {
        assertThatThrownBy(() -> SignalParser.success("principal, exception:a.B"))
                .hasMessage("an exception that escapes is never a success; remove exception:CLASS");
    }
}
