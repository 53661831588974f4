package io.github.ostiary.interceptor;

import io.github.ostiary.CallContext;
import io.github.ostiary.Guard;
import jakarta.interceptor.InvocationContext;
import java.lang.reflect.Method;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A call that CDI or an EJB container intercepts. Who calls without a request, the platform names. */
record JakartaCall(InvocationContext invocation, Class<?> bean) implements InterceptedCall<Exception> {

    JakartaCall(InvocationContext invocation) {
        this(invocation, invocation.getTarget().getClass());
    }

    @Override
    public Method method() {
        return invocation.getMethod();
    }

    @Override
    public Object[] arguments() {
        return invocation.getParameters();
    }

    @Override
    public Guard guard() {
        return CurrentGuard.find(bean.getClassLoader());
    }

    @Override
    public Optional<String> principal(CallContext request) {
        Optional<String> known = request.principal();
        return known.isPresent() || request.path().isPresent()
                ? known
                : PlatformCaller.here().name();
    }

    @Override
    public boolean inRole(CallContext request, String role) {
        return request.inRole(role)
                || (request.path().isEmpty() && PlatformCaller.here().inRole(role));
    }

    @Override
    public @Nullable Object proceed() throws Exception {
        return invocation.proceed();
    }

    @Override
    public InterruptedException interrupted(InterruptedException interruption) {
        return interruption;
    }
}
