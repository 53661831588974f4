package io.github.ostiary.setup;

import io.github.ostiary.CallContext;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A call that belongs to a request: what it does not know itself, the request is asked for. Arguments are the call's own.
 *
 * @hidden
 */
public abstract class CallView implements EndingCall {

    /** The request it belongs to. */
    protected final CallContext request;

    /**
     * A call.
     *
     * @param request that it belongs to; knows nothing if there is none
     */
    protected CallView(CallContext request) {
        this.request = request;
    }

    @Override
    public boolean hasEnded() {
        return request instanceof EndingCall ending && ending.hasEnded();
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
        return request.unwrap(type);
    }
}
