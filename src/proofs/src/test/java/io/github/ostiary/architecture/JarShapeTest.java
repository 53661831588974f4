package io.github.ostiary.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.testing.Modules;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Holds the whole jar to its measures: size of files, share of public types, signatures, null-marked packages. */
class JarShapeTest {

    private static final int LONGEST_FILE = 400;
    private static final double HIDDEN_SHARE = 0.4;

    private static final List<Class<?>> TYPES = types();

    private static List<Class<?>> types() {
        Path main = Modules.CLASSES;
        return ClassFiles.below(main).stream()
                .map(file -> main.relativize(file).toString())
                .map(name ->
                        name.substring(0, name.length() - ".class".length()).replaceAll("[/\\\\]", "."))
                .<Class<?>>map(JarShapeTest::load)
                .toList();
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, JarShapeTest.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isPackageInfo(Class<?> type) {
        return type.getSimpleName().equals("package-info");
    }

    @Test
    void theVocabularyShowsNoForeignType() {
        List<Class<?>> vocabulary = TYPES.stream()
                .filter(type -> type.getPackage() == Guard.class.getPackage() && Signatures.visible(type))
                .toList();

        assertThat(vocabulary).contains(Guard.class, Decision.Denied.class);
        assertThat(vocabulary)
                .allSatisfy(type ->
                        assertThat(Signatures.foreign(type)).as(type.getName()).isEmpty());
    }

    @Test
    void manyTypesAreHidden() {
        List<Class<?>> topLevel = TYPES.stream()
                .filter(type -> type.getEnclosingClass() == null && !isPackageInfo(type))
                .toList();
        long hidden = topLevel.stream()
                .filter(type -> !Modifier.isPublic(type.getModifiers()))
                .count();

        assertThat((double) hidden / topLevel.size())
                .as("%d of %d types are not public", hidden, topLevel.size())
                .isGreaterThanOrEqualTo(HIDDEN_SHARE);
    }

    @Test
    void everyPackageIsNullMarked() {
        Map<String, Boolean> marked = new TreeMap<>();
        TYPES.forEach(type -> marked.merge(
                type.getPackageName(),
                isPackageInfo(type) && type.isAnnotationPresent(NullMarked.class),
                Boolean::logicalOr));

        assertThat(marked).containsKey("io.github.ostiary").doesNotContainValue(false);
    }

    @Test
    void noFileIsLong() throws IOException {
        Map<Path, Long> tooLong = new TreeMap<>();
        int seen = 0;
        for (String root : List.of("src", "webapp-example/src", "benchmarks/src")) {
            for (Path file : sources(Path.of(root))) {
                seen++;
                try (Stream<String> lines = Files.lines(file)) {
                    long count = lines.count();
                    if (count > LONGEST_FILE) {
                        tooLong.put(file, count);
                    }
                }
            }
        }

        assertThat(seen).isGreaterThan(100);
        assertThat(tooLong).isEmpty();
    }

    private static List<Path> sources(Path root) throws IOException {
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().matches("(?!.*/target/).*\\.(?:java|lua)"))
                    .toList();
        }
    }
}
