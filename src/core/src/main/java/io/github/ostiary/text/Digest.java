package io.github.ostiary.text;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The digest that is kept of a text too long to be kept: the first 144 bits of SHA-256 over UTF-16, big endian. */
public final class Digest {

    /** How many characters it has. */
    public static final int LENGTH = 24;

    /** The longest name. */
    public static final int LONGEST_NAME = 64;

    private static final int BYTES = LENGTH * 6 / Byte.SIZE;
    private static final int CHUNK = 4_096;
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private Digest() {}

    /**
     * The name of an identity in a store, where no secret hides it: at most 64 characters of {@code [A-Za-z0-9._-]}. A canonical
     * text of that shape is the name, and starts with a digit; of any other it is {@code d.} and a digest.
     */
    public static String name(String canonical) {
        return isPlain(canonical) ? canonical : "d." + of(canonical);
    }

    private static boolean isPlain(String text) {
        boolean plain = text.length() <= LONGEST_NAME;
        for (int i = 0; plain && i < text.length(); i++) {
            plain = isPlain(text.charAt(i));
        }
        return plain;
    }

    private static boolean isPlain(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '.'
                || c == '_'
                || c == '-';
    }

    /** {@value #LENGTH} characters of {@code [A-Za-z0-9_-]}; takes little memory, however long the text is. */
    public static String of(String text) {
        MessageDigest sha = sha256();
        byte[] chunk = new byte[2 * Math.min(CHUNK, text.length())];
        for (int start = 0; start < text.length(); start += CHUNK) {
            int length = Math.min(CHUNK, text.length() - start);
            for (int i = 0; i < length; i++) {
                chunk[2 * i] = (byte) (text.charAt(start + i) >>> 8);
                chunk[2 * i + 1] = (byte) text.charAt(start + i);
            }
            sha.update(chunk, 0, 2 * length);
        }
        return ENCODER.encodeToString(Arrays.copyOf(sha.digest(), BYTES));
    }

    /** The HMAC-SHA-256 of a text in UTF-8: 32 bytes that only who has the key can make. */
    public static byte[] hmac(byte[] key, String text) {
        return hmac(key, text.getBytes(StandardCharsets.UTF_8));
    }

    /** The HMAC-SHA-256 of bytes. */
    public static byte[] hmac(byte[] key, byte[] bytes) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
    }

    /** The SHA-256 of a text in UTF-8: 32 bytes. */
    public static byte[] sha256(String text) {
        return sha256().digest(text.getBytes(StandardCharsets.UTF_8));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
