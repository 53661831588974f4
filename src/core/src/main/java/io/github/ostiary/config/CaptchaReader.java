package io.github.ostiary.config;

import io.github.ostiary.ChallengeVerifier;
import io.github.ostiary.identity.ClientAddress;
import io.github.ostiary.identity.KeyNames;
import io.github.ostiary.text.Nearest;
import io.github.ostiary.text.WrittenName;
import java.util.Optional;

/** Reads who checks the answers to challenges: a captcha of this jar by its word, or a class. */
final class CaptchaReader {

    private CaptchaReader() {}

    /**
     * Reads it.
     *
     * @param name of the lockout
     * @param rule its keys
     * @param context finds captchas and classes
     * @return empty if the rule names none, or it is wrong
     */
    static Optional<ChallengeVerifier> read(RuleName name, Section rule, RuleContext context) {
        check(rule, LockoutKeys.CHALLENGE_VERIFIER);
        return rule.find(LockoutKeys.CHALLENGE_VERIFIER).flatMap(stated -> rule.references()
                .read(LockoutKeys.CHALLENGE_VERIFIER, stated, text -> CaptchaKind.of(text)
                        .map(kind -> context.captcha(terms(kind, name, rule, context)))
                        .orElseGet(() -> ofClass(text, context))));
    }

    private static ChallengeVerifier ofClass(String name, RuleContext context) {
        try {
            return context.verifier(name);
        } catch (IllegalArgumentException e) {
            throw Nearest.close(name, Values.words(CaptchaKind.class))
                    .map(word -> new IllegalArgumentException(e.getMessage() + "; did you mean " + word + "?", e))
                    .orElse(e);
        }
    }

    /** Finds keys of a captcha that is not named. */
    static void check(Section section, ConfigKey<String> key) {
        if (section.text(key)
                .flatMap(CaptchaKind::of)
                .filter(CaptchaKind.PUZZLE::equals)
                .isEmpty()) {
            section.reject(
                    LockoutKeys.PUZZLE_EFFORT,
                    "only a puzzle has an effort; write " + section.full(key) + "=puzzle, or remove it");
        }
    }

    private static CaptchaTerms terms(CaptchaKind kind, RuleName name, Section rule, RuleContext context) {
        ClientAddress client = context.client();
        KeyNames names = context.names();
        return new CaptchaTerms(
                kind, scope(name, rule), rule.get(LockoutKeys.PUZZLE_EFFORT), call -> client.network(call)
                        .map(names::name)
                        .orElse(""));
    }

    /** Rules that meet the same request must take the same answer: it is right once. */
    private static String scope(RuleName name, Section rule) {
        if (WrittenName.isOfSignIn(name.name())) {
            return name.name().substring(0, name.name().indexOf('.'));
        }
        return rule.text(RuleKeys.PATH).orElse(name.name());
    }
}
