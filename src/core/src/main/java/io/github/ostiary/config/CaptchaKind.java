package io.github.ostiary.config;

import java.util.Locale;
import java.util.Optional;

/** The captchas that this jar has, by the words of {@code captcha}. */
public enum CaptchaKind {
    /** A hash puzzle that the application serves itself. */
    PUZZLE,
    /** Cloudflare Turnstile. */
    TURNSTILE,
    /** The service of hCaptcha. */
    HCAPTCHA,
    /** Google's service, in version 2 and 3. */
    RECAPTCHA;

    /**
     * The word in a configuration.
     *
     * @return such as {@code puzzle}
     */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The captcha of a word.
     *
     * @param text as a key states it
     * @return empty for a class
     */
    public static Optional<CaptchaKind> of(String text) {
        for (CaptchaKind kind : values()) {
            if (kind.word().equals(text)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }
}
