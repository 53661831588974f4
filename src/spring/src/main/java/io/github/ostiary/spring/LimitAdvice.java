package io.github.ostiary.spring;

import io.github.ostiary.Guard;
import io.github.ostiary.interceptor.LimitedCall;
import io.github.ostiary.interceptor.LimitedMethod;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.MethodClassKey;
import org.springframework.util.ClassUtils;

/** The decision before a method of a bean of Spring. Thread-safe. */
final class LimitAdvice implements MethodInterceptor {

    private final Supplier<Guard> guard;

    /** The methods by what a proxy names, which may be the method of an interface. */
    private final Map<MethodClassKey, Method> called = new ConcurrentHashMap<>();

    LimitAdvice(Supplier<Guard> guard) {
        this.guard = guard;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Object target = invocation.getThis();
        Method named = invocation.getMethod();
        Class<?> bean =
                target == null ? named.getDeclaringClass() : ClassUtils.getUserClass(AopUtils.getTargetClass(target));
        Method method = called.computeIfAbsent(
                new MethodClassKey(named, bean), key -> AopUtils.getMostSpecificMethod(named, bean));
        return LimitedCall.decide(new SpringCall(invocation, bean, method, guard), LimitedMethod.of(method, bean));
    }
}
