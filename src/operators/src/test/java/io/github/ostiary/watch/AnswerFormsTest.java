package io.github.ostiary.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Key;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.testing.Answered;
import io.github.ostiary.testing.LockoutPolicies;
import io.github.ostiary.testing.Rules;
import io.github.ostiary.testing.TestCall;
import io.github.ostiary.trial.AnswerForm;
import io.github.ostiary.trial.AnswerForm.Leads;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The form of an answer has what tells answers apart, and neither names nor secrets. */
class AnswerFormsTest {

    private static final List<Ask> BOB = asks("param:u", "Bob");

    private final TestCall call = new TestCall("POST", "/login").param("u", "Bob");

    private static List<Ask> asks(String kind, String value) {
        return List.of(new Ask(
                LockoutPolicies.attempt(LockoutPolicies.policy().lock(3, 60, 60).named("login"), "a", "", ""),
                Rules.limit("login", List.of()),
                Key.part(kind, value)));
    }

    private AnswerForm form(String location) {
        return AnswerForms.of(Answered.to(location).ending(302, true, call), BOB);
    }

    @Test
    void hasMethodStatusAndTheBeginningOfTheLocation() {
        AnswerForm form = form("/account/bills?of=4711");
        assertThat(form.method()).isEqualTo("POST");
        assertThat(form.status()).isEqualTo(302);
        assertThat(form.location()).isEqualTo("/account/…?…");
        assertThat(form.thrown()).isEmpty();
        assertThat(form.cookies()).isEmpty();
        assertThat(form.signals()).isEmpty();
    }

    @Test
    void aLocationOfAnAnswerThatIsNoRedirectLeadsNowhere() {
        AnswerForm form = AnswerForms.of(Answered.to("/login?error").ending(200, true, call), BOB);
        assertThat(form.location()).isEmpty();
        assertThat(form.leads()).isEqualTo(Leads.ELSEWHERE);
    }

    @Test
    void hasTheKindOfWhatWasThrownAndNotItsText() {
        CallOutcome thrown = new CallOutcome(
                OptionalInt.empty(),
                CallOutcome.Answer.NONE,
                Optional.of(new IllegalStateException("the secret")),
                false,
                false,
                call);
        AnswerForm form = AnswerForms.of(thrown, BOB);
        assertThat(form.thrown()).isEqualTo("IllegalStateException");
        assertThat(form.status()).isZero();
    }

    @Test
    void hasTheNamesOfCookiesAndWhatProvesASuccess() {
        CallOutcome.Answer answer = new CallOutcome.Answer() {
            @Override
            public Collection<String> headers(String name) {
                return name.equals("Set-Cookie") ? List.of("SID=secret; Path=/") : List.of();
            }

            @Override
            public boolean sessionRenewed() {
                return true;
            }
        };
        CallOutcome outcome =
                new CallOutcome(OptionalInt.of(200), answer, Optional.empty(), true, false, call.as("bob"));
        AnswerForm form = AnswerForms.of(outcome, BOB);
        assertThat(form.cookies()).containsExactly("SID");
        assertThat(form.signals()).containsExactlyInAnyOrder("principal", "session-renewed");
    }

    @ParameterizedTest
    @CsvSource({
        "/bob, /*",
        "/bob/bills, /*/…",
        "/x-BOB-y, /*",
        "/bo, /bo",
        "/users/bob, /users/…",
        "/, /",
    })
    void aPlaceThatIsCalledLikeTheNameThatWasTriedIsNotShown(String location, String shown) {
        assertThat(form(location).location()).isEqualTo(shown);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/login", "/login?x=1", "/failed", "/Login-Error", "/start?reason=expired", "/sign-in", "/retry"
            })
    void whereWrongPasswordsLeadIsBack(String location) {
        assertThat(form(location).leads()).isEqualTo(Leads.BACK);
    }

    @Test
    void whereTheCallCameFromIsBackWhateverItIsCalled() {
        CallOutcome outcome = Answered.to("/door?x=1").ending(302, true, new TestCall("POST", "/door"));
        assertThat(AnswerForms.of(outcome, List.of()).leads()).isEqualTo(Leads.BACK);
    }

    @Test
    void whereNoCallerHasAskedForIsElsewhere() {
        call.param("other", "/account").header("Referer", "https://example.org/door");
        assertThat(form("/account").leads()).isEqualTo(Leads.ELSEWHERE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"next", "redirect_uri", "RelayState"})
    void whereAParameterAsksForIsWhereItWasAsked(String parameter) {
        call.param(parameter, "https://example.org/account/bills");
        assertThat(form("/account/bills").leads()).isEqualTo(Leads.WHERE_ASKED);
        assertThat(form("/other").leads()).isEqualTo(Leads.ELSEWHERE);
        assertThat(form("/").leads()).as("every text has that").isEqualTo(Leads.ELSEWHERE);
    }

    @Test
    void parametersAreNotReadWhereTheNameCameOtherwise() {
        call.param("next", "/account");
        CallOutcome outcome = Answered.to("/account").ending(302, true, call);
        assertThat(AnswerForms.of(outcome, asks("json:u", "Bob")).leads()).isEqualTo(Leads.ELSEWHERE);
    }

    @Test
    void whereTheRefererOrAPrefixLeadsIsWhereItWasAsked() {
        call.header("Referer", "https://example.org/account");
        assertThat(form("/account").leads()).isEqualTo(Leads.WHERE_ASKED);
        TestCall prefixed = new TestCall("POST", "/login").header("X-Forwarded-Prefix", "/mine");
        CallOutcome outcome = Answered.to("/mine/home").ending(302, true, prefixed);
        assertThat(AnswerForms.of(outcome, BOB).leads()).isEqualTo(Leads.WHERE_ASKED);
    }
}
