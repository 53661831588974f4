package io.github.ostiary.jaxrs;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.interceptor.LimitedMethod;
import io.github.ostiary.setup.CurrentCall;
import io.github.ostiary.text.Log;
import jakarta.ws.rs.core.SecurityContext;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * The limit of one resource method. Its calls are decided before it is called: an interceptor that is called all the same
 * takes the decision over; what only an interceptor can decide waits for it. Thread-safe.
 */
final class ResourceLimit {

    private static final System.Logger LOG = Log.of(ResourceLimit.class);

    private final Class<?> resource;
    private final Method method;
    private final LimitedMethod limited;
    private final boolean beans;
    private final boolean outlives;
    private final boolean stream;

    /** Null until the first call, when there is a guard to tell. */
    private volatile @Nullable Boolean needsInterceptor;

    /** Whether a call got through that an interceptor should have decided. */
    private volatile boolean unguarded;

    /**
     * A method.
     *
     * @param beans whether an interceptor may be called
     */
    ResourceLimit(Class<?> resource, Method method, boolean beans) {
        this.resource = resource;
        this.method = method;
        this.limited = LimitedMethod.of(method, resource);
        this.beans = beans;
        this.stream = ResourceMethods.isStream(method);
        this.outlives = stream || ResourceMethods.isSuspended(resource, method);
    }

    boolean isLimited() {
        return limited.isLimited();
    }

    /**
     * A call of the method.
     *
     * @return null if it is a bean's: no filter, to whom the request belongs, is in front
     * @throws IllegalStateException if it is nobody's
     */
    @Nullable
    ResourceCall arriving(@Nullable SecurityContext security) {
        CallContext request = CurrentCall.get();
        if (request.path().isPresent()) {
            return new ResourceCall(request, resource, method, this, security);
        }
        if (beans) {
            return null;
        }
        throw new IllegalStateException(
                limited.location() + " is limited, but no RateLimitFilter is in front of it: add"
                        + " WEB-INF/ostiary.properties, which may be empty, or map the filter to its path");
    }

    boolean outlivesItsMethod() {
        return outlives;
    }

    /**
     * Decides a call, or leaves it to the interceptor.
     *
     * @throws RateLimitExceededException if it is denied
     * @throws IllegalStateException if no interceptor was called for the last one
     */
    void enter(ResourceCall call) {
        if (unguarded) {
            throw new IllegalStateException(message());
        }
        Admission admission = waitsForInterceptor() ? null : decided(call);
        if (admission == null) {
            return;
        }
        call.admit(admission);
        admission.awaitDecision();
        if (admission.decision() instanceof Decision.Denied denied) {
            call.end();
            throw new RateLimitExceededException(denied);
        }
    }

    private @Nullable Admission decided(ResourceCall call) {
        try {
            return limited.enter(resource, call);
        } catch (ResourceCall.NeedsArguments e) {
            needsInterceptor = true;
            return null;
        }
    }

    private boolean waitsForInterceptor() {
        Boolean known = needsInterceptor;
        if (known == null) {
            known = limited.needsInterceptor();
            needsInterceptor = known;
        }
        return known;
    }

    /** A call was answered, by its method or instead of it. */
    void answered(ResourceCall call, int status, @Nullable String location) {
        if (status < 400 && waitsForInterceptor() && !call.hasBegun() && !unguarded) {
            unguarded = true;
            LOG.log(System.Logger.Level.ERROR, message());
        }
        if (!stream) {
            call.answered(status, location);
        }
    }

    private String message() {
        return limited.location()
                + " cannot be limited: it is a lockout, or its key names an argument, and no interceptor"
                + " was called; give " + resource.getName()
                + " a scope such as @RequestScoped, or ask the guard from the"
                + " method. Until then it answers nobody";
    }
}
