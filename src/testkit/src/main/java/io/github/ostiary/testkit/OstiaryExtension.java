package io.github.ostiary.testkit;

import io.github.ostiary.Guard;
import io.github.ostiary.ManualTimeSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Called by JUnit around tests with {@link OstiaryTest}. */
final class OstiaryExtension
        implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback, ParameterResolver {

    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(OstiaryExtension.class);

    private static ExtensionContext.Store store(ExtensionContext context) {
        return context.getStore(NAMESPACE);
    }

    private static @Nullable TestedGuard begun(ExtensionContext context) {
        return store(context).get(TestedGuard.class, TestedGuard.class);
    }

    private static TestedGuard tested(ExtensionContext context) {
        return Objects.requireNonNull(begun(context));
    }

    /** Begins, unless the outer class of a nested one has done so. */
    @Override
    public void beforeAll(ExtensionContext context) {
        if (begun(context) == null) {
            Class<?> type = context.getRequiredTestClass();
            TestedGuard tested = new TestedGuard(Objects.requireNonNull(annotation(type)), type.getClassLoader());
            tested.begin();
            store(context).put(TestedGuard.class, tested);
            store(context).put(Class.class, type);
        }
    }

    /** The annotation of a test class, or of the one around it; null if there is none. */
    static @Nullable OstiaryTest annotation(Class<?> test) {
        for (Class<?> type = test; type != null; type = type.getEnclosingClass()) {
            if (type.isAnnotationPresent(OstiaryTest.class)) {
                return type.getAnnotation(OstiaryTest.class);
            }
        }
        return null;
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        tested(context).reset(context);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return (type == Guard.class || type == ManualTimeSource.class)
                && parameter.getParameter().getAnnotations().length == 0;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Guard.class
                ? tested(context).guard(context)
                : TestedGuard.TIME;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        tested(context).close();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (context.getRequiredTestClass() == store(context).get(Class.class)) {
            tested(context).end();
        }
    }
}
