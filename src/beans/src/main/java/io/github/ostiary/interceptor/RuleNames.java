package io.github.ostiary.interceptor;

import io.github.ostiary.text.Digest;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Names of rules stated in place: readable first, then a digest of the whole signature, so that overloads and classes
 * of one simple name differ. {@code com.acme.Texts.sendCode(String)} is {@code texts-send-code-} and eight digits.
 */
final class RuleNames {

    private static final int LONGEST = 40;
    private static final int DIGEST_BYTES = 4;
    private static final int READABLE = LONGEST - 1 - 2 * DIGEST_BYTES;

    private RuleNames() {}

    /** A valid rule name, the same in every JVM. */
    static String of(AnnotatedElement where) {
        String words = kebab(
                where instanceof Method method
                        ? method.getDeclaringClass().getSimpleName() + "-" + method.getName()
                        : ((Class<?>) where).getSimpleName());
        String readable = words.substring(0, Math.min(words.length(), READABLE)).replaceFirst("-$", "");
        return (readable.isEmpty() ? "bean" : readable) + "-" + digest(signature(where, Class::getName));
    }

    /** The place of an annotation, for people: {@code com.acme.Texts.sendCode(String)}. */
    static String location(AnnotatedElement where) {
        return signature(where, Class::getSimpleName);
    }

    private static String signature(AnnotatedElement where, Function<Class<?>, String> parameter) {
        if (where instanceof Method method) {
            return method.getDeclaringClass().getName() + "." + method.getName()
                    + Arrays.stream(method.getParameterTypes())
                            .map(parameter)
                            .collect(Collectors.joining(", ", "(", ")"));
        }
        return ((Class<?>) where).getName();
    }

    private static String kebab(String camel) {
        return camel.replaceAll("([a-z0-9])([A-Z])", "$1-$2")
                .replaceAll("([A-Z])([A-Z][a-z])", "$1-$2")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-")
                .replaceFirst("^[^a-z]+", "");
    }

    private static String digest(String text) {
        return HexFormat.of().formatHex(Digest.sha256(text), 0, DIGEST_BYTES);
    }
}
