package io.github.ostiary.text;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** The seal of bytes that only who has the key can make or read: AES in Galois/counter mode, behind a random nonce. Thread-safe. */
public final class Seal {

    /** So many of the first bytes of what is sealed are random: they name it. */
    public static final int NONCE = 12;

    private static final int TAG = 16;
    private static final SecureRandom RANDOM = new SecureRandom();

    private Seal() {}

    /** Seals bytes with a key of 32 bytes; other ones each time. */
    public static byte[] seal(byte[] key, byte[] bytes) {
        byte[] nonce = new byte[NONCE];
        RANDOM.nextBytes(nonce);
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, key, nonce).doFinal(bytes);
            byte[] whole = Arrays.copyOf(nonce, NONCE + sealed.length);
            System.arraycopy(sealed, 0, whole, NONCE, sealed.length);
            return whole;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has AES/GCM", e);
        }
    }

    /** The bytes that were sealed with a key; null if these were not. */
    public static byte @Nullable [] open(byte[] key, byte[] sealed) {
        if (sealed.length < NONCE + TAG) {
            return null;
        }
        try {
            return cipher(Cipher.DECRYPT_MODE, key, Arrays.copyOf(sealed, NONCE))
                    .doFinal(sealed, NONCE, sealed.length - NONCE);
        } catch (GeneralSecurityException e) {
            return null;
        }
    }

    private static Cipher cipher(int mode, byte[] key, byte[] nonce) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(8 * TAG, nonce));
        return cipher;
    }
}
