package io.github.ostiary.login;

import io.github.ostiary.CallContext;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A request that signs in, as rules see it: its principal is the name that is tried. */
final class LoginCall implements CallContext {

    private final CallContext request;
    private final String name;

    LoginCall(CallContext request, String name) {
        this.request = request;
        this.name = name;
    }

    @Override
    public Optional<String> principal() {
        return Optional.of(name);
    }

    @Override
    public Optional<String> path() {
        return request.path();
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
    public List<String> headers(String header) {
        return request.headers(header);
    }

    @Override
    public List<String> cookies(String cookie) {
        return request.cookies(cookie);
    }

    @Override
    public List<String> parameters(String parameter) {
        return request.parameters(parameter);
    }

    @Override
    public boolean mayHideParameter(String parameter) {
        return request.mayHideParameter(parameter);
    }

    @Override
    public @Nullable Object attribute(String attribute) {
        return request.attribute(attribute);
    }

    @Override
    public Optional<String> session() {
        return request.session();
    }

    @Override
    public <T> Optional<T> unwrap(Class<T> type) {
        return request.unwrap(type);
    }
}
