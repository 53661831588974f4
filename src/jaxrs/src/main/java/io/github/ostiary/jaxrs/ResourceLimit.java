package io.github.ostiary.jaxrs;

import io.github.ostiary.CallContext;
import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.interceptor.LimitedMethod;
import io.github.ostiary.setup.CurrentCall;
import jakarta.ws.rs.core.SecurityContext;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * The limit of one resource method. The rule says who decides its calls: an interceptor what takes arguments or is a
 * lockout, this all else, before the method is called. Thread-safe.
 */
final class ResourceLimit {

    private final Class<?> resource;
    private final Method method;
    private final LimitedMethod limited;
    private final boolean intercepted;
    private final boolean outlives;
    private final boolean stream;

    /** Null until the first call, when there is a guard to tell. */
    private volatile @Nullable Boolean needsInterceptor;

    /**
     * A method.
     *
     * @param intercepted whether an interceptor stands before the class
     */
    ResourceLimit(Class<?> resource, Method method, boolean intercepted) {
        this.resource = resource;
        this.method = method;
        this.limited = LimitedMethod.of(method, resource);
        this.intercepted = intercepted;
        this.stream = ResourceMethods.isStream(method);
        this.outlives = stream || ResourceMethods.isSuspended(resource, method);
    }

    boolean isLimited() {
        return limited.isLimited();
    }

    /** Whether calls go on after their answer has begun. */
    boolean isStream() {
        return stream;
    }

    /**
     * A call of the method.
     *
     * @return null if the interceptor decides it alone: no filter, to which the request belongs, is in front
     * @throws IllegalStateException if nothing would decide it
     */
    @Nullable
    ResourceCall arriving(@Nullable SecurityContext security) {
        CallContext request = CurrentCall.get();
        if (request.path().isPresent()) {
            return new ResourceCall(request, resource, method, outlives, security);
        }
        if (intercepted) {
            return null;
        }
        throw new IllegalStateException(
                limited.location() + " is limited, but no RateLimitFilter is in front of it: add"
                        + " WEB-INF/ostiary.properties, which may be empty, or map the filter to its path");
    }

    /**
     * Decides a call, or leaves it to the interceptor.
     *
     * @param instance what the method is called on, where that is known
     * @throws RateLimitExceededException if it is denied
     * @throws IllegalStateException if only an interceptor can decide it, and none is called
     */
    void enter(ResourceCall call, @Nullable Object instance) {
        if (needsInterceptor() || !isDecided(call)) {
            requireInterceptor(instance);
        }
    }

    /** False if the rule takes arguments after all: it may have been changed since. */
    private boolean isDecided(ResourceCall call) {
        try {
            limited.call(resource, call, call);
            return true;
        } catch (ResourceCall.NeedsArguments e) {
            return false;
        }
    }

    private boolean needsInterceptor() {
        Boolean known = needsInterceptor;
        if (known == null) {
            known = limited.needsInterceptor();
            needsInterceptor = known;
        }
        return known;
    }

    /** Containers intercept calls of what they have made from a class, never of the class itself. */
    private void requireInterceptor(@Nullable Object instance) {
        if (!intercepted || (instance != null && instance.getClass() == resource)) {
            throw new IllegalStateException(limited.needsInterceptorMessage());
        }
    }
}
