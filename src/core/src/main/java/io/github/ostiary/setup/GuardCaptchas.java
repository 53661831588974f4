package io.github.ostiary.setup;

import io.github.ostiary.ChallengeVerifier;
import io.github.ostiary.TimeSource;
import io.github.ostiary.config.CaptchaTerms;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The captchas of this jar: a public class that is known by its name and made for each guard whose configuration names one.
 * Thread-safe.
 *
 * @hidden
 */
public interface GuardCaptchas {

    /** The name of that class. */
    String PART = "io.github.ostiary.captcha.BuiltInCaptchas";

    /**
     * The guard, as far as captchas need it.
     *
     * @param secret 32 bytes for each purpose, which all nodes have; may ask the store
     * @param once whether a name of up to 64 characters of {@code [A-Za-z0-9._-]} is taken for the first time within half an
     *     hour, on any node; asks the store
     * @param time the guard's clock
     * @hidden
     */
    record CaptchaBasis(Function<String, byte[]> secret, Predicate<String> once, TimeSource time) {}

    /**
     * A captcha.
     *
     * @param terms as a lockout states them
     * @return knows what others of the same scope know
     * @throws IllegalArgumentException with the remedy, if there is none of its kind
     */
    ChallengeVerifier captcha(CaptchaTerms terms);

    /**
     * The guard begins: nothing was answered before.
     *
     * @param basis asked from now on
     */
    void begin(CaptchaBasis basis);
}
