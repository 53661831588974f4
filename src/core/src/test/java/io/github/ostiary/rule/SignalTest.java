package io.github.ostiary.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.CallContext;
import io.github.ostiary.edge.CallOutcome;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What shows of an answer, and what must be known before it to see that. */
class SignalTest {

    private static final CallContext ANONYMOUS = new CallContext() {};
    private static final Signal UNAUTHORIZED = new Signal.Status(Set.of(401, 403));
    private static final Signal WRONG = new Signal.Thrown("java.io.IOException");
    private static final Signal PRINCIPAL = new Signal.Authenticated();

    private static Signals signals(List<Signal> failure, List<Signal> success) {
        return new Signals(failure, success, List.of());
    }

    private static CallOutcome answered(CallOutcome.Answer answer) {
        return new CallOutcome(OptionalInt.of(200), answer, Optional.empty(), true, false, ANONYMOUS);
    }

    @Test
    void a_header_shows_unless_it_is_blank_and_a_cookie_unless_it_is_taken_away() {
        CallOutcome.Answer answer = new CallOutcome.Answer() {
            @Override
            public List<String> headers(String name) {
                return switch (name) {
                    case "X-Token" -> List.of(" ", "abc");
                    case "X-Blank" -> List.of("", " ");
                    case "Set-Cookie" -> List.of("gone=; Max-Age=0", "token=abc");
                    default -> List.of();
                };
            }
        };
        assertThat(new Signal.Header("X-Token").shows(answered(answer), false)).isTrue();
        assertThat(new Signal.Header("X-Blank").shows(answered(answer), false)).isFalse();
        assertThat(new Signal.Header("X-None").shows(answered(answer), false)).isFalse();
        assertThat(new Signal.SetCookie("token").shows(answered(answer), false)).isTrue();
        assertThat(new Signal.SetCookie("gone").shows(answered(answer), false)).isFalse();
    }

    @Test
    void a_session_is_renewed_where_the_answer_says_so() {
        CallOutcome.Answer renewed = new CallOutcome.Answer() {
            @Override
            public boolean sessionRenewed() {
                return true;
            }
        };
        assertThat(new Signal.SessionRenewed().shows(answered(renewed), false)).isTrue();
        assertThat(new Signal.SessionRenewed().shows(answered(CallOutcome.Answer.NONE), false))
                .isFalse();
    }

    /** Else the session of before the call need not be looked at. */
    @Test
    void a_session_is_asked_for_where_one_of_the_signals_needs_it() {
        Signal renewed = new Signal.SessionRenewed();
        for (Signal signal : List.of(renewed, new Signal.Not(renewed), new Signal.All(List.of(PRINCIPAL, renewed)))) {
            assertThat(signals(List.of(), List.of(PRINCIPAL, signal)).askForSessions())
                    .isTrue();
            assertThat(signals(List.of(signal), List.of()).askForSessions()).isTrue();
            assertThat(new Signals(List.of(), List.of(), List.of(signal)).askForSessions())
                    .isTrue();
        }
        Signal without = new Signal.All(List.of(PRINCIPAL, new Signal.Not(UNAUTHORIZED)));
        assertThat(new Signals(List.of(UNAUTHORIZED), List.of(without), List.of(WRONG)).askForSessions())
                .isFalse();
    }

    @Test
    void a_status_alone_shows_what_several_signals_of_status_say() {
        Signal both = new Signal.All(List.of(new Signal.Not(new Signal.Status(Set.of(404))), UNAUTHORIZED));
        assertThat(signals(List.of(both), List.of()).failBy(401)).isTrue();
        assertThat(signals(List.of(both), List.of()).failBy(404)).isFalse();
        assertThat(signals(List.of(both), List.of()).failBy(200)).isFalse();
        assertThat(signals(List.of(new Signal.Not(UNAUTHORIZED)), List.of()).failBy(401))
                .isFalse();
    }
}
