package io.github.ostiary.interceptor;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The places where a method of a class was written: compilers add methods, and interfaces promise them. */
final class Declarations {

    private static final Set<String> VIEWS = Set.of("jakarta.ejb.Local", "jakarta.ejb.Remote");

    private Declarations() {}

    /** The method that a bridge calls, whose annotations it repeats; every other method itself. */
    static Method written(Method method) {
        if (!method.isBridge()) {
            return method;
        }
        for (Class<?> type = method.getDeclaringClass(); type != null; type = type.getSuperclass()) {
            for (Method other : type.getDeclaredMethods()) {
                if (calls(method, other)) {
                    return other;
                }
            }
        }
        return method;
    }

    private static boolean calls(Method bridge, Method other) {
        Class<?>[] seen = bridge.getParameterTypes();
        Class<?>[] own = other.getParameterTypes();
        boolean fits = !other.isBridge()
                && other.getName().equals(bridge.getName())
                && own.length == seen.length
                && bridge.getReturnType().isAssignableFrom(other.getReturnType())
                && Arrays.equals(other.getDeclaredAnnotations(), bridge.getDeclaredAnnotations());
        for (int i = 0; fits && i < own.length; i++) {
            fits = seen[i].isAssignableFrom(own[i]);
        }
        return fits;
    }

    /** The methods that a class and its superclasses declare and no subclass overrides, as people wrote them. */
    static List<Method> methods(Class<?> bean) {
        List<Method> methods = new ArrayList<>();
        for (Class<?> type = bean; type != null && type != Object.class; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (!method.isSynthetic() && !isOverridden(method, bean)) {
                    methods.add(method);
                }
            }
        }
        return methods;
    }

    /** Whether no container can stand before a method. */
    static boolean isCalledDirectly(Method method) {
        return Modifier.isPrivate(method.getModifiers()) || Modifier.isStatic(method.getModifiers());
    }

    /** Whether calls of a superclass's method reach another one, which may have other types of parameters. */
    static boolean isOverridden(Method method, Class<?> bean) {
        for (Class<?> type = bean; type != null && type != method.getDeclaringClass(); type = type.getSuperclass()) {
            for (Method other : type.getDeclaredMethods()) {
                if (isAlike(method, other) && !written(other).equals(method)) {
                    return true;
                }
            }
        }
        return false;
    }

    static boolean isAlike(Method method, Method other) {
        return other.getName().equals(method.getName())
                && Arrays.equals(other.getParameterTypes(), method.getParameterTypes());
    }

    /**
     * The interfaces of a class, of its superclasses and of those that it names as its views.
     *
     * @param views of the class besides the interfaces that it implements
     */
    static Set<Class<?>> interfaces(Class<?> bean, Collection<Class<?>> views) {
        Set<Class<?>> interfaces = new LinkedHashSet<>();
        views.forEach(view -> addInterfaces(view, interfaces));
        addInterfaces(bean, interfaces);
        return interfaces;
    }

    private static void addInterfaces(Class<?> type, Set<Class<?>> found) {
        for (Class<?> above = type; above != null && above != Object.class; above = above.getSuperclass()) {
            if (above.isInterface()) {
                found.add(above);
            }
            Stream.of(above.getInterfaces()).forEach(each -> addInterfaces(each, found));
            Stream.of(above.getDeclaredAnnotations()).forEach(each -> addViews(each, found));
        }
    }

    /** An EJB may name its views and implement none of them. */
    private static void addViews(Annotation annotation, Set<Class<?>> found) {
        if (VIEWS.contains(annotation.annotationType().getName())) {
            try {
                Object views = annotation.annotationType().getMethod("value").invoke(annotation);
                Stream.of((Class<?>[]) views).forEach(view -> addInterfaces(view, found));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("jakarta.ejb has changed", e);
            }
        }
    }
}
