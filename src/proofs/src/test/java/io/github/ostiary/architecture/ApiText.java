package io.github.ostiary.architecture;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.AnnotatedWildcardType;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Types and annotations as the file of the public API spells them: the same on every JDK, {@code java.lang} left out. */
final class ApiText {

    private ApiText() {}

    static String name(Class<?> type) {
        return plain(type.getTypeName());
    }

    /** With {@code @Nullable} wherever it stands. */
    static String type(AnnotatedType type) {
        String nullable = type.isAnnotationPresent(Nullable.class) ? "@Nullable " : "";
        if (type instanceof AnnotatedArrayType array) {
            String sign = nullable.isEmpty() ? "[]" : " " + nullable + "[]";
            return type(array.getAnnotatedGenericComponentType()) + sign;
        }
        if (type instanceof AnnotatedParameterizedType generic) {
            String raw = generic.getType().getTypeName().replaceFirst("<.*", "");
            return nullable + plain(raw) + "<" + types(generic.getAnnotatedActualTypeArguments()) + ">";
        }
        if (type instanceof AnnotatedWildcardType wildcard) {
            return wildcard(wildcard);
        }
        return nullable
                + (type.getType() instanceof Class<?> c
                        ? name(c)
                        : type.getType().getTypeName());
    }

    static String types(AnnotatedType... types) {
        return Arrays.stream(types).map(ApiText::type).collect(Collectors.joining(", "));
    }

    private static String wildcard(AnnotatedWildcardType wildcard) {
        AnnotatedType[] lower = wildcard.getAnnotatedLowerBounds();
        return lower.length > 0
                ? "? super " + types(lower)
                : ("? extends " + types(wildcard.getAnnotatedUpperBounds())).replaceFirst(" extends Object$", "");
    }

    private static String plain(String name) {
        return name.replace('$', '.').replaceFirst("^java\\.lang\\.(?=[A-Z])", "");
    }

    /** The type variables somebody declares, with what bounds them; ends in a blank, or is empty. */
    static String variables(TypeVariable<?>[] variables) {
        return variables.length == 0
                ? ""
                : Arrays.stream(variables)
                        .map(v -> (v.getName() + " extends " + bounds(v)).replaceFirst(" extends Object$", ""))
                        .collect(Collectors.joining(", ", "<", "> "));
    }

    private static String bounds(TypeVariable<?> variable) {
        return Arrays.stream(variable.getAnnotatedBounds()).map(ApiText::type).collect(Collectors.joining(" & "));
    }

    /** The annotations of an element that users can name, but for those about null; each ends in a blank. */
    static String annotations(AnnotatedElement element) {
        return Arrays.stream(element.getDeclaredAnnotations())
                .filter(annotation -> ApiTypes.visible(annotation.annotationType()))
                .filter(annotation -> annotation.annotationType().getPackage() != Nullable.class.getPackage())
                .map(annotation -> annotation(annotation) + " ")
                .sorted()
                .collect(Collectors.joining());
    }

    private static String annotation(Annotation annotation) {
        String elements = Arrays.stream(annotation.annotationType().getDeclaredMethods())
                .sorted(Comparator.comparing(Method::getName))
                .flatMap(element -> element(annotation, element))
                .collect(Collectors.joining(", "));
        return "@" + name(annotation.annotationType()) + (elements.isEmpty() ? "" : "(" + elements + ")");
    }

    private static Stream<String> element(Annotation annotation, Method element) {
        try {
            element.setAccessible(true);
            String given = value(element.invoke(annotation));
            Object usual = element.getDefaultValue();
            return usual != null && value(usual).equals(given)
                    ? Stream.of()
                    : Stream.of(element.getName() + "=" + given);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A constant, as Java would have it written. */
    static String value(Object value) {
        if (value.getClass().isArray()) {
            List<String> values = IntStream.range(0, Array.getLength(value))
                    .mapToObj(i -> value(Array.get(value, i)))
                    .toList();
            return "{" + String.join(", ", values) + "}";
        }
        return value instanceof String text
                ? '"' + text.replace("\\", "\\\\").replace("\n", "\\n") + '"'
                : value instanceof Class<?> type
                        ? name(type) + ".class"
                        : value instanceof Enum<?> constant
                                ? constant.name()
                                : value instanceof Annotation inner ? annotation(inner) : value.toString();
    }
}
