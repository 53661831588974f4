package io.github.ostiary.matrix;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import java.util.Base64;

/** Makes JSON Web Tokens that are signed by one key (RFC 7519, RS256). */
final class SignedTokens {

    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

    private final KeyPair keys;

    SignedTokens() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            keys = generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The key that verifies, as MicroProfile JWT wants it in its configuration. */
    String publicKey() {
        return Base64.getEncoder().encodeToString(keys.getPublic().getEncoded());
    }

    /** The key that verifies, as an OpenID provider publishes it (RFC 7517). */
    String keySet() {
        RSAPublicKey key = (RSAPublicKey) keys.getPublic();
        return "{\"keys\":[{\"kty\":\"RSA\",\"use\":\"sig\",\"alg\":\"RS256\",\"kid\":\"1\",\"n\":\""
                + text(key.getModulus()) + "\",\"e\":\"" + text(key.getPublicExponent()) + "\"}]}";
    }

    private static String text(BigInteger number) {
        byte[] bytes = number.toByteArray();
        int sign = bytes[0] == 0 ? 1 : 0;
        return BASE64.encodeToString(Arrays.copyOfRange(bytes, sign, bytes.length));
    }

    /** A token with these claims, valid from now for an hour. */
    String token(String claims) {
        try {
            long now = System.currentTimeMillis() / 1_000;
            String payload = "{" + claims + ",\"iat\":" + now + ",\"exp\":" + (now + 3_600) + "}";
            String signed = encoded("{\"alg\":\"RS256\",\"typ\":\"JWT\",\"kid\":\"1\"}") + "." + encoded(payload);
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(keys.getPrivate());
            signature.update(signed.getBytes(UTF_8));
            return signed + "." + BASE64.encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String encoded(String json) {
        return BASE64.encodeToString(json.getBytes(UTF_8));
    }
}
