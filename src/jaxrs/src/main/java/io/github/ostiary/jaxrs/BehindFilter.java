package io.github.ostiary.jaxrs;

import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import java.io.IOException;

/**
 * Decides requests by the rules with {@code position=last} where there are no servlets: behind the application's filters that
 * authenticate. Registered by {@link RateLimitFeature}.
 *
 * @hidden
 */
public class BehindFilter implements ContainerRequestFilter {

    static final int BEHIND_AUTHENTICATION = Priorities.AUTHORIZATION - 1;

    /** A filter for one application. */
    BehindFilter() {}

    /**
     * Decides a request.
     *
     * @param request a resource was found for it
     * @throws IOException of the application's handler of denials
     */
    @Override
    public void filter(ContainerRequestContext request) throws IOException {
        ExchangeFilter.behind(request);
    }
}
