package io.github.ostiary.redis;

import io.github.ostiary.Algorithm;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** A Lua script, put together from the files beside this class. Immutable. */
final class Script {

    /** The modules beside the algorithms, each of which has a module of its name. */
    private static final List<String> MODULES = List.of(
            "forms",
            "log-entry",
            "ahead",
            "forgotten",
            "open",
            "plain-log",
            "claims",
            "charges",
            "key-clock",
            "packed",
            "level",
            "leases",
            "lockout-policy",
            "known-networks",
            "lockout",
            "lockout-by-hand");

    private static final String PLACE_OF_NAME = "OSTIARY_FUNCTION";
    private static final int DIGITS = 16;

    private final String name;
    private final byte[] text;
    private final byte[] sha;
    private final byte[] library;

    private Script(String source) {
        this.name = "ostiary_" + sha1(source.getBytes(StandardCharsets.UTF_8)).substring(0, DIGITS);
        String named = source.replace(PLACE_OF_NAME, name);
        this.text = named.getBytes(StandardCharsets.UTF_8);
        this.sha = sha1(text).getBytes(StandardCharsets.US_ASCII);
        this.library = ("#!lua name=" + name + "\n" + named).getBytes(StandardCharsets.UTF_8);
    }

    /** The name of the library, and of its only function: another text has another name. */
    String name() {
        return name;
    }

    /** The same as a library of one function; not to be changed. */
    byte[] library() {
        return library;
    }

    /** The source; not to be changed. */
    byte[] text() {
        return text;
    }

    /** Its SHA-1, by which Redis knows it; not to be changed. */
    byte[] sha() {
        return sha;
    }

    /** The script that adds up what nodes count. */
    static Script sums() {
        return new Script(file("sums.lua"));
    }

    /** The script that decides: {@code modules.lua}, the modules, {@code decide.lua}. */
    static Script decide() {
        return decide(file("clock.lua"));
    }

    /** The same with another clock, for tests that do not wait. */
    static Script decide(String clock) {
        StringBuilder source = new StringBuilder(file("modules.lua")).append("make = function(name)\n");
        append(source, "clock", clock);
        for (String module : MODULES) {
            append(source, module, file(module + ".lua"));
        }
        StringBuilder letters = new StringBuilder("return {");
        for (Algorithm algorithm : Algorithm.values()) {
            String module = algorithm.configName();
            append(source, module, file(module + ".lua"));
            letters.append(' ')
                    .append(algorithm.letter())
                    .append(" = '")
                    .append(module)
                    .append("',");
        }
        append(source, "algorithms", letters.append(" }\n").toString());
        return new Script(source.append("end\n").append(file("decide.lua")).toString());
    }

    private static void append(StringBuilder source, String module, String text) {
        source.append("if name == '" + module + "' then\n" + text + "end\n");
    }

    /** A file beside this class. */
    static String file(String name) {
        try (InputStream in = Script.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing from the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String sha1(byte[] text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
