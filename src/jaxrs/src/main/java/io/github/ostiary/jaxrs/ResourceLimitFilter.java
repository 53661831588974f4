package io.github.ostiary.jaxrs;

import io.github.ostiary.setup.CurrentCall;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Decides the calls of resource methods that are limited, behind all filters of the application. One filter for all: CXF
 * does not ask for filters of what a locator returns. Registered by {@link RateLimitFeature}. Thread-safe.
 *
 * @hidden
 */
public class ResourceLimitFilter implements ContainerRequestFilter, ContainerResponseFilter {

    /** The last to see a request, the first to see its answer. */
    static final int BEHIND_OTHERS = 1_000_000;

    private static final String PROPERTY = ResourceLimitFilter.class.getName();

    private final Interception interception;
    private final ConcurrentMap<MethodOfClass, ResourceLimit> known = new ConcurrentHashMap<>();

    @Context
    @Nullable
    ResourceInfo resource;

    /**
     * A filter.
     *
     * @param interception knows before which resources an interceptor stands
     */
    ResourceLimitFilter(Interception interception) {
        this.interception = interception;
    }

    @Override
    public void filter(ContainerRequestContext context) {
        Method method = resource == null ? null : resource.getResourceMethod();
        if (resource == null || method == null) {
            return;
        }
        ResourceLimit limit =
                known.computeIfAbsent(new MethodOfClass(resource.getResourceClass(), method), this::limitOf);
        ResourceCall call = limit.isLimited() ? limit.arriving(context.getSecurityContext()) : null;
        if (call != null) {
            CurrentCall.remember(call);
            context.setProperty(PROPERTY, limit.isStream() ? null : call);
            limit.enter(call, instance(context.getUriInfo().getMatchedResources()));
        }
    }

    /** The nearest comes first; where it is not made yet, it is not there. */
    private static @Nullable Object instance(List<Object> matched) {
        return matched.isEmpty() ? null : matched.get(0);
    }

    private ResourceLimit limitOf(MethodOfClass named) {
        Method called = ResourceMethods.implementation(named.type, named.method);
        return new ResourceLimit(named.type, called, interception.standsBefore(named.type));
    }

    @Override
    public void filter(ContainerRequestContext context, ContainerResponseContext response) {
        if (context.getProperty(PROPERTY) instanceof ResourceCall call) {
            call.answered(response.getStatus(), response.getHeaderString("Location"));
        }
    }

    private record MethodOfClass(Class<?> type, Method method) {}
}
