package io.github.ostiary.captcha;

import io.github.ostiary.ChallengeVerifier;
import io.github.ostiary.config.CaptchaKind;
import io.github.ostiary.config.CaptchaTerms;
import io.github.ostiary.setup.GuardCaptchas;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The captchas of one guard, by their scopes. Thread-safe.
 *
 * @hidden
 */
public final class BuiltInCaptchas implements GuardCaptchas {

    private final PuzzleKeys keys = new PuzzleKeys();
    private final ConcurrentMap<String, PuzzleScope> scopes = new ConcurrentHashMap<>();

    /** Captchas of a guard that has not begun. */
    public BuiltInCaptchas() {}

    @Override
    public ChallengeVerifier captcha(CaptchaTerms terms) {
        if (terms.kind() != CaptchaKind.PUZZLE) {
            throw new IllegalArgumentException(terms.kind().word() + " is not there yet; write puzzle, or a class");
        }
        return puzzle(terms);
    }

    private Puzzle puzzle(CaptchaTerms terms) {
        return new Puzzle(terms, scopes.computeIfAbsent(terms.scope(), name -> new PuzzleScope(name, keys)));
    }

    @Override
    public void begin(CaptchaBasis basis) {
        keys.begin(basis);
    }
}
