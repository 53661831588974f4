package io.github.ostiary.jaxrs;

import io.github.ostiary.CallContext;
import io.github.ostiary.http.GuardedExchange;
import io.github.ostiary.servlet.CallEnd;
import io.github.ostiary.setup.EnteredCall;
import jakarta.ws.rs.core.SecurityContext;
import java.lang.reflect.Method;
import java.security.Principal;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A request on its way to a resource method. The caller is the principal that JAX-RS names. Ends with its answer; where JAX-RS
 * gives none, with the request.
 */
final class ResourceCall extends EnteredCall implements CallEnd.Awaiting {

    private final boolean outlives;
    private final @Nullable SecurityContext security;
    private final boolean known;

    ResourceCall(
            CallContext request,
            Class<?> resource,
            Method method,
            boolean outlives,
            @Nullable SecurityContext security) {
        super(request, resource, method);
        this.outlives = outlives;
        this.security = security;
        this.known = principal().isPresent();
    }

    @Override
    public boolean outlivesItsMethod() {
        return outlives;
    }

    @Override
    public Optional<String> principal() {
        Principal caller = security == null ? null : security.getUserPrincipal();
        return caller == null ? request.principal() : Optional.ofNullable(caller.getName());
    }

    @Override
    public boolean inRole(String role) {
        return (security != null && security.isUserInRole(role)) || request.inRole(role);
    }

    @Override
    public Object argument(String name) {
        throw new NeedsArguments();
    }

    /** Settles and ends what this edge began: called code has ended what it began. */
    void answered(int status, @Nullable String location) {
        end(OptionalInt.of(status), Optional.ofNullable(location), status < 400, known);
    }

    /** Ends what JAX-RS has not answered: how is not clear. */
    @Override
    public void end() {
        end(OptionalInt.empty(), Optional.empty(), false, known);
    }

    /** Completes a request; one whose caller has left JAX-RS may have the answer later. */
    @Override
    public void completed(boolean deserted) {
        if (!deserted || !isLeftToItsWork()) {
            end();
        }
    }

    /** Leaves a request; where there are no servlets, it is left when it is answered. */
    @Override
    public void leave() {
        if (request.unwrap(GuardedExchange.class).isPresent()) {
            end();
        } else {
            CallEnd.await(this);
        }
    }

    /** Says that a call cannot be decided before its method is called. */
    static final class NeedsArguments extends RuntimeException {

        private static final long serialVersionUID = 1L;

        NeedsArguments() {
            super("arguments are known when the method is called", null, false, false);
        }
    }
}
