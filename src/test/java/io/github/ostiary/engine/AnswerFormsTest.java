package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.testing.TestCall;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** What is kept of answers that showed nothing, and the line that is made of it. */
class AnswerFormsTest {

    private final AnswerForms forms = new AnswerForms();

    private void answered(int times, int status, String location, String... cookies) {
        CallOutcome.Answer answer = new CallOutcome.Answer() {
            @Override
            public Collection<String> headers(String name) {
                return name.equalsIgnoreCase("Set-Cookie") ? List.of(cookies) : List.of();
            }
        };
        for (int i = 0; i < times; i++) {
            forms.add(new CallOutcome(
                    OptionalInt.of(status),
                    Optional.of(location).filter(text -> !text.isEmpty()),
                    answer,
                    Optional.empty(),
                    true,
                    false,
                    new TestCall("POST", "/login")));
        }
    }

    @Test
    void theAnswerThatIsLikeNoOtherMayBeTheSuccess() {
        answered(12, 302, "/login?error");
        answered(2, 302, "/account", "SID=secret; Path=/");
        assertThat(forms).hasToString("12 answered 302 to /login, 2 answered 302 to /account with Set-Cookie: SID");
        assertThat(forms.line("signin.main.success"))
                .hasValue("if 302 to /account with Set-Cookie: SID answers a right password, write"
                        + " signin.main.success=location:/account*");
    }

    @Test
    void aCookieTellsWherePlacesDoNot() {
        answered(5, 200, "");
        answered(1, 200, "", "TOKEN=secret; HttpOnly");
        assertThat(forms.line("signin.main.success"))
                .hasValue("if 200 with Set-Cookie: TOKEN answers a right password, write"
                        + " signin.main.success=set-cookie:TOKEN");
    }

    @Test
    void whatIsBelowAPlaceIsNamedByIt() {
        answered(3, 302, "/login?error");
        answered(1, 302, "/users/bob?name=bob");
        assertThat(forms.toString()).doesNotContain("bob");
        assertThat(forms.line("k").orElse("")).endsWith("write k=location:/users/*");
    }

    @Test
    void answersOfOneKindTellNothing() {
        answered(9, 302, "/login?error");
        assertThat(forms.line("k")).isEmpty();
        answered(1, 404, "");
        assertThat(forms.line("k")).as("an error is no success").isEmpty();
    }

    @Test
    void itIsBoundedWhateverTheApplicationAnswers() {
        for (int i = 0; i < 1_000; i++) {
            answered(1, 302, "/a" + i, "c" + i + "=1", "d=2", "e=3", "f=4", "x y=5");
        }
        assertThat(forms.toString()).hasSizeLessThan(600).endsWith("992 answered otherwise");
    }
}
