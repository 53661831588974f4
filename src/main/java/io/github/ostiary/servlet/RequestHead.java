package io.github.ostiary.servlet;

import io.github.ostiary.CallContext;
import io.github.ostiary.edge.ArrivingCall.NeedsBody;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A request as its head describes it: methods that would read the body return nothing. */
final class RequestHead implements CallContext {

    private final HttpCallContext call;

    RequestHead(HttpCallContext call) {
        this.call = call;
    }

    @Override
    public Optional<String> path() {
        return call.path();
    }

    @Override
    public List<String> pathAliases() {
        return call.pathAliases();
    }

    @Override
    public Optional<String> method() {
        return call.method();
    }

    @Override
    public Optional<String> peer() {
        return call.peer();
    }

    @Override
    public Optional<String> host() {
        return call.host();
    }

    @Override
    public List<String> headers(String name) {
        return call.headers(name);
    }

    @Override
    public List<String> cookies(String name) {
        return call.cookies(name);
    }

    @Override
    public List<String> parameters(String name) {
        throw new NeedsBody();
    }

    @Override
    public boolean mayHideParameter(String name) {
        throw new NeedsBody();
    }

    @Override
    public List<String> jsonValues(String name) {
        throw new NeedsBody();
    }

    @Override
    public boolean mayHideJson(String name) {
        throw new NeedsBody();
    }

    @Override
    public @Nullable Object attribute(String name) {
        return call.attribute(name);
    }

    @Override
    public Optional<String> principal() {
        return call.principal();
    }

    @Override
    public Optional<String> session() {
        return call.session();
    }

    @Override
    public boolean inRole(String role) {
        return call.inRole(role);
    }

    /** Whoever has the request itself may read its body. */
    @Override
    public <T> Optional<T> unwrap(Class<T> type) {
        throw new NeedsBody();
    }
}
