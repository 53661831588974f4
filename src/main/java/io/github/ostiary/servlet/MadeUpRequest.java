package io.github.ostiary.servlet;

import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * A request that nobody sends, to rehearse with: a POST without a body, parameters or headers, from an address that is
 * kept for documentation.
 */
final class MadeUpRequest {

    private static final String NOBODY = "192.0.2.1";

    private String path = "/";
    private final HttpServletRequest request = (HttpServletRequest) Proxy.newProxyInstance(
            MadeUpRequest.class.getClassLoader(),
            new Class<?>[] {HttpServletRequest.class},
            (self, method, arguments) -> answer(method.getName()));

    /** The same request, whose path is now another. */
    HttpServletRequest on(String newPath) {
        path = newPath;
        return request;
    }

    private @Nullable Object answer(String method) {
        return switch (method) {
            case "getServletPath" -> path;
            case "getMethod" -> "POST";
            case "getRemoteAddr" -> NOBODY;
            default -> null;
        };
    }
}
