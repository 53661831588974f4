package io.github.ostiary.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Guard;
import io.github.ostiary.testing.Modules;
import jakarta.enterprise.context.NormalScope;
import jakarta.enterprise.inject.Stereotype;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.interceptor.InterceptorBinding;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What OpenWebBeans asks of a class that it makes a subclass of: of the class of each bean of ours that has a normal scope,
 * although its types are interfaces, and of each class that is intercepted or decorated.
 */
class ProxiedBeansTest {

    private static final Path MAIN = Modules.CLASSES;

    private static List<Class<?>> ours() throws ClassNotFoundException {
        List<Class<?>> types = new ArrayList<>();
        for (Path file : ClassFiles.below(MAIN)) {
            String name = MAIN.relativize(file).toString().replaceAll("[/\\\\]", ".");
            types.add(Class.forName(
                    name.substring(0, name.length() - ".class".length()), false, Guard.class.getClassLoader()));
        }
        return types;
    }

    /** The classes that are asked for: of beans that we write by hand, and of those that annotations make. */
    private static List<Class<?>> proxied(Collection<Class<?>> types) throws ReflectiveOperationException {
        List<Class<?>> proxied = new ArrayList<>();
        for (Class<?> type : types) {
            if (Bean.class.isAssignableFrom(type) && !Modifier.isAbstract(type.getModifiers())) {
                Constructor<?> made = type.getDeclaredConstructors()[0];
                made.setAccessible(true);
                Bean<?> bean = (Bean<?>) made.newInstance(new Object[made.getParameterCount()]);
                if (bean.getScope().isAnnotationPresent(NormalScope.class)) {
                    proxied.add(bean.getBeanClass());
                }
            } else if (!type.isAnnotation() && !isInterceptor(type) && isAskedFor(type)) {
                proxied.add(type);
            }
        }
        return proxied;
    }

    private static boolean isInterceptor(Class<?> type) {
        return type.isAnnotationPresent(jakarta.interceptor.Interceptor.class)
                || type.isAnnotationPresent(jakarta.decorator.Decorator.class);
    }

    private static boolean isAskedFor(Class<?> type) {
        return Stream.concat(Stream.of(type), Arrays.stream(type.getDeclaredMethods()))
                .flatMap(element -> Arrays.stream(element.getAnnotations()))
                .map(Annotation::annotationType)
                .anyMatch(annotation -> annotation.isAnnotationPresent(NormalScope.class)
                        || annotation.isAnnotationPresent(InterceptorBinding.class)
                        || annotation.isAnnotationPresent(Stereotype.class));
    }

    /** Empty if OpenWebBeans can make a subclass of it. */
    private static List<String> obstacles(Class<?> type) {
        List<String> obstacles = new ArrayList<>();
        if (type.isInterface()) {
            return obstacles;
        }
        if (Modifier.isFinal(type.getModifiers())) {
            obstacles.add(type.getSimpleName() + " is final");
        }
        if (Arrays.stream(type.getDeclaredConstructors())
                .noneMatch(made -> made.getParameterCount() == 0 && !Modifier.isPrivate(made.getModifiers()))) {
            obstacles.add(type.getSimpleName() + " has no constructor without parameters that a subclass can call");
        }
        for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
            for (Method method : at.getDeclaredMethods()) {
                int modifiers = method.getModifiers();
                if (Modifier.isFinal(modifiers)
                        && !Modifier.isStatic(modifiers)
                        && (modifiers & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0) {
                    obstacles.add(at.getSimpleName() + "." + method.getName() + " is final");
                }
            }
        }
        return obstacles;
    }

    @Test
    void openWebBeansCanMakeASubclassOfEachBeanOfOurs() throws ReflectiveOperationException {
        List<Class<?>> proxied = proxied(ours());
        assertThat(proxied).extracting(Class::getSimpleName).contains("GuardedIdentityStores");
        assertThat(proxied.stream().flatMap(type -> obstacles(type).stream())).isEmpty();
    }

    /** A class of a scope that names every obstacle. */
    @jakarta.enterprise.context.ApplicationScoped
    private static final class Closed {

        Closed(String name) {
            assertThat(name).isNotNull();
        }

        public final void close() {}
    }

    @Test
    void itNamesEachObstacle() throws ReflectiveOperationException {
        assertThat(proxied(List.of(Closed.class, String.class))).singleElement().satisfies(type -> assertThat(
                        obstacles(type))
                .containsExactly(
                        "Closed is final",
                        "Closed has no constructor without parameters that a subclass can call",
                        "Closed.close is final"));
    }
}
