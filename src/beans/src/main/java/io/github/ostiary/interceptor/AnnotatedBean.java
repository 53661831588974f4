package io.github.ostiary.interceptor;

import io.github.ostiary.RateLimit;
import jakarta.enterprise.inject.spi.Annotated;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The words of CDI about a bean, besides its class. */
final class AnnotatedBean {

    private AnnotatedBean() {}

    /** The interfaces among a bean's types. */
    static List<Class<?>> views(Collection<Type> types) {
        List<Class<?>> interfaces = new ArrayList<>();
        for (Type type : types) {
            Type raw = type instanceof ParameterizedType parameterized ? parameterized.getRawType() : type;
            if (raw instanceof Class<?> seen && seen.isInterface()) {
                interfaces.add(seen);
            }
        }
        return interfaces;
    }

    /** The limits that CDI knows and the class itself does not have, one sentence each. */
    static List<String> notInSource(AnnotatedType<?> type) {
        List<String> problems = new ArrayList<>();
        Class<?> bean = type.getJavaClass();
        if (isLimited(type) && RateLimitLookup.onClass(bean).isEmpty()) {
            problems.add(added(bean.getName()));
        }
        for (AnnotatedMethod<?> annotated : type.getMethods()) {
            Method method = annotated.getJavaMember();
            if (isLimited(annotated)
                    && !method.getDeclaringClass().isInterface()
                    && !Declarations.isOverridden(method, bean)
                    && RateLimitLookup.on(method).isEmpty()) {
                problems.add(added(RuleNames.location(method)));
            }
        }
        return problems;
    }

    private static boolean isLimited(Annotated annotated) {
        return annotated.isAnnotationPresent(RateLimit.class);
    }

    private static String added(String location) {
        return "@RateLimit on " + location
                + ": an extension added it, but it is read from the class itself only; write it there";
    }
}
