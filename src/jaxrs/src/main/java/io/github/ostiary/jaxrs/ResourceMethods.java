package io.github.ostiary.jaxrs;

import io.github.ostiary.RateLimit;
import io.github.ostiary.interceptor.LimitedMethod;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.Suspended;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The methods of resource classes, by what is written on them. */
final class ResourceMethods {

    private static final String EVENTS = "jakarta.ws.rs.sse.SseEventSink";

    private ResourceMethods() {}

    /** The method that is called: annotations of JAX-RS may stand on an interface. */
    static Method implementation(Class<?> type, Method method) {
        try {
            return LimitedMethod.written(type.getMethod(method.getName(), method.getParameterTypes()));
        } catch (NoSuchMethodException e) {
            return method;
        }
    }

    /** The methods that JAX-RS calls for a request. */
    static List<Method> of(Class<?> type) {
        return Stream.of(type.getMethods())
                .filter(method -> !method.isSynthetic() && isResourceMethod(type, method))
                .toList();
    }

    /** Limited methods that JAX-RS does not call, one sentence each, where nothing else could be limited. */
    static List<String> unreachable(Class<?> type) {
        List<String> problems = new ArrayList<>();
        for (Method method : type.getDeclaredMethods()) {
            boolean called = Modifier.isPublic(method.getModifiers()) && isResourceMethod(type, method);
            if (!called && !method.isSynthetic() && carriesLimit(method)) {
                problems.add("@RateLimit on " + LimitedMethod.of(method, type).location()
                        + ": it is not a resource method, and CDI does not call it; give the class a scope such as"
                        + " @RequestScoped, or remove it");
            }
        }
        return problems;
    }

    private static boolean carriesLimit(Method method) {
        return method.isAnnotationPresent(RateLimit.class)
                || Stream.of(method.getAnnotations())
                        .anyMatch(carried -> carried.annotationType().isAnnotationPresent(RateLimit.class));
    }

    private static boolean isResourceMethod(Class<?> type, Method method) {
        return declarations(type, method)
                .flatMap(same -> Stream.of(same.getAnnotations()))
                .map(Annotation::annotationType)
                .anyMatch(annotation -> annotation.isAnnotationPresent(HttpMethod.class));
    }

    /** The method where it is declared: in the class, and in what that extends and implements. */
    private static Stream<Method> declarations(Class<?> type, Method method) {
        return lineage(type)
                .flatMap(above -> Stream.of(above.getDeclaredMethods()))
                .filter(other -> other.getName().equals(method.getName())
                        && Arrays.equals(other.getParameterTypes(), method.getParameterTypes()));
    }

    private static Stream<Class<?>> lineage(Class<?> type) {
        Stream<Class<?>> above = type.getSuperclass() == null ? Stream.empty() : lineage(type.getSuperclass());
        return Stream.concat(
                Stream.concat(Stream.of(type), above),
                Stream.of(type.getInterfaces()).flatMap(ResourceMethods::lineage));
    }

    /** Whether a call goes on when its method has returned, until it is answered. */
    static boolean isSuspended(Class<?> type, Method method) {
        return declarations(type, method)
                .flatMap(same -> Stream.of(same.getParameters()))
                .anyMatch(parameter -> parameter.isAnnotationPresent(Suspended.class));
    }

    /** Whether a call goes on when it has been answered: the answer is a stream of events. */
    static boolean isStream(Method method) {
        return Stream.of(method.getParameters()).map(Parameter::getType).anyMatch(type -> type.getName()
                .equals(EVENTS));
    }
}
