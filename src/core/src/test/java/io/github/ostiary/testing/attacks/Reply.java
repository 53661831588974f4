package io.github.ostiary.testing.attacks;

import java.time.Duration;

/**
 * The answer to a sign-in, and if the caller has to wait, why.
 *
 * @param rule that says so; empty for none
 * @param until since the beginning; zero if waiting does not help, or need not
 */
record Reply(Answer answer, String rule, Duration until) {

    static Reply of(Answer answer) {
        return new Reply(answer, "", Duration.ZERO);
    }
}
