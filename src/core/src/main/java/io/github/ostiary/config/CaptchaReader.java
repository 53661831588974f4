package io.github.ostiary.config;

import io.github.ostiary.ChallengeVerifier;
import io.github.ostiary.config.LockoutKeys.CaptchaFailure;
import io.github.ostiary.identity.ClientAddress;
import io.github.ostiary.identity.KeyNames;
import io.github.ostiary.text.Nearest;
import io.github.ostiary.text.WrittenName;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Reads who checks the answers to challenges: a captcha of this jar by its word, or a class. */
final class CaptchaReader {

    private static final List<ConfigKey<?>> NEEDED = List.of(LockoutKeys.CAPTCHA_SITE_KEY, LockoutKeys.CAPTCHA_SECRET);

    private static final List<ConfigKey<?>> OF_SERVICES = List.of(
            LockoutKeys.CAPTCHA_SITE_KEY,
            LockoutKeys.CAPTCHA_SECRET,
            LockoutKeys.CAPTCHA_HOSTS,
            LockoutKeys.CAPTCHA_TIMEOUT,
            LockoutKeys.CAPTCHA_SCORE,
            LockoutKeys.CAPTCHA_ON_FAILURE);

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

    /** Finds keys of a captcha that is not named, and those that one lacks. */
    static void check(Section section, ConfigKey<String> key) {
        CaptchaKind kind = section.text(key).flatMap(CaptchaKind::of).orElse(null);
        CaptchaKind service = kind == CaptchaKind.PUZZLE ? null : kind;
        if (kind == null || (service != null && !puzzles(section))) {
            section.reject(
                    LockoutKeys.PUZZLE_EFFORT,
                    "only a puzzle has an effort; write " + section.full(key) + "=puzzle, or remove it");
        }
        for (ConfigKey<?> own : OF_SERVICES) {
            if (service == null && section.find(own).isPresent()) {
                section.reject(
                        own,
                        "only a captcha service has it; write " + section.full(key)
                                + "=turnstile, hcaptcha or recaptcha, or remove it");
            } else if (service != null && NEEDED.contains(own) && !section.states(own)) {
                section.missing(own, service.word() + " needs it; copy it from the page of the service");
            }
        }
        if (service != null && service != CaptchaKind.RECAPTCHA) {
            section.reject(LockoutKeys.CAPTCHA_SCORE, "only version 3 of recaptcha has scores; remove it");
        }
    }

    private static boolean puzzles(Section section) {
        return section.get(LockoutKeys.CAPTCHA_ON_FAILURE) == CaptchaFailure.PUZZLE;
    }

    private static @Nullable CaptchaService service(CaptchaKind kind, RuleName name, Section rule) {
        if (kind == CaptchaKind.PUZZLE) {
            return null;
        }
        String own = name.name();
        String action = WrittenName.isOfSignIn(own) ? own.substring(0, own.indexOf('.')) : own;
        return new CaptchaService(
                rule.find(LockoutKeys.CAPTCHA_SITE_KEY).orElse(""),
                rule.find(LockoutKeys.CAPTCHA_SECRET).orElse(""),
                rule.find(LockoutKeys.CAPTCHA_HOSTS).orElse(List.of()),
                rule.get(LockoutKeys.CAPTCHA_TIMEOUT),
                puzzles(rule),
                rule.find(LockoutKeys.CAPTCHA_SCORE).map(OptionalDouble::of).orElse(OptionalDouble.empty()),
                action.replace('-', '_'));
    }

    private static CaptchaTerms terms(CaptchaKind kind, RuleName name, Section rule, RuleContext context) {
        ClientAddress client = context.client();
        KeyNames names = context.names();
        return new CaptchaTerms(
                kind,
                scope(name, rule),
                rule.get(LockoutKeys.PUZZLE_EFFORT),
                service(kind, name, rule),
                call -> client.network(call).map(names::name).orElse(""));
    }

    /** Rules that meet the same request must take the same answer: it is right once. */
    private static String scope(RuleName name, Section rule) {
        if (WrittenName.isOfSignIn(name.name())) {
            return name.name().substring(0, name.name().indexOf('.'));
        }
        return rule.text(RuleKeys.PATH).orElse(name.name());
    }
}
