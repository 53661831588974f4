package io.github.ostiary.interceptor;

import io.github.ostiary.CallContext;
import jakarta.interceptor.InvocationContext;
import java.lang.reflect.Parameter;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A bean call as rules see it: its arguments, and the request it belongs to. */
final class BeanCallContext implements CallContext {

    private final InvocationContext invocation;
    private final CallContext request;
    private final LimitedMethod site;

    BeanCallContext(InvocationContext invocation, CallContext request, LimitedMethod site) {
        this.invocation = invocation;
        this.request = request;
        this.site = site;
    }

    @Override
    public @Nullable Object argument(String name) {
        Parameter[] parameters = invocation.getMethod().getParameters();
        for (int i = 0; i < parameters.length; i++) {
            boolean named =
                    parameters[i].isNamePresent() && parameters[i].getName().equals(name);
            if (named || name.equals(Integer.toString(i))) {
                return invocation.getParameters()[i];
            }
        }
        site.missing(name, invocation.getMethod());
        return null;
    }

    @Override
    public Optional<String> path() {
        return request.path();
    }

    @Override
    public List<String> pathAliases() {
        return request.pathAliases();
    }

    @Override
    public Optional<String> method() {
        return request.method();
    }

    @Override
    public Optional<String> peer() {
        return request.peer();
    }

    @Override
    public Optional<String> host() {
        return request.host();
    }

    @Override
    public List<String> headers(String name) {
        return request.headers(name);
    }

    @Override
    public List<String> cookies(String name) {
        return request.cookies(name);
    }

    @Override
    public List<String> parameters(String name) {
        return request.parameters(name);
    }

    @Override
    public boolean mayHideParameter(String name) {
        return request.mayHideParameter(name);
    }

    @Override
    public List<String> jsonValues(String path) {
        return request.jsonValues(path);
    }

    @Override
    public boolean mayHideJson(String path) {
        return request.mayHideJson(path);
    }

    @Override
    public @Nullable Object attribute(String name) {
        return request.attribute(name);
    }

    @Override
    public Optional<String> principal() {
        return request.principal();
    }

    @Override
    public Optional<String> session() {
        return request.session();
    }

    @Override
    public boolean inRole(String role) {
        return request.inRole(role);
    }

    @Override
    public <T> Optional<T> unwrap(Class<T> type) {
        return type.isInstance(invocation) ? Optional.of(type.cast(invocation)) : request.unwrap(type);
    }
}
