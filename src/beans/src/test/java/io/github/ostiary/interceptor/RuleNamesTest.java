package io.github.ostiary.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.AnnotatedElement;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RuleNamesTest {

    @Test
    void is_what_it_was_in_the_last_version() {
        assertThat(names(Texts.class))
                .containsExactlyInAnyOrder(
                        "texts-send-code-44e9ec4e", "texts-send-code-82ea1263", "texts-send-code-6d8c9348");
        assertThat(RuleNames.of(Texts.class)).isEqualTo("texts-cf04bb5f");
    }

    @Test
    void is_valid_whatever_java_allows() {
        Object anonymous = new Object() {};
        Stream<AnnotatedElement> elements = Stream.of(
                        Texts.class, HTTPServer2Übersetzer.class, __.class, anonymous.getClass(), int[].class)
                .flatMap(type -> Stream.concat(Stream.of(type), Arrays.stream(type.getDeclaredMethods())));
        assertThat(elements.map(RuleNames::of))
                .hasSizeGreaterThan(8)
                .doesNotHaveDuplicates()
                .allMatch(name -> name.matches("[a-z][a-z0-9]*(-[a-z0-9]+)*"))
                .allMatch(name -> name.length() <= 40);
    }

    @Test
    void begins_with_words() {
        assertThat(names(HTTPServer2Übersetzer.class))
                .anyMatch(name -> name.startsWith("http-server2-bersetzer-a-very-"));
    }

    @Test
    void location_names_class_method_and_parameters() {
        assertThat(Arrays.stream(Texts.class.getDeclaredMethods()).map(RuleNames::location))
                .contains(Texts.class.getName() + ".sendCode(String, int[])", Texts.class.getName() + ".sendCode()");
    }

    private static List<String> names(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> !method.isSynthetic())
                .map(RuleNames::of)
                .toList();
    }

    @SuppressWarnings("unused")
    private static final class Texts {

        void sendCode() {}

        void sendCode(String phone) {}

        void sendCode(String phone, int[] digits) {}
    }

    @SuppressWarnings("unused")
    private static final class HTTPServer2Übersetzer {

        void a() {}

        void aVeryLongNameThatDoesNotFitIntoARuleName() {}

        void aVeryLongNameThatDoesNotFitIntoARuleNameEither() {}
    }

    @SuppressWarnings("unused")
    private static final class __ {

        void __() {}

        void $1() {}
    }
}
