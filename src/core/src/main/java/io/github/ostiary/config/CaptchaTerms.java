package io.github.ostiary.config;

import io.github.ostiary.CallContext;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A captcha of this jar, as a lockout states it.
 *
 * @param kind which
 * @param scope where its answers are right: the name of a sign-in, or the paths of a lockout
 * @param effort of a puzzle, on a phone
 * @param service that makes and checks it; null for a puzzle
 * @param network where a call comes from: a name; empty if that is not known
 * @hidden
 */
public record CaptchaTerms(
        CaptchaKind kind,
        String scope,
        Duration effort,
        @Nullable CaptchaService service,
        Function<CallContext, String> network) {

    /** A puzzle. */
    public CaptchaTerms(CaptchaKind kind, String scope, Duration effort, Function<CallContext, String> network) {
        this(kind, scope, effort, null, network);
    }
}
