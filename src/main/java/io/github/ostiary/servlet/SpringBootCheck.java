package io.github.ostiary.servlet;

import io.github.ostiary.text.Log;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tells what an application of Spring Boot has forgotten, as it begins: to install its guard, though there is a file for one;
 * and that Spring does not intercept {@code @RateLimit}. A bean by the jar's {@code AutoConfiguration.imports}, made where
 * there are servlets, and a listener of the context because Boot takes beans that are; so nothing of Spring is compiled against.
 */
final class SpringBootCheck implements ServletContextListener {

    private static final System.Logger LOG = Log.of(SpringBootCheck.class);
    private static final String BEANS = "org.springframework.web.context.WebApplicationContext.ROOT";
    private static final String ANNOTATION = "io.github.ostiary.interceptor.RateLimit";

    @Override
    public void contextInitialized(ServletContextEvent event) {
        ServletContext context = event.getServletContext();
        if (Deployment.existing(context) == null && DeployedApplication.hasFileOnClassPath(context)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "ostiary.properties is on the class path, but the application has not called"
                            + " OstiaryInitializer.install(servletContext): unless a RateLimitFilter names the file, it is not"
                            + " read, and requests are not guarded. Add the bean of the recipe for Spring Boot");
        }
        Object beans = context.getAttribute(BEANS);
        List<String> annotated = beans == null ? List.of() : annotated(beans);
        if (!annotated.isEmpty()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "@RateLimit limits beans of CDI and resources of JAX-RS; these of Spring are not limited: {0}. Ask"
                            + " OstiaryContext.guard(servletContext).limiter(...) there, or limit their paths",
                    String.join(", ", annotated));
        }
    }

    /** The methods of Spring's beans, in order; empty where they cannot be looked at. */
    private static List<String> annotated(Object beans) {
        try {
            Method typeOf = beans.getClass().getMethod("getType", String.class, boolean.class);
            String[] names = (String[])
                    beans.getClass().getMethod("getBeanDefinitionNames").invoke(beans);
            return Arrays.stream(names)
                    .map(name -> type(beans, typeOf, name))
                    .flatMap(type -> type == null ? Stream.empty() : annotated(type))
                    .distinct()
                    .sorted()
                    .toList();
        } catch (ReflectiveOperationException | LinkageError e) {
            LOG.log(System.Logger.Level.DEBUG, "Spring's beans cannot be looked at", e);
            return List.of();
        }
    }

    private static @Nullable Class<?> type(Object beans, Method typeOf, String name) {
        try {
            return (Class<?>) typeOf.invoke(beans, name, false);
        } catch (IllegalAccessException | InvocationTargetException e) {
            return null;
        }
    }

    private static Stream<String> annotated(Class<?> type) {
        Class<?> above = type.getSuperclass();
        return type.getName().startsWith("org.springframework.") || type == Object.class
                ? Stream.empty()
                : Stream.concat(ownMethods(type), above == null ? Stream.empty() : annotated(above));
    }

    private static Stream<String> ownMethods(Class<?> type) {
        boolean all = isAnnotated(type);
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> !method.isSynthetic() && (all || isAnnotated(method)))
                .map(method -> type.getSimpleName() + "." + method.getName());
    }

    private static boolean isAnnotated(AnnotatedElement element) {
        return Arrays.stream(element.getAnnotations())
                .anyMatch(each -> each.annotationType().getName().equals(ANNOTATION));
    }
}
