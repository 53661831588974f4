package io.github.ostiary.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The modules below {@code src}, and what each of them has: tests run in the folder above, whichever module they are of. */
public final class Modules {

    /** All classes of ours, as the jar has them. */
    public static final Path CLASSES = Path.of("src", "jar", "target", "classes");

    private static final Pattern MODULE = Pattern.compile("<module>(src/[a-z]+)</module>");

    private Modules() {}

    /** A file or folder, such as {@code src/main/java}, of each module that has it. */
    public static List<Path> all(String name) {
        try {
            return MODULE.matcher(Files.readString(Path.of("pom.xml")))
                    .results()
                    .map(module -> Path.of(module.group(1), name))
                    .filter(Files::exists)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same of the one module that has it. */
    public static Path one(String name) {
        List<Path> all = all(name);
        if (all.size() != 1) {
            throw new AssertionError(name + " is in " + all);
        }
        return all.get(0);
    }

    /** The folder where the classes of a test class's package are, in its module. */
    public static Path folder(Class<?> test) {
        return one("target/test-classes/" + test.getName().replace('.', '/') + ".class")
                .getParent();
    }

    /** All files below a folder that modules have. */
    public static Stream<Path> files(String folder) {
        return all(folder).stream().flatMap(Modules::walk);
    }

    private static Stream<Path> walk(Path folder) {
        try {
            return Files.walk(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
