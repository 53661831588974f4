package io.github.ostiary.servlet;

import io.github.ostiary.CallContext;
import io.github.ostiary.MalformedCallException;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.nio.charset.Charset;
import java.security.Principal;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A servlet request as rules see it. Its path is read once, so that it stays what was asked for. */
final class HttpCallContext implements CallContext {

    private final HttpServletRequest request;
    private final HttpServletResponse response;
    private final Charset formEncoding;
    private final WelcomeFiles welcome;
    private final String path;

    /**
     * Looks at a request.
     *
     * @throws MalformedCallException if its path cannot be matched safely
     */
    HttpCallContext(HttpServletRequest request, HttpServletResponse response, Deployment deployment) {
        this.request = request;
        this.response = response;
        this.formEncoding = deployment.edge().formEncoding();
        this.welcome = deployment.welcome();
        this.path = RequestPath.canonical(request.getServletPath(), request.getPathInfo());
    }

    @Override
    public Optional<String> path() {
        return Optional.of(path);
    }

    @Override
    public List<String> pathAliases() {
        return welcome.aliases(request, path);
    }

    @Override
    public Optional<String> method() {
        return Optional.of(request.getMethod());
    }

    @Override
    public Optional<String> peer() {
        return Optional.ofNullable(request.getRemoteAddr());
    }

    @Override
    public Optional<String> host() {
        return Optional.ofNullable(request.getServerName()).map(name -> name.toLowerCase(Locale.ROOT));
    }

    @Override
    public List<String> headers(String name) {
        Enumeration<String> lines = request.getHeaders(name);
        return lines == null ? List.of() : Collections.list(lines);
    }

    @Override
    public List<String> cookies(String name) {
        Cookie[] cookies = request.getCookies();
        return Arrays.stream(cookies == null ? new Cookie[0] : cookies)
                .filter(cookie -> cookie.getName().equals(name))
                .flatMap(cookie -> Stream.ofNullable(cookie.getValue()))
                .toList();
    }

    @Override
    public List<String> parameters(String name) {
        return Parameters.values(request, name, formEncoding);
    }

    @Override
    public boolean mayHideParameter(String name) {
        return Parameters.mayHide(request, name, formEncoding);
    }

    @Override
    public @Nullable Object attribute(String name) {
        return request.getAttribute(name);
    }

    @Override
    public Optional<String> principal() {
        return Optional.ofNullable(request.getUserPrincipal()).map(Principal::getName);
    }

    @Override
    public Optional<String> session() {
        return Optional.ofNullable(request.getSession(false)).map(HttpSession::getId);
    }

    @Override
    public boolean inRole(String role) {
        return request.isUserInRole(role);
    }

    @Override
    public <T> Optional<T> unwrap(Class<T> type) {
        return Stream.of(request, response)
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst();
    }
}
