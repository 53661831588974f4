package io.github.ostiary.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Modules;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds constructors to a length that can be read: what belongs together has a name of its own. Of a record the parts are its meaning. */
class ConstructorSizeTest {

    private static final int MOST = 7;
    private static final Path MAIN = Modules.CLASSES;

    private static Stream<Constructor<?>> constructors(Path classFile) {
        String name =
                MAIN.relativize(classFile).toString().replace(".class", "").replaceAll("[/\\\\]", ".");
        try {
            return Arrays.stream(Class.forName(name, false, ConstructorSizeTest.class.getClassLoader())
                    .getDeclaredConstructors());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Those that others call, and that are too long to be called without counting. */
    private static List<Constructor<?>> tooLong(Stream<Constructor<?>> constructors) {
        return constructors
                .filter(constructor -> !Modifier.isPrivate(constructor.getModifiers()) && !constructor.isSynthetic())
                .filter(constructor -> !constructor.getDeclaringClass().isRecord())
                .filter(constructor -> constructor.getParameterCount() > MOST)
                .toList();
    }

    @Test
    void noConstructorHasMoreThanSevenParameters() {
        List<Path> classFiles = ClassFiles.below(MAIN).stream()
                .filter(file -> !file.endsWith("module-info.class"))
                .toList();
        assertThat(classFiles).hasSizeGreaterThan(200);
        assertThat(tooLong(classFiles.stream().flatMap(ConstructorSizeTest::constructors)))
                .isEmpty();
    }

    private static final class Seven {
        Seven(int a, int b, int c, int d, int e, int f, int g) {}
    }

    private static final class Eight {
        Eight(int a, int b, int c, int d, int e, int f, int g, int h) {}
    }

    private record EightParts(int a, int b, int c, int d, int e, int f, int g, int h) {
        EightParts {}
    }

    @Test
    void canFail() {
        Stream<Constructor<?>> constructors = Stream.of(Seven.class, Eight.class, EightParts.class)
                .flatMap(type -> Arrays.stream(type.getDeclaredConstructors()));
        assertThat(tooLong(constructors))
                .extracting(constructor -> (Object) constructor.getDeclaringClass())
                .containsExactly(Eight.class);
    }
}
