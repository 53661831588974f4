package io.github.ostiary.interceptor;

import io.github.ostiary.RateLimit;
import jakarta.annotation.Priority;
import jakarta.interceptor.Interceptor;

/**
 * The interceptor that CDI binds to {@link RateLimit}. A class of its own: WildFly fails calls of EJBs that name the class
 * of a bound interceptor in {@code @Interceptors} as well.
 *
 * @hidden
 */
@Interceptor
@RateLimit.Binding
@Priority(Interceptor.Priority.LIBRARY_BEFORE)
public class BoundInterceptor extends RateLimitInterceptor {

    private static final long serialVersionUID = 1L;

    /** Creates it for the container. */
    public BoundInterceptor() {}
}
