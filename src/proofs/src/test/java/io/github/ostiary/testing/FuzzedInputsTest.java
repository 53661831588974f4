package io.github.ostiary.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each fuzz target with the same made-up inputs on each machine: of what is kept and of its dictionary, spliced, repeated and
 * flipped by a fixed seed. The soak profile searches by coverage.
 */
@Tag("slow")
class FuzzedInputsTest {

    private static final int INPUTS = Integer.getInteger("fuzzed.inputs", 2_000);
    private static final long SEED = Long.getLong("fuzzed.seed", 24);

    /** How the names of the classes end whose targets have them. */
    private static final String CLASSES = System.getProperty("fuzzed.classes", "FuzzTest");

    private static final int LONGEST = 200;
    private static final int MOST_CHANGES = 6;

    /** Bytes that end, escape or nest something in most of what is read. */
    private static final byte[] SIGNS =
            "%&=;,:/\\\"'{}[]()<>@#?+-_.*0aA \t\r\n\0\u007f\u00c3\u00a9\u00ff".getBytes(ISO_8859_1);

    static Stream<Method> targets() throws Exception {
        Path top = Path.of(FuzzedInputsTest.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        List<Method> targets = new ArrayList<>();
        try (Stream<Path> files = Files.walk(top)) {
            for (Path file : files.filter(one -> one.toString().endsWith(CLASSES + ".class"))
                    .sorted()
                    .toList()) {
                String name = top.relativize(file).toString().replaceAll("\\.class$", "");
                for (Method method : Class.forName(name.replace('/', '.')).getDeclaredMethods()) {
                    if (method.isAnnotationPresent(FuzzTest.class)) {
                        targets.add(method);
                    }
                }
            }
        }
        return targets.stream();
    }

    @ParameterizedTest
    @MethodSource("targets")
    void noInputOfAFixedSeedBreaksATarget(Method target) throws Exception {
        List<byte[]> words = words(target);
        assertThat(words).as("words to begin with").isNotEmpty();
        Constructor<?> maker = target.getDeclaringClass().getDeclaredConstructor();
        maker.setAccessible(true);
        target.setAccessible(true);
        Object test = maker.newInstance();
        Random random = new Random(SEED);
        for (int i = 0; i < INPUTS; i++) {
            byte[] input = input(words, random);
            try {
                target.invoke(test, (Object) input);
            } catch (InvocationTargetException e) {
                throw new AssertionError(
                        "input " + i + " of seed " + SEED + ": "
                                + HexFormat.of().formatHex(input) + " ("
                                + new String(input, ISO_8859_1) + ")",
                        e.getCause());
            }
        }
    }

    /** What is kept of a target, and its dictionary. */
    private static List<byte[]> words(Method target) throws IOException {
        List<byte[]> words = new ArrayList<>();
        DictionaryEntries dictionary = target.getAnnotation(DictionaryEntries.class);
        for (String entry : dictionary == null ? new String[0] : dictionary.value()) {
            words.add(unescaped(entry));
        }
        Class<?> test = target.getDeclaringClass();
        Path kept =
                Path.of("src/proofs/src/test/resources", test.getName().replace('.', '/') + "Inputs", target.getName());
        if (Files.isDirectory(kept)) {
            try (Stream<Path> files = Files.list(kept)) {
                for (Path file : files.sorted().toList()) {
                    words.add(Files.readAllBytes(file));
                }
            }
        }
        return words;
    }

    /** As Jazzer reads it: {@code \xNN} is an octet, and two backslashes are one. */
    private static byte[] unescaped(String entry) {
        ByteArrayOutputStream octets = new ByteArrayOutputStream();
        for (int i = 0; i < entry.length(); i++) {
            if (entry.startsWith("\\x", i)) {
                octets.write(Integer.parseInt(entry.substring(i + 2, i + 4), 16));
                i += 3;
            } else {
                i += entry.startsWith("\\\\", i) ? 1 : 0;
                octets.write(entry.charAt(i));
            }
        }
        return octets.toByteArray();
    }

    private static byte[] input(List<byte[]> words, Random random) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        for (int i = random.nextInt(MOST_CHANGES); i >= 0; i--) {
            byte[] word = words.get(random.nextInt(words.size()));
            int from = random.nextInt(4) == 0 ? random.nextInt(word.length + 1) : 0;
            text.write(word, from, word.length - from);
        }
        byte[] bytes = text.toByteArray();
        for (int i = random.nextInt(MOST_CHANGES); i > 0 && bytes.length > 0; i--) {
            bytes = changed(bytes, random);
        }
        return Arrays.copyOf(bytes, Math.min(bytes.length, LONGEST));
    }

    /** A byte changed, taken out or put in, or a part repeated. */
    private static byte[] changed(byte[] bytes, Random random) {
        int at = random.nextInt(bytes.length);
        int to = at + 1 + random.nextInt(Math.min(8, bytes.length - at));
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        text.write(bytes, 0, at);
        switch (random.nextInt(5)) {
            case 0 -> text.write(bytes[at] ^ 1 << random.nextInt(8));
            case 1 -> text.write(SIGNS[random.nextInt(SIGNS.length)]);
            case 2 -> text.write(bytes, at, 0);
            case 3 -> text.write(bytes, at, to - at);
            default -> {
                text.write(SIGNS[random.nextInt(SIGNS.length)]);
                text.write(bytes[at]);
            }
        }
        int rest = random.nextInt(2) == 0 ? at + 1 : at;
        text.write(bytes, rest, bytes.length - rest);
        return text.toByteArray();
    }
}
