package io.github.ostiary.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.trial.AnswerForm.Leads;
import io.github.ostiary.trial.SignInLog.AttemptEnd;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is kept of answers to attempts, and the line that is made of it. */
class SignInLogTest {

    private final SignInLog log = new SignInLog("signin.main", "a");

    private static AnswerForm form(int status, String location, Leads leads, String... cookies) {
        return new AnswerForm("POST", status, "", location, leads, List.of(cookies), List.of());
    }

    private void ended(int times, AttemptEnd evidence, AnswerForm form) {
        for (int i = 0; i < times; i++) {
            log.ended(evidence, form);
        }
    }

    private void unproved(int times, int status, String location, String... cookies) {
        Leads leads = location.startsWith("/login") ? Leads.BACK : Leads.ELSEWHERE;
        ended(times, AttemptEnd.UNPROVED, form(status, location, leads, cookies));
    }

    private String line() {
        return log.report().proposal().orElse("");
    }

    @Test
    void theAnswerThatIsLikeNoOtherMayBeTheSuccess() {
        unproved(12, 302, "/login?…");
        unproved(2, 302, "/account", "SID");
        assertThat(log.report().advice())
                .hasValue(
                        "none of 14 attempts proved a success: 12 were answered 302 to /login?…, 2 were answered 302 to"
                                + " /account with Set-Cookie: SID. If 302 to /account with Set-Cookie: SID is the answer to right"
                                + " passwords, they count as failures and lock people out: write"
                                + " signin.main.success=location:/account*");
        assertThat(line()).isEqualTo("signin.main.success=location:/account*");
    }

    @Test
    void itIsThatEvenWhereRightPasswordsAreMore() {
        unproved(2, 302, "/login?…");
        unproved(12, 302, "/account");
        assertThat(line()).isEqualTo("signin.main.success=location:/account*");
    }

    @Test
    void aCookieTellsWherePlacesDoNot() {
        unproved(5, 200, "");
        unproved(1, 200, "", "TOKEN");
        assertThat(line()).isEqualTo("signin.main.success=set-cookie:TOKEN");
    }

    /** Where {@code success} names something else, that never shows. */
    @ParameterizedTest
    @CsvSource({"principal", "session-renewed"})
    void theUsualSuccessIsTheBestProof(String signal) {
        unproved(9, 302, "/login?…");
        ended(
                1,
                AttemptEnd.UNPROVED,
                new AnswerForm("POST", 302, "", "/account", Leads.ELSEWHERE, List.of("SID"), List.of(signal)));
        assertThat(line()).isEqualTo("signin.main.success=" + signal);
        ended(1, AttemptEnd.FAILED, new AnswerForm("POST", 401, "", "", Leads.ELSEWHERE, List.of(), List.of(signal)));
        assertThat(line()).as("a failure showed it").isEqualTo("signin.main.success=location:/account*");
    }

    @ParameterizedTest
    @CsvSource({"204, status:204", "201, status:201", "200, ''"})
    void aStatusIsAProofWhereAllElseIsAnError(int status, String proof) {
        unproved(1, status, "");
        assertThat(line()).as("nothing to compare with").isEmpty();
        ended(9, AttemptEnd.FAILED, form(401, "", Leads.ELSEWHERE));
        ended(1, AttemptEnd.UNPROVED, form(400, "", Leads.ELSEWHERE));
        assertThat(line()).isEqualTo(proof.isEmpty() ? "" : "signin.main.success=" + proof);
        unproved(1, 200, "", "lang");
        assertThat(line()).as("a form that is shown again").isEmpty();
    }

    @Test
    void whatIsBelowAPlaceIsNamedByIt() {
        unproved(3, 302, "/login?…");
        unproved(1, 302, "/users/…?…");
        assertThat(line()).isEqualTo("signin.main.success=location:/users/*");
    }

    @Test
    void whatAnotherAnswerBeginsWithIsWrittenExactly() {
        unproved(3, 302, "/acc?…");
        unproved(1, 302, "/");
        assertThat(line()).isEqualTo("signin.main.success=location:/");
        unproved(1, 302, "/?…");
        assertThat(line()).as("a query tells them apart").isEqualTo("signin.main.success=location:/");
    }

    @ParameterizedTest
    @CsvSource({"204, ''", "200, ''", "302, /login", "404, ''", "302, /*", "302, /a*b"})
    void someAnswersProveNothing(int status, String location) {
        unproved(9, 302, "/login?…");
        unproved(1, status, location);
        assertThat(line()).isEmpty();
        assertThat(log.report().advice().orElse("")).endsWith("name what proves a success in signin.main.success");
    }

    /** An attacker who is led where the members are led has taken the proof away. */
    @Test
    void whatAFailureShowedIsNeverProposed() {
        unproved(9, 302, "/login?…");
        unproved(2, 302, "/account", "SID");
        ended(1, AttemptEnd.FAILED, form(302, "/account", Leads.ELSEWHERE, "SID"));
        assertThat(line()).isEmpty();
        unproved(1, 302, "/home", "SID");
        assertThat(line()).as("the place, not the cookie").isEqualTo("signin.main.success=location:/home*");
        ended(1, AttemptEnd.FAILED, form(302, "/home/…", Leads.ELSEWHERE));
        assertThat(line()).as("only the place itself").isEqualTo("signin.main.success=location:/home");
        ended(1, AttemptEnd.FAILED, form(303, "/home", Leads.ELSEWHERE));
        assertThat(line()).isEmpty();
    }

