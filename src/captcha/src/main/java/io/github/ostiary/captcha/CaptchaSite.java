package io.github.ostiary.captcha;

import io.github.ostiary.config.CaptchaKind;
import java.net.URI;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A captcha service, as its documentation describes it. Immutable.
 *
 * @param verify where answers are checked
 * @param field of a form that its widget fills in
 * @param widget the class of the element that becomes its widget
 * @param script that makes it
 * @param sources of which a page with the widget loads, as a Content-Security-Policy names them
 */
record CaptchaSite(URI verify, String field, String widget, String script, String sources) {

    /** It was right once, or has expired: the caller may not have done anything wrong. */
    static final Set<String> STALE = Set.of(
            "timeout-or-duplicate",
            "expired-input-response",
            "already-seen-response",
            "invalid-or-already-seen-response");

    /** It says nothing about the answer: the fault is the service's, or of the configuration. */
    static final Set<String> FAULTS = Set.of(
            "internal-error",
            "missing-input-secret",
            "invalid-input-secret",
            "missing-sitekey",
            "invalid-sitekey",
            "sitekey-secret-mismatch",
            "not-using-dummy-passcode");

    static CaptchaSite of(CaptchaKind kind) {
        return switch (kind) {
            case TURNSTILE -> new CaptchaSite(
                    URI.create("https://challenges.cloudflare.com/turnstile/v0/siteverify"),
                    "cf-turnstile-response",
                    "cf-turnstile",
                    "https://challenges.cloudflare.com/turnstile/v0/api.js",
                    "https://challenges.cloudflare.com");
            case HCAPTCHA -> new CaptchaSite(
                    URI.create("https://api.hcaptcha.com/siteverify"),
                    "h-captcha-response",
                    "h-captcha",
                    "https://js.hcaptcha.com/1/api.js",
                    "https://hcaptcha.com https://*.hcaptcha.com");
            case RECAPTCHA -> new CaptchaSite(
                    URI.create("https://www.google.com/recaptcha/api/siteverify"),
                    "g-recaptcha-response",
                    "g-recaptcha",
                    "https://www.google.com/recaptcha/api.js",
                    "https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/"
                            + " https://recaptcha.google.com/recaptcha/");
            case PUZZLE -> throw new IllegalArgumentException("a puzzle asks no service");
        };
    }

    /** Whether the error codes of a service have one of these. */
    static boolean says(@Nullable Object codes, Set<String> any) {
        return codes instanceof List<?> list && list.stream().anyMatch(any::contains);
    }
}
