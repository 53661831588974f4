package io.github.ostiary.captcha;

import io.github.ostiary.setup.GuardCaptchas.CaptchaBasis;
import io.github.ostiary.text.Digest;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The keys that a guard signs puzzles and passes with, one for each scope and purpose; and the rest of what they ask of it. Thread-safe. */
final class PuzzleKeys {

    /** The secret that nodes share may change: it is looked at so often. */
    private static final long FRESH_MICROS = 10_000_000;

    private volatile @Nullable CaptchaBasis basis;
    private volatile @Nullable Derived derived;

    /** The keys that follow from a secret, and when that was looked at. */
    private static final class Derived {

        private final byte[] secret;
        private final long micros;
        private final Map<String, byte[]> keys;

        Derived(byte[] secret, long micros, Map<String, byte[]> keys) {
            this.secret = secret;
            this.micros = micros;
            this.keys = keys;
        }
    }

    void begin(CaptchaBasis begun) {
        basis = begun;
        derived = null;
    }

    CaptchaBasis basis() {
        CaptchaBasis known = basis;
        if (known == null) {
            throw new IllegalStateException("the guard has not begun");
        }
        return known;
    }

    long now() {
        return basis().time().micros();
    }

    /** The key of a purpose: never the same bytes for two. */
    byte[] key(String purpose) {
        Derived known = current();
        return known.keys.computeIfAbsent(purpose, name -> Digest.hmac(known.secret, name));
    }

    private Derived current() {
        Derived known = derived;
        long now = now();
        if (known == null || Math.abs(now - known.micros) >= FRESH_MICROS) {
            byte[] secret = basis().secret().apply("captcha");
            Map<String, byte[]> keys =
                    known != null && Arrays.equals(secret, known.secret) ? known.keys : new ConcurrentHashMap<>();
            known = new Derived(secret, now, keys);
            derived = known;
        }
        return known;
    }
}
