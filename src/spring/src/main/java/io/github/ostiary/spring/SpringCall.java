package io.github.ostiary.spring;

import io.github.ostiary.CallContext;
import io.github.ostiary.Guard;
import io.github.ostiary.interceptor.InterceptedCall;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/** A call that Spring intercepts. Spring Security names the caller where the request does not. */
record SpringCall(MethodInvocation invocation, Class<?> bean, Method method, Supplier<Guard> guards)
        implements InterceptedCall<Throwable> {

    @Override
    public Object[] arguments() {
        return invocation.getArguments();
    }

    @Override
    public Guard guard() {
        return guards.get();
    }

    @Override
    public Optional<String> principal(CallContext request) {
        Optional<String> known = request.principal();
        return known.isPresent() ? known : SpringCaller.name();
    }

    @Override
    public boolean inRole(CallContext request, String role) {
        return request.inRole(role) || SpringCaller.inRole(role);
    }

    @Override
    public @Nullable Object proceed() throws Throwable {
        return invocation.proceed();
    }

    @Override
    public InterruptedException interrupted(InterruptedException interruption) {
        return interruption;
    }
}
