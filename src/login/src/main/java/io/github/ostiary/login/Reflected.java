package io.github.ostiary.login;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Objects of a container that this jar is not compiled against. Every method throws {@link ReflectiveOperationException}
 * where the container is not the one that was expected.
 */
final class Reflected {

    private Reflected() {}

    /** The value that a public method without parameters returns. */
    static @Nullable Object get(Object target, String method) throws ReflectiveOperationException {
        return call(target, publicMethod(target, method));
    }

    /** A private field, wherever in the hierarchy it is declared. */
    static Field field(Class<?> type, String name) throws ReflectiveOperationException {
        for (Class<?> declaring = type; declaring != null; declaring = declaring.getSuperclass()) {
            for (Field field : declaring.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    field.setAccessible(true);
                    return field;
                }
            }
        }
        throw new NoSuchFieldException(type.getName() + "." + name);
    }

    static Object required(Class<?> type, String name, Object target) throws ReflectiveOperationException {
        Object found = field(type, name).get(target);
        if (found == null) {
            throw new NoSuchFieldException(type.getName() + "." + name + " is null");
        }
        return found;
    }

    private static Method publicMethod(Object target, String name) throws ReflectiveOperationException {
        Method method = target.getClass().getMethod(name);
        method.setAccessible(true);
        return method;
    }

    /** Calls a method and throws what it throws, as far as that is no checked exception. */
    static @Nullable Object call(Object target, Method method, @Nullable Object... arguments)
            throws ReflectiveOperationException {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw e;
        }
    }

    /** The same for who may throw everything. */
    static @Nullable Object pass(Object target, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** An object that looks like another in all its interfaces. */
    static Object inFrontOf(Object target, InvocationHandler handler) {
        Set<Class<?>> interfaces = new LinkedHashSet<>();
        for (Class<?> type = target.getClass(); type != null; type = type.getSuperclass()) {
            for (Class<?> one : type.getInterfaces()) {
                interfaces.add(one);
            }
        }
        return Proxy.newProxyInstance(target.getClass().getClassLoader(), interfaces.toArray(Class<?>[]::new), handler);
    }

    /** An object of one interface, equal to itself alone. */
    static Object made(Class<?> type, InvocationHandler handler) {
        InvocationHandler whole = (self, method, arguments) -> {
            if (method.getDeclaringClass() != Object.class) {
                return handler.invoke(self, method, arguments);
            }
            return switch (method.getName()) {
                case "equals" -> arguments != null && self == arguments[0];
                case "hashCode" -> System.identityHashCode(self);
                default -> "Ostiary's " + type.getSimpleName();
            };
        };
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, whole);
    }
}
