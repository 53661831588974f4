package io.github.ostiary.spring;

import io.github.ostiary.CallContext;
import io.github.ostiary.servlet.CallEnd;
import io.github.ostiary.setup.EnteredCall;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.OptionalInt;

/** A request on its way to a controller that answers later: what it holds, it holds until the answer has been given. */
final class LaterAnswer extends EnteredCall implements CallEnd.Awaiting {

    private static final int FAILED = 400;

    private final boolean known;

    LaterAnswer(CallContext request, Class<?> controller, Method method) {
        super(request, controller, method);
        this.known = request.principal().isPresent();
    }

    @Override
    public boolean outlivesItsMethod() {
        return true;
    }

    @Override
    public void leave() {
        CallEnd.await(this);
    }

    /** Ends the call of a method that failed, or returned nothing to wait for. */
    @Override
    public void end() {
        end(OptionalInt.empty(), Optional.empty(), false, known);
    }

    @Override
    public void completed(boolean deserted) {
        if (deserted && isLeftToItsWork()) {
            return;
        }
        OptionalInt status = unwrap(HttpServletResponse.class).stream()
                .mapToInt(HttpServletResponse::getStatus)
                .findAny();
        end(status, Optional.empty(), status.orElse(FAILED) < FAILED, known);
    }
}
