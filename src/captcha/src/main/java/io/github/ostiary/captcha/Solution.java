package io.github.ostiary.captcha;

import io.github.ostiary.text.Digest;
import io.github.ostiary.text.JsonTree;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a puzzle, as ALTCHA writes it: Base64 of a JSON object with algorithm, challenge, number, salt and signature. Other
 * members, such as the time it took, say nothing.
 *
 * @param challenge in hexadecimal digits
 * @param number that was looked for
 * @param salt with its parameters
 * @param signature in hexadecimal digits
 */
record Solution(String challenge, long number, String salt, String signature) {

    static final String ALGORITHM = "SHA-256";

    private static final int LONGEST = 2_000;
    private static final long MOST = 999_999_999;

    /*
     * The challenge is a digest of the salt and the number behind one another: were the salt to end with a digit, an attacker
     * could move digits from the number into the time of expiry. It ends with &, and has the parameters that we write, once.
     */
    private static final Pattern SALT = Pattern.compile("[0-9a-f]{24}\\?expires=([1-9][0-9]{9})&");
    private static final HexFormat HEX = HexFormat.of();

    /** Reads one; null if the text is none. */
    static @Nullable Solution read(String text) {
        if (text.length() > LONGEST) {
            return null;
        }
        try {
            Object tree = JsonTree.read(new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8));
            return tree instanceof Map<?, ?> members
                            && ALGORITHM.equals(members.get("algorithm"))
                            && members.get("challenge") instanceof String challenge
                            && members.get("number") instanceof Long number
                            && members.get("salt") instanceof String salt
                            && members.get("signature") instanceof String signature
                            && number >= 0
                            && number <= MOST
                    ? new Solution(challenge, number, salt, signature)
                    : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** Returns its end in seconds since the Unix epoch if it answers a puzzle signed with this key, else 0. */
    long expires(byte[] key) {
        Matcher parts = SALT.matcher(salt);
        boolean ours = parts.matches()
                && challenge.equals(challenge(salt, number))
                && same(signature, signature(key, challenge));
        return ours ? Long.parseLong(parts.group(1)) : 0;
    }

    /** The digest that is looked for. */
    static String challenge(String salt, long number) {
        return HEX.formatHex(Digest.sha256(salt + number));
    }

    static String signature(byte[] key, String challenge) {
        return HEX.formatHex(Digest.hmac(key, challenge));
    }

    /** Whether two texts are the same, in a time that does not tell where they differ. */
    static boolean same(String given, String expected) {
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), expected.getBytes(StandardCharsets.UTF_8));
    }
}
