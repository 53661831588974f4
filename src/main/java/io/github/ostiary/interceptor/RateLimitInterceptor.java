package io.github.ostiary.interceptor;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.setup.Guards;
import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.io.Serializable;

/**
 * Asks the application's guard before a method that carries {@link RateLimit} begins. CDI calls it by itself, before
 * interceptors of the application; elsewhere name it in {@code @Interceptors}. However often one call meets it, it
 * decides once; a method that nothing limits passes. Stateless and thread-safe.
 */
@Interceptor
@RateLimitBinding
@Priority(Interceptor.Priority.LIBRARY_BEFORE)
public class RateLimitInterceptor implements Serializable {

    private static final long serialVersionUID = 1L;
    private static final String DECIDED = RateLimitInterceptor.class.getName();

    /** For the container. */
    public RateLimitInterceptor() {}

    /**
     * Decides, then refuses or goes on.
     *
     * @param invocation the call
     * @return what the method returns
     * @throws RateLimitExceededException if the call is refused; nothing behind has been reached
     * @throws io.github.ostiary.ConfigurationException if the annotation is wrong and nobody has told at deployment
     * @throws IllegalStateException if there is no guard to ask
     * @throws Exception what the method throws
     */
    @AroundInvoke
    public Object limit(InvocationContext invocation) throws Exception {
        Class<?> bean = invocation.getTarget().getClass();
        Site site = Site.of(invocation.getMethod(), bean);
        if (site.isLimited() && invocation.getContextData().put(DECIDED, true) == null) {
            Guard guard = CurrentGuard.find(bean.getClassLoader());
            CallContext call = new BeanCallContext(invocation, Guards.call(), site);
            if (site.decide(guard, call) instanceof Decision.Denied denied) {
                throw new RateLimitExceededException(denied);
            }
        }
        return invocation.proceed();
    }
}
