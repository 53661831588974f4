package io.github.ostiary.testkit;

import io.github.ostiary.Guard;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;
import org.springframework.test.context.BootstrapWith;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/** The guards of applications of Spring's that are tested, where there is Spring. */
final class SpringGuards {

    private static final boolean SPRING = ReflectionSupport.tryToLoadClass(
                    "org.springframework.test.context.junit.jupiter.SpringExtension",
                    SpringGuards.class.getClassLoader())
            .toOptional()
            .isPresent();

    private SpringGuards() {}

    /** The guard of the application that a test is of; empty if it is of none, or of a slice that has no guard. */
    static Optional<Guard> of(ExtensionContext test) {
        return SPRING ? Present.of(test) : Optional.empty();
    }

    /** A class of its own, which is not loaded without Spring. */
    private static final class Present {

        static Optional<Guard> of(ExtensionContext test) {
            Class<?> type = test.getRequiredTestClass();
            while (type != null && !isOfSpring(type)) {
                type = type.getEnclosingClass();
            }
            return type == null
                    ? Optional.empty()
                    : Optional.ofNullable(SpringExtension.getApplicationContext(test)
                            .getBeanProvider(Guard.class)
                            .getIfUnique());
        }

        private static boolean isOfSpring(Class<?> test) {
            return AnnotationSupport.isAnnotated(test, BootstrapWith.class)
                    || AnnotationSupport.isAnnotated(test, ContextConfiguration.class);
        }
    }
}
