package io.github.ostiary.journeys;

import io.github.ostiary.servlet.RateLimitFilter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** An application with our filter alone, on a server that costs nothing. */
final class FakeApplication {

    private final RateLimitFilter filter = new RateLimitFilter();
    private final ServletContext context;

    FakeApplication(String... lines) {
        this(() -> String.join("\n", lines));
    }

    /** One whose file says what it says whenever it is read. */
    FakeApplication(Supplier<String> properties) {
        context = context(properties);
        try {
            filter.init(new Registration(context));
        } catch (ServletException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ServletContext context(Supplier<String> properties) {
        Map<String, Object> attributes = new HashMap<>();
        return fake(ServletContext.class, (method, arguments) -> switch (method) {
            case "getContextPath" -> "";
            case "getClassLoader" -> FakeApplication.class.getClassLoader();
            case "getFilterRegistrations", "getServletRegistrations" -> Map.of();
            case "getAttribute" -> attributes.get((String) arguments[0]);
            case "setAttribute" -> attributes.put((String) arguments[0], arguments[1]);
            case "getResourceAsStream" -> arguments[0].equals("/WEB-INF/ostiary.properties")
                    ? new ByteArrayInputStream(properties.get().getBytes(StandardCharsets.UTF_8))
                    : null;
            default -> null;
        });
    }

    interface Answers {
        Object to(String method, Object[] arguments);
    }

    /** Answers nothing, 0 or false unless told. */
    static <T> T fake(Class<T> type, Answers answers) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    Object answer = method.getReturnType() == void.class
                                    && !method.getName().equals("setAttribute")
                            ? null
                            : answers.to(method.getName(), arguments);
                    if (method.getReturnType() == void.class) {
                        return null;
                    }
                    return answer != null ? answer : nothing(method.getReturnType());
                }));
    }

    private static Object nothing(Class<?> type) {
        if (type == boolean.class) {
            return false;
        }
        return type == int.class ? (Object) 0 : type == long.class ? (Object) 0L : null;
    }

    ServletContext context() {
        return context;
    }

    FakeRequest request(String method, String path) {
        return new FakeRequest(context, method, path);
    }

    /** One request from the first byte to the last. */
    void serve(FakeRequest request, FakeResponse response, FilterChain chain) {
        request.begin();
        response.begin();
        try {
            filter.doFilter(request, response, chain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ServletException e) {
            throw new IllegalStateException(e);
        }
    }

    void close() {
        filter.destroy();
    }

    private record Registration(ServletContext context) implements FilterConfig {

        @Override
        public String getFilterName() {
            return "ostiary";
        }

        @Override
        public ServletContext getServletContext() {
            return context;
        }

        @Override
        public String getInitParameter(String name) {
            return null;
        }

        @Override
        public Enumeration<String> getInitParameterNames() {
            return Collections.emptyEnumeration();
        }
    }
}
