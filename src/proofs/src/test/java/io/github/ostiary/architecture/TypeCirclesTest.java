package io.github.ostiary.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Guard;
import io.github.ostiary.testing.Modules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Types that need each other are few, and few at a time. */
class TypeCirclesTest {

    /** These two only ever go down. */
    private static final int MOST_CIRCLES = 7;

    private static final int MOST_TYPES = 5;

    @Test
    void fewTypesNeedEachOther() {
        Map<String, Set<String>> needs = TypeCircles.needs(ClassFiles.below(Modules.CLASSES));
        List<Set<String>> circles = TypeCircles.circles(needs);

        assertThat(circles.size()).as(TypeCircles.text(circles, needs)).isLessThanOrEqualTo(MOST_CIRCLES);
        assertThat(circles.get(0).size()).as(TypeCircles.text(circles, needs)).isLessThanOrEqualTo(MOST_TYPES);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "class A { B b; } class B { A a; }",
                "class A { void a() { new B(); } } class B { static class C { A a; } }",
                "class A { int of() { return B.ONE; } } class B { static final int ONE = 1; A a; }",
                "class A extends B {} class B { static B of() { return new A(); } }",
                "interface A { java.util.List<B> all(); } interface B { boolean is(A a); }",
                "class A { Runnable a() { return B::b; } } class B { static void b() { Class<?> a = A.class; } }",
                "sealed interface A permits B { static A of() { return new B(); } } record B() implements A {}",
            })
    void aCircleIsFound(String types, @TempDir Path directory) throws IOException {
        assertThat(circles(types, directory)).containsExactly(Set.of("io.github.ostiary.x.A", "io.github.ostiary.x.B"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "class A { B b; } class B { String a = \"io.github.ostiary.x.A\"; }",
                "class A { class C { A a; } C c; } class B { A.C c; A a; }",
                "sealed interface A permits B {} record B() implements A {}",
                "class A { B b; io.github.ostiary.Guard c; } class B {}",
            })
    void whatIsNoCircleIsNotFound(String types, @TempDir Path directory) throws IOException {
        assertThat(circles(types, directory)).isEmpty();
    }

    private static List<Set<String>> circles(String types, Path directory) throws IOException {
        Path source = Files.writeString(directory.resolve("A.java"), "package io.github.ostiary.x; " + types);
        String classPath = ClassFiles.location(Guard.class).toString();
        int status = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-cp", classPath, source.toString(), "-d", directory.toString());

        assertThat(status).isZero();
        return TypeCircles.circles(TypeCircles.needs(ClassFiles.below(directory)));
    }
}
