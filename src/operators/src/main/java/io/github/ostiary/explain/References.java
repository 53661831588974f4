package io.github.ostiary.explain;

import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Makes and reads references: eight characters of Crockford's base 32, drawn at random. They reveal nothing, and a caller who has one
 * cannot guess another. Thread-safe.
 */
final class References {

    static final int LENGTH = 8;

    private static final String ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final int BITS = 5;
    private static final int LONGEST_TYPED = 32;

    private final SecureRandom random = new SecureRandom();
    private final ReentrantLock drawing = new ReentrantLock();
    private final byte[] drawn = new byte[64 * LENGTH];
    private int left;

    /** One more. Random figures are drawn for many at once. */
    String next() {
        char[] text = new char[LENGTH];
        drawing.lock();
        try {
            if (left == 0) {
                random.nextBytes(drawn);
                left = drawn.length;
            }
            for (int i = 0; i < LENGTH; i++) {
                text[i] = ALPHABET.charAt(drawn[--left] & ((1 << BITS) - 1));
            }
        } finally {
            drawing.unlock();
        }
        return new String(text);
    }

    /**
     * The reference that an operator has pasted or typed, as it was given out: in any case, with spaces and hyphens, O
     * for 0, I and L for 1.
     *
     * @return empty if it is no reference
     */
    static Optional<String> read(String typed) {
        if (typed.length() > LONGEST_TYPED) {
            return Optional.empty();
        }
        StringBuilder text = new StringBuilder(LENGTH);
        for (int i = 0; i < typed.length(); i++) {
            char c = typed.charAt(i);
            if (c == '-' || c <= ' ') {
                continue;
            }
            char meant = meant(c >= 'a' && c <= 'z' ? (char) (c - 'a' + 'A') : c);
            if (ALPHABET.indexOf(meant) < 0) {
                return Optional.empty();
            }
            text.append(meant);
        }
        return text.length() == LENGTH ? Optional.of(text.toString()) : Optional.empty();
    }

    private static char meant(char c) {
        return switch (c) {
            case 'O' -> '0';
            case 'I', 'L' -> '1';
            default -> c;
        };
    }
}
