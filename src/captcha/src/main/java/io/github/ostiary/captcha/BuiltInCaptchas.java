package io.github.ostiary.captcha;

import io.github.ostiary.ChallengeVerifier;
import io.github.ostiary.config.CaptchaService;
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
    private final ConcurrentMap<String, SiteCircuit> circuits = new ConcurrentHashMap<>();

    /** Captchas of a guard that has not begun. */
    public BuiltInCaptchas() {}

    @Override
    public ChallengeVerifier captcha(CaptchaTerms terms) {
        CaptchaService service = terms.service();
        return service == null ? puzzle(terms) : site(terms, service, CaptchaSite.of(terms.kind()));
    }

    SiteCaptcha site(CaptchaTerms terms, CaptchaService service, CaptchaSite site) {
        String word = terms.kind().word();
        return new SiteCaptcha(word, site, service, puzzle(terms), circuits.computeIfAbsent(word, SiteCircuit::new));
    }

    private Puzzle puzzle(CaptchaTerms terms) {
        return new Puzzle(terms, scopes.computeIfAbsent(terms.scope(), name -> new PuzzleScope(name, keys)));
    }

    @Override
    public void begin(CaptchaBasis basis) {
        keys.begin(basis);
    }
}
