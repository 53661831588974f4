package io.github.ostiary.config;

import io.github.ostiary.ChallengeVerifier;
import io.github.ostiary.store.LockoutPolicy.ChallengeTerms;
import io.github.ostiary.store.Step;
import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Reads what a lockout's challenge steps need: {@code challenge.verifier challenge.attempts challenge.lock}. */
final class ChallengeReader {

    private final Section rule;
    private final Optional<String> verifier;
    private final ChallengeTerms terms;

    /**
     * Reads them.
     *
     * @param steps the rule's; with none, which was a problem already, nothing is said of what depends on them
     */
    ChallengeReader(Section rule, Optional<List<Step>> steps) {
        this.rule = rule;
        check(steps);
        verifier = rule.read("challenge.verifier", text -> Values.className(text, "com.example.Captcha"));
        terms = new ChallengeTerms(
                rule.number("challenge.attempts", 1, 100, 3),
                Durations.toMicros(rule.duration(
                        "challenge.lock", Duration.ofSeconds(1), Duration.ofDays(36_500), Duration.ofMinutes(5))));
    }

    private void check(Optional<List<Step>> steps) {
        boolean challenges =
                steps.stream().flatMap(List::stream).anyMatch(step -> step.action() == Step.Action.CHALLENGE);
        if (steps.isPresent() && !challenges && !rule.states("siege.begin")) {
            String message = "there is no challenge; add a step such as 3/1m challenge to " + rule.full("steps")
                    + " or remove it";
            rule.reject("challenge.verifier", message);
            rule.reject("challenge.attempts", message);
            rule.reject("challenge.lock", message);
        }
        if (challenges && rule.states("path") && !rule.states("challenge.verifier")) {
            rule.missing(
                    "challenge.verifier",
                    "a challenge step needs who checks the answers; name a class that implements"
                            + " io.github.ostiary.ChallengeVerifier, such as com.example.Captcha, or remove the step");
        }
    }

    ChallengeTerms terms() {
        return terms;
    }

    /** Who checks the answers; empty where the rule names none, or one that cannot be made. */
    Optional<ChallengeVerifier> verifier(RuleContext context) {
        return verifier.flatMap(type -> rule.references().read("challenge.verifier", type, context::verifier));
    }
}
