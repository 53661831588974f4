package io.github.ostiary.identity;

import io.github.ostiary.Key;
import io.github.ostiary.text.Digest;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The name an identity has in a store: at most 64 characters of {@code [A-Za-z0-9._-]}, whatever the caller sent.
 * Immutable, thread-safe, without a lock.
 *
 * <p>A canonical key of that shape is its own name and starts with a digit. Any other is digested to 144 bits: SHA-256
 * as {@code d.…}, or with a secret HMAC-SHA-256 as {@code h.…}, so that a reader of the store cannot try names.
 * With a secret every key is digested.
 */
public final class KeyNames {

    private static final int DIGEST_BYTES = 18;
    private static final int VALUE_BYTES = 12;
    private static final int LONGEST_LABEL_BYTES = 200;

    /** The mark of a part that is known by its digest only; hardly any text has it. */
    private static final char UNREADABLE = '\0';

    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private final byte @Nullable [] secret;

    private KeyNames(byte @Nullable [] secret) {
        this.secret = secret;
    }

    /**
     * Names without a secret.
     *
     * @return readable where possible
     */
    public static KeyNames open() {
        return new KeyNames(null);
    }

    /**
     * Names that tell nothing without the secret.
     *
     * @param secret {@code keySecret}; all nodes need the same, and another one starts all counters afresh
     * @return names that are all digested
     * @throws IllegalArgumentException if the secret is blank
     */
    public static KeyNames secret(String secret) {
        if (secret.isBlank()) {
            throw new IllegalArgumentException("keySecret must not be blank; remove it, or set a long random one");
        }
        return new KeyNames(secret.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * An identity's name.
     *
     * @param key of any size and content
     * @return the same for equal keys, another for others
     */
    public String name(Key key) {
        String canonical = key.canonical();
        return secret == null ? Digest.name(canonical) : "h." + digest(canonical, DIGEST_BYTES);
    }

    /**
     * The part of an identity that is only ever compared with others of one counter: as short for all, so that a caller
     * fills no counter with long ones.
     *
     * @param key of any size and content
     * @return 16 characters
     */
    public String value(Key key) {
        return digest(key.canonical(), VALUE_BYTES);
    }

    /**
     * How an identity was written, where that differs from its canonical text: 96 bits, so that no one finds a name that
     * has another's by trying.
     *
     * @param key of any size and content
     * @return 16 characters; empty if it was written in its canonical form
     */
    public String spelling(Key key) {
        String written = key.written();
        return written.isEmpty() ? "" : digest(written, VALUE_BYTES);
    }

    private String digest(String text, int bytes) {
        return secret == null
                ? Digest.of(text).substring(0, 4 * bytes / 3)
                : ENCODER.encodeToString(Arrays.copyOf(Digest.hmac(secret, bytes(text)), bytes));
    }

    /**
     * The text of an identity that administrators see.
     *
     * @param key of any size and content
     * @return its canonical text; empty with a secret, where a part is known by its digest only, and for keys of more
     *     than 200 bytes in UTF-8, which would be kept with every lock
     */
    public String label(Key key) {
        if (secret != null) {
            return "";
        }
        String text = key.canonical();
        if (text.indexOf(UNREADABLE) >= 0 && hasDigest(key)) {
            return "";
        }
        boolean large = 3 * text.length() > LONGEST_LABEL_BYTES
                && text.getBytes(StandardCharsets.UTF_8).length > LONGEST_LABEL_BYTES;
        return large ? "" : text;
    }

    private static boolean hasDigest(Key key) {
        for (int i = 0; i < key.parts().size(); i++) {
            if (key.parts().get(i).isDigested()) {
                return true;
            }
        }
        return false;
    }

    /** UTF-16, big endian. A charset would turn every lone surrogate into the same replacement. */
    private static byte[] bytes(String text) {
        byte[] bytes = new byte[2 * text.length()];
        for (int i = 0; i < text.length(); i++) {
            bytes[2 * i] = (byte) (text.charAt(i) >>> 8);
            bytes[2 * i + 1] = (byte) text.charAt(i);
        }
        return bytes;
    }
}
