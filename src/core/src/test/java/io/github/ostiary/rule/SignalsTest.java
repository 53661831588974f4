package io.github.ostiary.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.CallContext;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.store.Operation;
import io.github.ostiary.testing.Answered;
import io.github.ostiary.testing.TestCall;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignalsTest {

    private static final CallContext ANONYMOUS = new CallContext() {
        @Override
        public @Nullable Object attribute(String name) {
            return name.equals("outcome") ? Operation.FAIL : null;
        }
    };
    private static final CallContext BOB = new CallContext() {
        @Override
        public Optional<String> principal() {
            return Optional.of("bob");
        }
    };
    private static final Signal UNAUTHORIZED = new Signal.Status(Set.of(401, 403));
    private static final Signal WRONG = new Signal.Thrown("java.io.IOException");
    private static final Signal PRINCIPAL = new Signal.Authenticated();
    private static final Signals LOGIN = signals(List.of(UNAUTHORIZED, WRONG), List.of(PRINCIPAL));

    private static Signals signals(List<Signal> failure, List<Signal> success) {
        return new Signals(failure, success, List.of());
    }

    private static CallOutcome answered(int status, CallContext after) {
        return new CallOutcome(OptionalInt.of(status), CallOutcome.Answer.NONE, Optional.empty(), true, false, after);
    }

    private static CallOutcome redirected(String location) {
        return Answered.to(location).ending(302, true, ANONYMOUS);
    }

    private static CallOutcome prefixed(String location, String prefix) {
        CallContext call = new TestCall("POST", "/login").header("X-Forwarded-Prefix", prefix);
        return Answered.to(location).ending(302, true, call);
    }

    private static CallOutcome thrown(Throwable thrown, CallContext after) {
        return new CallOutcome(OptionalInt.empty(), CallOutcome.Answer.NONE, Optional.of(thrown), false, false, after);
    }

    @Test
    void a_status_is_one_of_the_list() {
        assertThat(UNAUTHORIZED.shows(answered(403, ANONYMOUS), false)).isTrue();
        assertThat(UNAUTHORIZED.shows(answered(404, ANONYMOUS), false)).isFalse();
        assertThat(UNAUTHORIZED.shows(
                        new CallOutcome(
                                OptionalInt.empty(), CallOutcome.Answer.NONE, Optional.empty(), true, false, BOB),
                        false))
                .isFalse();
    }

    @Test
    void a_location_is_equal_or_begins_alike() {
        Signal prefix = new Signal.Location("/login?error", true);
        Signal exact = new Signal.Location("/login?error", false);
        assertThat(prefix.shows(redirected("/login?error=1"), false)).isTrue();
        assertThat(exact.shows(redirected("/login?error=1"), false)).isFalse();
        assertThat(exact.shows(redirected("/login?error"), false)).isTrue();
        assertThat(prefix.shows(redirected("/login"), false)).isFalse();
        assertThat(prefix.shows(answered(302, ANONYMOUS), false)).isFalse();
    }

    /** What a caller sends as X-Forwarded-Prefix stands before every redirect of some frameworks. */
    @ParameterizedTest
    @CsvSource({
        "/xyz/login?error, FAIL",
        "/account/login?error, FAIL",
        "http://localhost/a/b/login?error&x, FAIL",
        "/xyz/%6cogin;x?error, FAIL",
        "/account/home, SUCCEED",
        "/account, SUCCEED",
        "/xyz?to=/login?error, FAIL",
        "/xyz?/login?error, FAIL",
        "/account?x/login?error, FAIL",
        "/xyz#/login?error, FAIL",
        "http://evil.example#/login?error, FAIL",
        "/xyz?to=login?error, FAIL",
        "/xyz/relogin?error, FAIL",
    })
    void a_failure_is_one_behind_any_prefix(String location, Operation ending) {
        Signals signals = signals(
                List.of(new Signal.Location("/login?error", true)), List.of(new Signal.Location("/account", true)));
        assertThat(signals.judge(redirected(location))).isEqualTo(ending);
    }

    @Test
    void a_whole_location_is_a_failure_behind_any_prefix_too() {
        Signals signals = signals(List.of(new Signal.Location("/login?error", false)), List.of(PRINCIPAL));
        assertThat(signals.judge(Answered.to("/xyz/login?error").ending(302, true, BOB)))
                .isEqualTo(Operation.FAIL);
        assertThat(signals.judge(Answered.to("/xyz/login?error=1").ending(302, true, BOB)))
                .isEqualTo(Operation.SUCCEED);
    }

    @Test
    void the_front_page_proves_what_it_says_whatever_stands_in_front() {
        Signals signals = signals(List.of(), List.of(new Signal.Location("/", false)));
        assertThat(signals.judge(prefixed("/", "/portal"))).isEqualTo(Operation.SUCCEED);
        assertThat(signals.judge(prefixed("/", "/"))).isEqualTo(Operation.SUCCEED);
    }

    /** Two guesses, then a post without a token: no prefix makes a success of it. */
    @ParameterizedTest
    @CsvSource({"/xyz/login", "/xyz?/login", "/xyz#/login", "/a/b/login;x?y"})
    void what_a_success_must_not_lead_to_is_denied_behind_any_prefix(String location) {
        Signal denied = new Signal.Not(new Signal.Location("/login", true));
        Signals signals = signals(List.of(), List.of(new Signal.All(List.of(new Signal.Status(Set.of(302)), denied))));
        assertThat(signals.judge(redirected(location))).isEqualTo(Operation.FAIL);
        assertThat(signals.judge(redirected("/account"))).isEqualTo(Operation.SUCCEED);
    }

    @ParameterizedTest
    @CsvSource({
        "/account, /account/login",
        "/%61ccount, /%61ccount/login",
        "/x/../account, /account/login",
        "'/x, /../account', /account/login",
        "http://evil.example/account, http://evil.example/account/login",
        "/account?x, /account?x/login",
        "/account;x, /account;x/login",
    })
    void what_the_caller_has_put_in_front_proves_nothing(String prefix, String location) {
        Signal account = new Signal.Location("/account", true);
        Signals signals = signals(List.of(), List.of(account));
        assertThat(signals.judge(prefixed(location, prefix))).isEqualTo(Operation.FAIL);
        assertThat(signals.judge(prefixed("/account/home", "/portal"))).isEqualTo(Operation.SUCCEED);
    }

    @Test
    void what_a_failure_denies_is_no_failure_where_it_may_show() {
        Signal denied = new Signal.Not(new Signal.Location("/account", true));
        Signals signals = signals(
                List.of(new Signal.All(List.of(new Signal.Status(Set.of(302)), denied))),
                List.of(new Signal.Status(Set.of(302))));
        assertThat(signals.judge(redirected("/account/home"))).isEqualTo(Operation.SUCCEED);
        assertThat(signals.judge(redirected("/login"))).isEqualTo(Operation.FAIL);
    }

    @Test
    void an_attribute_is_there_or_has_a_text() {
        CallOutcome outcome = answered(200, ANONYMOUS);
        assertThat(new Signal.Attribute("outcome", Optional.empty()).shows(outcome, false))
                .isTrue();
        assertThat(new Signal.Attribute("outcome", Optional.of("FAIL")).shows(outcome, false))
                .isTrue();
        assertThat(new Signal.Attribute("outcome", Optional.of("failed")).shows(outcome, false))
                .isFalse();
        assertThat(new Signal.Attribute("other", Optional.empty()).shows(outcome, false))
                .isFalse();
    }

    @Test
    void an_exception_is_found_by_superclass_and_cause() {
        assertThat(WRONG.shows(thrown(new FileNotFoundException(), ANONYMOUS), false))
                .isTrue();
        assertThat(WRONG.shows(
                        thrown(new RuntimeException(new IllegalStateException(new IOException())), ANONYMOUS), false))
                .isTrue();
        assertThat(WRONG.shows(thrown(new RuntimeException("java.io.IOException"), ANONYMOUS), false))
                .isFalse();
        assertThat(WRONG.shows(answered(401, ANONYMOUS), false)).isFalse();
    }

    @Test
    void causes_in_a_circle_end() {
        Exception a = new Exception();
        a.initCause(new Exception(a));
        assertThat(WRONG.shows(thrown(a, ANONYMOUS), false)).isFalse();
    }

    @Test
    void a_principal_was_anonymous_before() {
        assertThat(PRINCIPAL.shows(answered(200, BOB), false)).isTrue();
        assertThat(PRINCIPAL.shows(answered(200, ANONYMOUS), false)).isFalse();
        assertThat(PRINCIPAL.shows(
                        new CallOutcome(
                                OptionalInt.of(200), CallOutcome.Answer.NONE, Optional.empty(), true, true, BOB),
                        false))
                .isFalse();
    }

    @Test
    void a_return_is_no_abort_and_no_server_error() {
        Signal returned = new Signal.Returned();
        assertThat(returned.shows(answered(404, BOB), false)).isTrue();
        assertThat(returned.shows(answered(500, BOB), false)).isFalse();
        assertThat(returned.shows(thrown(new IOException(), BOB), false)).isFalse();
        assertThat(returned.shows(
                        new CallOutcome(
                                OptionalInt.empty(), CallOutcome.Answer.NONE, Optional.empty(), true, false, BOB),
                        false))
                .isTrue();
    }

    @Test
    void the_api_is_never_seen() {
        assertThat(new Signal.Api().shows(answered(200, BOB), false)).isFalse();
    }

    @Test
    void failure_wins_over_success() {
        assertThat(LOGIN.judge(answered(401, BOB))).isEqualTo(Operation.FAIL);
        assertThat(LOGIN.judge(answered(302, BOB))).isEqualTo(Operation.SUCCEED);
    }

    @Test
    void what_proves_nothing_has_failed() {
        assertThat(LOGIN.judge(answered(200, ANONYMOUS))).isEqualTo(Operation.FAIL);
        assertThat(LOGIN.judge(answered(412, ANONYMOUS))).isEqualTo(Operation.FAIL);
        assertThat(LOGIN.judge(redirected("/elsewhere"))).isEqualTo(Operation.FAIL);
        assertThat(signals(List.of(), List.of()).judge(answered(200, BOB))).isEqualTo(Operation.FAIL);
        assertThat(LOGIN.shown(answered(200, ANONYMOUS))).isNull();
    }

    @Test
    void what_the_caller_or_a_fault_can_bring_about_is_unclear() {
        assertThat(LOGIN.judge(answered(500, ANONYMOUS))).isEqualTo(Operation.UNCLEAR);
        assertThat(LOGIN.judge(thrown(new IllegalStateException(), ANONYMOUS))).isEqualTo(Operation.UNCLEAR);
        assertThat(LOGIN.judge(answered(200, BOB).unanswered())).isEqualTo(Operation.UNCLEAR);
    }

    @Test
    void what_is_neutral_was_no_attempt_unless_more_shows() {
        Signals signals = new Signals(
                List.of(UNAUTHORIZED), List.of(PRINCIPAL), List.of(new Signal.Status(Set.of(200, 401, 503))));
        assertThat(signals.judge(answered(200, ANONYMOUS))).isEqualTo(Operation.ABANDON);
        assertThat(signals.judge(answered(200, BOB))).isEqualTo(Operation.SUCCEED);
        assertThat(signals.judge(answered(401, ANONYMOUS))).isEqualTo(Operation.FAIL);
        assertThat(signals.judge(answered(503, ANONYMOUS))).isEqualTo(Operation.UNCLEAR);
    }

    /** The first of two steps, which frameworks renew the session after. */
    @Test
    void the_very_answer_that_is_neutral_is_no_success() {
        Signal second = new Signal.Location("/login/code", false);
        Signals signals = new Signals(List.of(UNAUTHORIZED), List.of(PRINCIPAL), List.of(second));
        CallOutcome password = new CallOutcome(
                OptionalInt.of(302),
                Optional.of("/login/code"),
                CallOutcome.Answer.NONE,
                Optional.empty(),
                true,
                false,
                BOB);
        assertThat(signals.judge(password)).isEqualTo(Operation.ABANDON);
        assertThat(signals.judge(answered(302, BOB))).isEqualTo(Operation.SUCCEED);
    }

    @Test
    void what_had_been_answered_before_something_escaped_fails_too() {
        CallOutcome hungUp = new CallOutcome(
                OptionalInt.of(401),
                CallOutcome.Answer.NONE,
                Optional.of(new IllegalStateException()),
                false,
                false,
                ANONYMOUS);
        assertThat(LOGIN.judge(hungUp)).isEqualTo(Operation.FAIL);
        assertThat(signals(List.of(WRONG), List.of(UNAUTHORIZED)).judge(hungUp)).isEqualTo(Operation.UNCLEAR);
    }

    @Test
    void a_status_alone_may_show_a_failure() {
        Signal redirect = new Signal.Status(Set.of(302));
        Signal elsewhere = new Signal.Not(new Signal.Location("/account", true));
        assertThat(LOGIN.failBy(401)).isTrue();
        assertThat(LOGIN.failBy(200)).isFalse();
        assertThat(signals(List.of(new Signal.Not(UNAUTHORIZED)), List.of()).failBy(200))
                .isTrue();
        assertThat(signals(List.of(new Signal.All(List.of(redirect, elsewhere))), List.of())
                        .failBy(302))
                .isFalse();
        assertThat(signals(List.of(elsewhere), List.of()).failBy(302)).isFalse();
    }

    @Test
    void what_escapes_fails_by_its_class_only_and_never_succeeds() {
        assertThat(LOGIN.judge(thrown(new IOException(), BOB))).isEqualTo(Operation.FAIL);
        assertThat(LOGIN.judge(thrown(new IllegalStateException(), BOB))).isEqualTo(Operation.UNCLEAR);
    }

    @Test
    void a_server_error_fails_where_it_is_said_to_and_never_succeeds() {
        assertThat(LOGIN.judge(answered(503, BOB))).isEqualTo(Operation.UNCLEAR);
        assertThat(signals(List.of(new Signal.Status(Set.of(503))), List.of(PRINCIPAL))
                        .judge(answered(503, BOB)))
                .isEqualTo(Operation.FAIL);
    }

    private static CallOutcome leaving(String location, CallContext call) {
        return Answered.to(location).ending(302, false, call);
    }

    @Test
    void what_does_not_show_is_something_when_it_cannot_show_any_more() {
        Signal notThere = new Signal.Not(new Signal.Location("/login", true));
        assertThat(notThere.shows(leaving("/account", ANONYMOUS), false)).isFalse();
        assertThat(notThere.shows(redirected("/account"), false)).isTrue();
        assertThat(notThere.shows(redirected("/login"), false)).isFalse();
        assertThat(notThere.shows(thrown(new IOException(), ANONYMOUS), false)).isFalse();
        Signal anonymous = new Signal.Not(PRINCIPAL);
        assertThat(anonymous.shows(leaving("/account", ANONYMOUS), false)).isFalse();
        assertThat(anonymous.shows(redirected("/account"), false)).isTrue();
        assertThat(anonymous.shows(redirected("/account"), false)).isTrue();
        assertThat(anonymous.shows(answered(200, BOB), false)).isFalse();
        assertThat(new Signal.Not(WRONG).shows(leaving("/account", ANONYMOUS), false))
                .isFalse();
    }

    @Test
    void a_conjunction_shows_when_all_do() {
        Signal both = new Signal.All(
                List.of(new Signal.Status(Set.of(302)), new Signal.Not(new Signal.Location("/login", true))));
        assertThat(both.shows(redirected("/account"), false)).isTrue();
        assertThat(both.shows(redirected("/login?error"), false)).isFalse();
        assertThat(both.shows(answered(200, ANONYMOUS), false)).isFalse();
    }

    /** An application may redirect first, and say afterwards that the password was wrong. */
    @Test
    void no_success_shows_before_the_call_is_over() {
        Signal home = new Signal.Location("/home", false);
        assertThat(signals(List.of(UNAUTHORIZED), List.of(home)).shown(leaving("/home", ANONYMOUS)))
                .isNull();
        assertThat(signals(List.of(UNAUTHORIZED), List.of(home)).shown(redirected("/home")))
                .isEqualTo(Operation.SUCCEED);
        assertThat(signals(List.of(home), List.of()).shown(leaving("/home", ANONYMOUS)))
                .isEqualTo(Operation.FAIL);
    }

    /** Asked for {@code //login}, an application that redirects to its request's path means no host of that name. */
    @Test
    void a_location_that_can_be_read_in_two_ways_fails_by_either_and_succeeds_by_both() {
        Signal login = new Signal.Location("/login", true);
        Signal account = new Signal.Location("/account", true);
        assertThat(signals(List.of(login), List.of(account)).judge(redirected("//account/login")))
                .isEqualTo(Operation.FAIL);
        assertThat(signals(List.of(), List.of(account)).judge(redirected("//account/x")))
                .isEqualTo(Operation.FAIL);
        assertThat(signals(List.of(), List.of(account)).judge(redirected("//account/account")))
                .isEqualTo(Operation.SUCCEED);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "TGC=eyJ.x; Path=/; Secure; HttpOnly → true",
                "TGC=x → true",
                "TGC=x; Max-Age=3600; Expires=Sat, 21 Nov 2026 22:06:36 GMT → true",
                "TGC=x; Expires=Thu, 01-Jan-2070 00:00:00 GMT → true",
                "TGC=; Path=/ → false",
                "TGC=\"\"; Path=/ → false",
                "TGC=x; Max-Age=0 → false",
                "TGC=x; max-age=-1; Path=/ → false",
                "TGC=x; Expires=Thu, 01 Jan 1970 00:00:10 GMT → false",
                "TGC=deleted; expires=Thu, 01-Jan-70 00:00:01 GMT; path=/ → false",
                "tgc=x → false",
                "TGCX=x → false",
                "a=TGC=x → false",
                "TGC → false",
            })
    void a_cookie_taken_away_is_not_set(String line, boolean set) {
        assertThat(SetCookies.gives(line, "TGC")).isEqualTo(set);
    }
}
