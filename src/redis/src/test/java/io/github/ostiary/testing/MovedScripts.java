package io.github.ostiary.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What clients' scripts and their digests are called behind a {@link MovedRedis}. Thread-safe. */
final class MovedScripts {

    /** No script has this digest: the server says that it does not know it, and the client sends the text. */
    private static final byte[] UNKNOWN = "0".repeat(40).getBytes(StandardCharsets.US_ASCII);

    private final String prelude;
    private final Map<String, byte[]> digests = new ConcurrentHashMap<>();
    private final Set<String> libraries = ConcurrentHashMap.newKeySet();

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

    /** A library of one function, with a name of its own for this clock. */
    byte[] library(byte[] library) {
        String text = new String(library, StandardCharsets.UTF_8);
        int body = text.indexOf('\n') + 1;
        String name = text.substring(text.indexOf("name=") + "name=".length(), body - 1);
        libraries.add(moved(name));
        String moved = text.substring(0, body) + prelude + text.substring(body);
        return moved.replace(name, moved(name)).getBytes(StandardCharsets.UTF_8);
    }

    /** Those that were asked to be loaded. */
    Set<String> libraries() {
        return libraries;
    }

    byte[] function(byte[] name) {
        return moved(new String(name, StandardCharsets.US_ASCII)).getBytes(StandardCharsets.US_ASCII);
    }

    private String moved(String name) {
        return name + "_" + sha1(prelude.getBytes(StandardCharsets.UTF_8)).substring(0, 16);
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
