package io.github.ostiary.text;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** UTF-8 as RFC 3629 has it: malformed input is none, and nothing is replaced. */
public final class StrictUtf8 {

    private StrictUtf8() {}

    /**
     * Decodes a text.
     *
     * @param octets the whole
     * @return null if they are not UTF-8
     */
    public static @Nullable String decode(byte[] octets) {
        if (isAscii(octets)) {
            return new String(octets, StandardCharsets.US_ASCII);
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(octets))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    /** Most texts are: those need no decoder of their own. */
    private static boolean isAscii(byte[] octets) {
        for (byte octet : octets) {
            if (octet < 0) {
                return false;
            }
        }
        return true;
    }
}
