package io.github.ostiary.interceptor;

import io.github.ostiary.RateLimit;
import io.github.ostiary.RateLimitExceededException;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.AroundTimeout;
import jakarta.interceptor.InvocationContext;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Asks the application's guard before a method that carries {@link RateLimit} begins, whether a caller or the timer of an EJB calls it.
 * CDI calls its like by itself, before interceptors of the application; elsewhere name it in {@code @Interceptors}. However
 * often one call meets it, it decides once; a method that nothing limits passes. Stateless and thread-safe.
 */
public class RateLimitInterceptor implements Serializable {

    private static final long serialVersionUID = 1L;
    private static final String DECIDED = RateLimitInterceptor.class.getName();

    /** Creates it for the container. */
    public RateLimitInterceptor() {}

    /**
     * Decides, then denies or goes on.
     *
     * @param invocation the call
     * @return what the method returns
     * @throws RateLimitExceededException if the call is denied; nothing behind has been reached
     * @throws io.github.ostiary.ConfigurationException if the annotation is wrong and the deployment did not find that
     * @throws IllegalStateException if there is no guard to ask
     * @throws Exception what the method throws
     */
    @AroundInvoke
    @AroundTimeout
    public @Nullable Object limit(InvocationContext invocation) throws Exception {
        JakartaCall call = new JakartaCall(invocation);
        LimitedMethod site = LimitedMethod.of(call.method(), call.bean());
        boolean decides = site.isLimited() && invocation.getContextData().put(DECIDED, true) == null;
        return decides ? LimitedCall.decide(call, site) : call.proceed();
    }
}
