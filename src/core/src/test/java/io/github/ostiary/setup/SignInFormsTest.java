package io.github.ostiary.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.github.ostiary.config.Given;
import io.github.ostiary.testing.LogLines;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SignInFormsTest {

    private final LogLines log = LogLines.of(SignInForms.class.getName());

    @AfterEach
    void close() {
        log.close();
    }

    private static SignInForms forms(String key) {
        return SignInForms.of(Given.file(
                        "lockout.door.path=/login, /api/*",
                        "lockout.door.key=" + key,
                        "lockout.door.steps=3/1h lock 1h",
                        "lockout.door.failure=status:401",
                        "limit.sms.path=/login",
                        "limit.sms.key=param:phone/digits",
                        "limit.sms.perIp=none",
                        "limit.sms.rate=3/1h")
                .read());
    }

    @Test
    void aFormWithoutTheParameterIsToldOfOnceWithItsFields() {
        SignInForms forms = forms("param:username + ip");
        assertThat(forms.wonder("username")).isTrue();
        assertThat(forms.wonder("phone"))
                .as("a limit counts more than sign-ins")
                .isFalse();
        forms.posted("username", "/other", List.of("x"));
        forms.posted("username", "/login", List.of("user", "password", "_csrf"));
        forms.posted("username", "/login", List.of("once", "more"));
        assertThat(forms.wonder("username")).isFalse();
        assertThat(log.warnings())
                .singleElement(STRING)
                .contains(
                        "lockout.door",
                        "(/login, /api/*)",
                        "without param:username",
                        "the fields _csrf, password, user.",
                        "lockout.door.key");
    }

    /** Its lockouts share the name: it is said once, with the line that is written. */
    @Test
    void ofASignInTheLineToWriteIsNamedOnce() {
        SignInForms forms = SignInForms.of(Given.file("signin.main.path=/login", "signin.main.name=param:username")
                .read());
        forms.posted("username", "/login", List.of("user", "password"));
        assertThat(log.warnings())
                .singleElement(STRING)
                .startsWith("signin.main: a form was posted to its path (/login) without param:username")
                .contains("name its field in signin.main.name:");
    }

    @Test
    void anEarlierFormWithItSettlesIt() {
        SignInForms forms = forms("param:username + ip");
        forms.posted("username", "/api/x", List.of("username"));
        forms.posted("username", "/login", List.of("x"));
        assertThat(log.warnings()).isEmpty();
    }

    @Test
    void oneOfSeveralIsEnough() {
        SignInForms forms = forms("param:username + ip | param:mail + ip");
        forms.posted("username", "/login", List.of("mail"));
        assertThat(forms.wonder("mail")).isFalse();
        assertThat(log.warnings()).isEmpty();
    }

    /** Callers choose names, how many, and what is in them. */
    @Test
    void namesOfTheCallersChoiceDoNotReachTheLog() {
        forms("param:username")
                .posted(
                        "username",
                        "/login",
                        List.of("ok", "a\nWARNING: forged", "\u001b[2J", "x".repeat(41), "{0}", "p=v", "é", ""));
        forms("param:username").posted("username", "/login", List.of("\n"));
        forms("param:username").posted("username", "/login", List.of());
        forms("param:username")
                .posted(
                        "username",
                        "/login",
                        IntStream.range(0, 10_000).mapToObj(i -> "f" + i).toList());
        assertThat(log.warnings()).hasSize(4).allMatch(line -> line.length() < 500 && line.matches("\\p{Print}+"));
        assertThat(log.warnings().get(0)).contains("the fields ok and 7 more fields, not named here");
        assertThat(log.warnings().get(1)).contains("has 1 field, not named here");
        assertThat(log.warnings().get(2)).contains("has no fields");
        assertThat(log.warnings().get(3)).contains("and 9980 more fields");
    }
}
