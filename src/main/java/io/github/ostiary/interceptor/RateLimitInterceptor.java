package io.github.ostiary.interceptor;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.setup.CurrentCall;
import io.github.ostiary.setup.EnteredCall;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.AroundTimeout;
import jakarta.interceptor.InvocationContext;
import java.io.Serializable;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Asks the application's guard before a method that carries {@link RateLimit} begins, be it called or the timer of an EJB.
 * CDI calls its like by itself, before interceptors of the application; elsewhere name it in {@code @Interceptors}. However
 * often one call meets it, it decides once; a method that nothing limits passes. Stateless and thread-safe.
 */
public class RateLimitInterceptor implements Serializable {

    private static final long serialVersionUID = 1L;
    private static final String DECIDED = RateLimitInterceptor.class.getName();

    /** For the container. */
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
    public Object limit(InvocationContext invocation) throws Exception {
        Class<?> bean = invocation.getTarget().getClass();
        LimitedMethod site = LimitedMethod.of(invocation.getMethod(), bean);
        if (!site.isLimited() || invocation.getContextData().put(DECIDED, true) != null) {
            return invocation.proceed();
        }
        CallContext request = CurrentCall.get();
        CallContext call = new BeanCallContext(invocation, request, site);
        EnteredCall entered = entered(request, Declarations.written(invocation.getMethod()), bean);
        if (entered != null && entered.admission() != null) {
            return invocation.proceed();
        }
        Admission admission = site.enter(CurrentGuard.find(bean.getClassLoader()), call);
        if (entered == null || !entered.outlivesItsMethod()) {
            return proceed(invocation, admission, call);
        }
        entered.admit(admission);
        admission.await();
        requireAllowed(admission);
        return invocation.proceed();
    }

    /** Null if no edge is on its way to this very method. */
    private static @Nullable EnteredCall entered(CallContext request, Method method, Class<?> bean) {
        EnteredCall entered = request.unwrap(EnteredCall.class).orElse(null);
        return entered != null && entered.begin(method, bean) ? entered : null;
    }

    private static void requireAllowed(Admission admission) {
        if (admission.decision() instanceof Decision.Denied denied) {
            throw new RateLimitExceededException(denied);
        }
    }

    private static Object proceed(InvocationContext invocation, Admission admission, CallContext call)
            throws Exception {
        try {
            admission.await();
            requireAllowed(admission);
            return proceed(invocation, admission, call, call.principal().isPresent());
        } catch (Throwable failure) {
            admission.end();
            throw failure;
        }
    }

    /** However the method ends, attempts are settled by it and leases released: with it, or with what it promised. */
    private static Object proceed(InvocationContext invocation, Admission admission, CallContext call, boolean known)
            throws Exception {
        try {
            Object result = invocation.proceed();
            if (result instanceof CompletionStage<?> promise) {
                var unused = promise.whenComplete((value, thrown) -> end(admission, thrown, known, call));
            } else {
                end(admission, null, known, call);
            }
            return result;
        } catch (Throwable thrown) {
            end(admission, thrown, known, call);
            throw thrown;
        }
    }

    /** What cannot be asked how it ended has not been tried. */
    private static void end(Admission admission, @Nullable Throwable thrown, boolean known, CallContext call) {
        try {
            admission.end(outcome(thrown, known, call));
        } finally {
            admission.end();
        }
    }

    private static CallOutcome outcome(@Nullable Throwable thrown, boolean known, CallContext call) {
        return new CallOutcome(
                OptionalInt.empty(), CallOutcome.Answer.NONE, Optional.ofNullable(thrown), thrown == null, known, call);
    }
}
