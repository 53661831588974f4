package io.github.ostiary.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What clients' scripts and their digests are called behind a {@link MovedRedis}. Thread-safe. */
final class MovedScripts {

    /** No script has this digest: the server says that it does not know it, and the client sends the text. */
    private static final byte[] UNKNOWN = "0".repeat(40).getBytes(StandardCharsets.US_ASCII);

    private final String prelude;
    private final Map<String, byte[]> digests = new ConcurrentHashMap<>();

    MovedScripts(String clock) {
        try (InputStream in = MovedScripts.class.getResourceAsStream("/moved.lua")) {
            prelude = new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("CLOCK", clock);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    byte[] text(byte[] script) {
        byte[] moved = (prelude + new String(script, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
        digests.put(sha1(script), sha1(moved).getBytes(StandardCharsets.US_ASCII));
        return moved;
    }

    byte[] digest(byte[] digest) {
        return digests.getOrDefault(new String(digest, StandardCharsets.US_ASCII), UNKNOWN);
    }

    private static String sha1(byte[] text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