    @Test
    void whereTheCallerMayHaveAskedToBeLedProvesNothingButACookieDoes() {
        unproved(9, 302, "/login?…");
        ended(1, AttemptEnd.UNPROVED, form(302, "/service", Leads.WHERE_ASKED));
        assertThat(line()).isEmpty();
        ended(1, AttemptEnd.UNPROVED, form(302, "/service", Leads.WHERE_ASKED, "TGC"));
        assertThat(line()).isEqualTo("signin.main.success=set-cookie:TGC");
    }

    @ParameterizedTest
    @CsvSource({"JSESSIONID", "XSRF-TOKEN", "csrf", "lang", "PLAY_FLASH"})
    void someCookiesAreNoProof(String cookie) {
        unproved(9, 200, "");
        unproved(1, 200, "", cookie);
        assertThat(line()).isEmpty();
    }

    /** A failure that cannot be kept may have shown anything. */
    @Test
    void whoeverFillsTheTableGetsNothingProposed() {
        unproved(2, 302, "/account");
        for (int i = 0; i < SignInLog.MOST; i++) {
            ended(1, AttemptEnd.FAILED, form(302, "/junk" + i, Leads.ELSEWHERE));
        }
        assertThat(log.report().answers()).hasSize(SignInLog.MOST);
        ended(1, AttemptEnd.FAILED, form(302, "/more", Leads.ELSEWHERE));
        unproved(2, 302, "/account");
        assertThat(line()).isEmpty();
    }

    @Test
    void itIsBoundedAndTheFrequentStay() {
        unproved(5, 302, "/account");
        for (int i = 0; i < 1_000; i++) {
            unproved(1, 302, "/login" + i, "c" + i, "d", "e", "f", "x y", "z\n");
        }
        assertThat(log.report().answers()).hasSize(SignInLog.MOST);
        assertThat(log.report().attempts().all()).isEqualTo(1_005);
        assertThat(log.report().advice().orElse(""))
                .hasSizeLessThan(1_000)
                .contains("5 were answered 302 to /account", "were answered otherwise")
                .doesNotContain("x y");
        assertThat(SignInText.write(log)).hasSizeLessThan(8_000);
    }

    @Test
    void aProvedSuccessEndsTheAdvice() {
        unproved(3, 302, "/login?…");
        unproved(1, 302, "/account");
        ended(1, AttemptEnd.PROVED, form(302, "/", Leads.ELSEWHERE));
        assertThat(log.report().advice()).isEmpty();
        assertThat(line()).isEmpty();
        assertThat(log.report().attempts().proved()).isEqualTo(1);
        log.follow("a");
        assertThat(log.report().attempts().all()).isEqualTo(5);
        log.follow("b");
        assertThat(log.report().attempts().all()).isZero();
    }

    @Test
    void oneFormAloneTellsNothingYet() {
        unproved(3, 302, "/account");
        assertThat(log.report().advice())
                .hasValue(
                        "none of 3 attempts proved a success: 3 were answered 302 to /account. If right passwords were among"
                                + " them, they count as failures and lock people out: name what proves a success in"
                                + " signin.main.success. Sign in once with the right and once with a wrong password: this line then"
                                + " shows both answers");
    }

    @Test
    void aBeanThatThrowsMayReturnForASuccess() {
        AnswerForm thrown = new AnswerForm("", 0, "LoginException", "", Leads.ELSEWHERE, List.of(), List.of());
        AnswerForm returned = new AnswerForm("", 0, "", "", Leads.ELSEWHERE, List.of(), List.of());
        ended(1, AttemptEnd.UNPROVED, returned);
        assertThat(line()).isEmpty();
        ended(4, AttemptEnd.FAILED, thrown);
        assertThat(log.report().advice())
                .hasValue(
                        "none of 5 attempts proved a success: 1 returned, 4 showed a failure. If a call that returns had the"
                                + " right password, they count as failures and lock people out: write signin.main.success=return");
    }

    @Test
    void attemptsWithoutANameAreSaidToBe() {
        unproved(1, 200, "");
        log.nameless();
        assertThat(log.report().advice().orElse("")).endsWith(". None had a name where signin.main.name reads it");
        unproved(1, 200, "");
        assertThat(log.report().advice().orElse(""))
                .endsWith(". 1 of them had no name where signin.main.name reads it");
    }

    @Test
    void theContainerHasNoSignalsToWrite() {
        log.saidByContainer();
        unproved(9, 302, "/login?…");
        unproved(1, 302, "/account");
        assertThat(log.report().advice()).isEmpty();
        assertThat(line()).isEmpty();
    }

    @Test
    void otherNodesAreAddedByTheirTexts() {
        unproved(3, 302, "/login?…", "a", "b");
        log.ended(AttemptEnd.UNCLEAR, null);
        log.nameless();
        SignInLog other = SignInText.read("signin.main", SignInText.write(log));
        assertThat(other.report()).isEqualTo(log.report());
        other.add(log);
        assertThat(other.report().attempts().all()).isEqualTo(8);
        assertThat(other.report().answers().get(0).attempts().unproved()).isEqualTo(6);
        for (String broken : List.of("", "2\ta\t1", "1\ta\t1\t1\t1\t1\t1\t1\t1\tx", SignInText.write(log) + "\nx")) {
            assertThatThrownBy(() -> SignInText.read("signin.main", broken))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
