package com.example.forum;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/** A password as it may be stored: salted, and slow to try out. Immutable. */
final class PasswordHash {

    /**
     * Rounds for a demo. In production use 600,000 (OWASP, PBKDF2 with HMAC-SHA-256), or Argon2id. Tests, which sign in often, use fewer.
     */
    private static final int ITERATIONS = Integer.getInteger("forum.iterations", 100_000);

    private static final SecureRandom RANDOM = new SecureRandom();

    private final byte[] salt;
    private final byte[] hash;

    private PasswordHash(byte[] salt, byte[] hash) {
        this.salt = salt;
        this.hash = hash;
    }

    static PasswordHash of(String password) {
        byte[] salt = new byte[16];
        RANDOM.nextBytes(salt);
        return new PasswordHash(salt, derive(password, salt));
    }

    /** The hash of a password that nobody knows: trying it takes as long as trying any other. */
    static PasswordHash unknown() {
        byte[] hash = new byte[32];
        RANDOM.nextBytes(hash);
        return new PasswordHash(new byte[16], hash);
    }

    boolean matches(String password) {
        return MessageDigest.isEqual(hash, derive(password, salt));
    }

    private static byte[] derive(String password, byte[] salt) {
        try {
            return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(new PBEKeySpec(password.toCharArray(), salt, ITERATIONS, 256))
                    .getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has PBKDF2WithHmacSHA256", e);
        }
    }
}
