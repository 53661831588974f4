package com.example.forum;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** A picture whose type was read from its own first bytes, never from what the sender called it. */
final class Image {

    /** The largest accepted, in bytes. */
    static final int MAX_BYTES = 1 << 20;

    private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    private static final byte[] JPEG = {(byte) 0xff, (byte) 0xd8, (byte) 0xff};
    private static final byte[] GIF87 = "GIF87a".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] GIF89 = "GIF89a".getBytes(StandardCharsets.US_ASCII);

    private final String contentType;
    private final byte[] bytes;

    private Image(String contentType, byte[] bytes) {
        this.contentType = contentType;
        this.bytes = bytes;
    }

    /**
     * Recognises a picture.
     *
     * @param bytes not to be changed afterwards
     * @return empty if it is neither PNG nor JPEG nor GIF
     */
    static Optional<Image> of(byte[] bytes) {
        if (startsWith(bytes, PNG)) {
            return Optional.of(new Image("image/png", bytes));
        } else if (startsWith(bytes, JPEG)) {
            return Optional.of(new Image("image/jpeg", bytes));
        } else if (startsWith(bytes, GIF87) || startsWith(bytes, GIF89)) {
            return Optional.of(new Image("image/gif", bytes));
        }
        return Optional.empty();
    }

    private static boolean startsWith(byte[] bytes, byte[] magic) {
        return bytes.length > magic.length && Arrays.equals(bytes, 0, magic.length, magic, 0, magic.length);
    }

    String contentType() {
        return contentType;
    }

    byte[] bytes() {
        return bytes;
    }
}
