package io.github.ostiary.spring;

import io.github.ostiary.Guard;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A stand-in that is injected before the true object exists, which it finds at each call. It closes nothing: the maker does. */
final class LateBean implements InvocationHandler {

    private final Supplier<?> target;
    private final String name;

    private LateBean(Supplier<?> target, String name) {
        this.target = target;
        this.name = name;
    }

    /**
     * Stands for an object.
     *
     * @param type what it is asked as
     * @param name its text form
     * @param more interfaces that the object has
     */
    static <T> T of(Class<T> type, String name, Supplier<? extends T> target, Class<?>... more) {
        Class<?>[] all = new Class<?>[more.length + 1];
        all[0] = type;
        System.arraycopy(more, 0, all, 1, more.length);
        return type.cast(Proxy.newProxyInstance(LateBean.class.getClassLoader(), all, new LateBean(target, name)));
    }

    /** The true guard, where one is a stand-in for it. */
    static Guard behind(Guard guard) {
        return Proxy.isProxyClass(guard.getClass())
                        && Proxy.getInvocationHandler(guard) instanceof LateBean late
                        && late.target.get() instanceof Guard found
                ? found
                : guard;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return switch (method.getName()) {
                case "equals" -> arguments != null && proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                default -> name;
            };
        }
        if (method.getName().equals("close") && method.getParameterCount() == 0) {
            return null;
        }
        try {
            return method.invoke(target.get(), arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
