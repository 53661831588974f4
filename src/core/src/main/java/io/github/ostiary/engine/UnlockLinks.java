package io.github.ostiary.engine;

import io.github.ostiary.TimeSource;
import io.github.ostiary.text.Durations;
import io.github.ostiary.text.Seal;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The tokens by which owners of locked names let their networks in. Thread-safe; keeps none of them.
 *
 * <p>A token is sealed, so that it can neither be made nor read without the secret: links stand in the logs of proxies, and must name
 * nobody there. It has the mark of its lock, and a name by which it is taken once.
 */
public final class UnlockLinks {

    /** The longest time for which a token is good. */
    static final Duration LONGEST = Duration.ofDays(7);

    static final Duration SHORTEST = Duration.ofMinutes(1);

    /** Clocks may differ by that: what expires later than any node says now was not made by one, and notes stay so much longer. */
    static final Duration SKEW = Duration.ofMinutes(10);

    private static final String PURPOSE = "unlock";
    private static final int LONGEST_TEXT = 1_000;
    private static final int WORDS = 5;
    private static final String BETWEEN = "\n";

    private final TimeSource time;
    private volatile Function<String, byte[]> secret;

    /**
     * Tokens of this start: of a secret that no other node has.
     *
     * @param time the clock of their expiry
     */
    public UnlockLinks(TimeSource time) {
        this.time = time;
        byte[] own = new byte[32];
        new SecureRandom().nextBytes(own);
        this.secret = purpose -> own;
    }

    /**
     * Seals by what all nodes know.
     *
     * @param shared 32 bytes for each purpose; may ask the store
     */
    public void begin(Function<String, byte[]> shared) {
        secret = shared;
    }

    /**
     * A token.
     *
     * @param name by which it is taken once
     * @param rule of the lock
     * @param identity whose lock
     * @param spelling how the name was written, digested
     * @param mark of the lock
     * @param leftMicros until it expires
     */
    record Token(String name, String rule, String identity, String spelling, long mark, long leftMicros) {}

    String seal(String rule, String identity, String spelling, long mark, Duration validFor) {
        long expires = time.micros() + Durations.toMicros(validFor);
        String text = String.join(BETWEEN, Long.toString(expires), Long.toString(mark), rule, identity, spelling);
        byte[] sealed = Seal.seal(secret.apply(PURPOSE), text.getBytes(StandardCharsets.UTF_8));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(sealed);
    }

    /** The token of a text that is good now; null if it is none, or was sealed by another secret, or has expired. */
    @Nullable
    Token read(String text) {
        byte[] whole;
        try {
            whole = text.length() > LONGEST_TEXT
                    ? new byte[0]
                    : Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            return null;
        }
        byte @Nullable [] opened = Seal.open(secret.apply(PURPOSE), whole);
        if (opened == null) {
            return null;
        }
        String[] words = new String(opened, StandardCharsets.UTF_8).split(BETWEEN, WORDS);
        long left = Long.parseLong(words[0]) - time.micros();
        return left > 0 && left <= Durations.toMicros(LONGEST.plus(SKEW))
                ? new Token(
                        PURPOSE + "-" + HexFormat.of().formatHex(whole, 0, Seal.NONCE),
                        words[2],
                        words[3],
                        words[4],
                        Long.parseLong(words[1]),
                        left)
                : null;
    }

    /** Whether a text is a token that is good now. */
    public boolean isGood(String text) {
        return read(text) != null;
    }
}
