package io.github.ostiary.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends made-up requests through a filter, as a server does with true ones. Nothing is behind it. Each is a POST without a
 * body, parameters or headers, from an address that is kept for documentation, and is answered by 401; what is set on
 * request and response is forgotten.
 */
final class WarmUpFilter implements Consumer<String> {

    private static final String NO_CALLER = "192.0.2.1";

    private final Filter filter;
    private final HttpServletRequest request = made(HttpServletRequest.class);
    private final HttpServletResponse response = made(HttpServletResponse.class);
    private final FilterChain chain = (asked, answer) -> {};
    private String path = "/";

    WarmUpFilter(Filter filter) {
        this.filter = filter;
    }

    private <T> T made(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, this::answer));
    }

    private @Nullable Object answer(Object made, Method asked, Object @Nullable [] unused) {
        return switch (asked.getName()) {
            case "getRequestURI", "getServletPath" -> path;
            case "getMethod" -> "POST";
            case "getDispatcherType" -> DispatcherType.REQUEST;
            case "getContextPath" -> "";
            case "getProtocol" -> "HTTP/1.1";
            case "getScheme" -> "http";
            case "getRemoteAddr", "getServerName" -> NO_CALLER;
            case "getStatus" -> HttpServletResponse.SC_UNAUTHORIZED;
            default -> nothing(asked.getReturnType());
        };
    }

    private static @Nullable Object nothing(Class<?> type) {
        return switch (type.getSimpleName()) {
            case "boolean" -> false;
            case "int" -> 0;
            case "long" -> -1L;
            case "Enumeration" -> Collections.emptyEnumeration();
            case "Collection" -> List.of();
            default -> null;
        };
    }

    @Override
    public void accept(String newPath) {
        path = newPath;
        try {
            filter.doFilter(request, response, chain);
        } catch (IOException | ServletException e) {
            throw new IllegalStateException(e);
        }
    }
}
