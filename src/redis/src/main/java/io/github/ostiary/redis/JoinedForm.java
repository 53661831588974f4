package io.github.ostiary.redis;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The words that an operation and its claims have in common, put together once, and kept while there are few: nearly all decisions
 * say what one before them has said. Immutable.
 */
final class JoinedForm {

    /** A power of 2. */
    private static final int MOST = 64;

    /** Each where the hash of its parts says; a thread that finds others there replaces them. */
    private static final @Nullable JoinedForm[] KNOWN = new JoinedForm[MOST];

    private final String[] parts;

    /** All parts, one after the other. */
    final String text;

    /** The same, as it is sent; nobody changes it. */
    final byte[] bytes;

    private JoinedForm(String[] parts) {
        this.parts = parts;
        this.text = String.join("", parts);
        this.bytes = text.getBytes(StandardCharsets.UTF_8);
    }

    /** The form of parts that nobody changes any more. */
    static JoinedForm of(String[] parts) {
        int index = Arrays.hashCode(parts) & (MOST - 1);
        JoinedForm known = KNOWN[index];
        if (known == null || !Arrays.equals(known.parts, parts)) {
            known = new JoinedForm(parts);
            KNOWN[index] = known;
        }
        return known;
    }
}
