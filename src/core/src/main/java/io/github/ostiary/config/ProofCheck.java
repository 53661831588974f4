package io.github.ostiary.config;

import io.github.ostiary.rule.Signal;
import io.github.ostiary.text.Log;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Rejects a {@code success} on requests that proves nothing. A post without a CSRF token, one of a name alone and a form
 * that is shown again answer 302 or 200 as well; none of them is a failure, and each would clear the failures before it,
 * so that a guesser never met a lock.
 */
final class ProofCheck {

    private static final System.Logger LOG = Log.of(ProofCheck.class);
    private static final String REMEDIES =
            "session-renewed, set-cookie:NAME, header:NAME, principal, location:/account*,"
                    + " or a redirect elsewhere, status:302 + !location:/login*";

    private final Section rule;
    private final List<Signal> failure;
    private final boolean clears;

    /**
     * A check of one rule.
     *
     * @param clears whether a success matters to it
     */
    ProofCheck(Section rule, List<Signal> failure, boolean clears) {
        this.rule = rule;
        this.failure = failure;
        this.clears = clears;
    }

    void check(SignalParser.Successes success) {
        for (Signal signal : success.signals()) {
            if (!success.accepted().contains(signal)) {
                check(terms(signal).filter(term -> !saysFailureOnly(term)).toList());
            }
        }
    }

    /** Whether a term only repeats that a failure does not show. */
    private boolean saysFailureOnly(Signal term) {
        return term instanceof Signal.Not not && failure.contains(not.signal());
    }

    private void check(List<Signal> terms) {
        boolean negated = true;
        boolean weak = true;
        for (Signal term : terms) {
            if (term instanceof Signal.SetCookie cookie && cookie.name().equals("JSESSIONID")) {
                reject("a new session proves nothing, since failed sign-ins get one too; write session-renewed");
                return;
            }
            negated &= term instanceof Signal.Not;
            weak &= isWeak(term);
        }
        if (negated) {
            reject("it has only signals with !, which prove nothing; add one that shows a success: " + REMEDIES);
        } else if (weak) {
            weak(terms);
        }
    }

    private boolean isWeak(Signal term) {
        return term instanceof Signal.Status
                || term instanceof Signal.Returned
                || (term instanceof Signal.Location location && leadsToFailuresToo(location));
    }

    private boolean leadsToFailuresToo(Signal.Location success) {
        return success.prefix()
                && (success.target().equals("/")
                        || failure.stream()
                                .flatMap(ProofCheck::terms)
                                .anyMatch(term -> term instanceof Signal.Location location
                                        && location.target().startsWith(success.target())));
    }

    private void weak(List<Signal> terms) {
        if (terms.stream().anyMatch(Signal.Location.class::isInstance)) {
            reject("failures lead there too, and so does a post without a CSRF token, which would clear them; name"
                    + " where only a success leads, or " + REMEDIES);
            return;
        }
        Set<Integer> codes = terms.stream()
                .filter(Signal.Status.class::isInstance)
                .map(term -> ((Signal.Status) term).codes())
                .findFirst()
                .orElse(Set.of());
        Optional<Integer> redirect =
                codes.stream().filter(code -> code >= 300 && code < 400).findFirst();
        if (redirect.isPresent()) {
            reject("a " + redirect.get()
                    + " is no proof: a post without a CSRF token or with a name alone is redirected"
                    + " too, and would clear the failures; write " + REMEDIES + "; or accept it with "
                    + rule.full(LockoutKeys.SUCCESS) + "=status:" + redirect.get() + "!");
        } else if (codes.isEmpty()
                ? mayShare(200) || mayShare(302)
                : codes.stream().anyMatch(this::mayShare)) {
            reject(rule.full(LockoutKeys.FAILURE) + "="
                    + rule.text(LockoutKeys.FAILURE).orElse("")
                    + " may have the same status; answers that are neither, such as to a name alone or a form shown"
                    + " again, would clear the failures; write "
                    + REMEDIES
                    + (codes.isEmpty() ? "" : "; or accept it with a ! after the status"));
        } else if (clears && (codes.isEmpty() || codes.contains(200))) {
            if (codes.isEmpty()) {
                warn("answer but a failure and a server error", "");
            } else {
                warn("200", "; " + rule.full(LockoutKeys.SUCCESS) + "=status:200! says that none is");
            }
        }
    }

    private boolean mayShare(int code) {
        return failure.stream().anyMatch(signal -> terms(signal).allMatch(term -> mayHave(term, code)));
    }

    private static boolean mayHave(Signal term, int code) {
        if (term instanceof Signal.Status status) {
            return status.codes().contains(code);
        }
        if (term instanceof Signal.Not not && not.signal() instanceof Signal.Status status) {
            return !status.codes().contains(code);
        }
        if (term instanceof Signal.Location) {
            return code >= 300 && code < 400;
        }
        return !(term instanceof Signal.Thrown || term instanceof Signal.Api);
    }

    private static Stream<Signal> terms(Signal signal) {
        return signal instanceof Signal.All all ? all.signals().stream() : Stream.of(signal);
    }

    private void reject(String reason) {
        rule.reject(LockoutKeys.SUCCESS, reason);
    }

    private void warn(String what, String override) {
        if (!rule.advises()) {
            return;
        }
        LOG.log(
                System.Logger.Level.WARNING,
                "{0}={1}: every {2} clears the failures. That suits an API, but a form shown again, a name alone"
                        + " or a missing token may be answered alike, and lift every lock. Unless none of them is, write"
                        + " {3}{4}",
                rule.full(LockoutKeys.SUCCESS),
                rule.text(LockoutKeys.SUCCESS).orElse(""),
                what,
                REMEDIES,
                override);
    }
}
