package io.github.ostiary.spring;

import io.github.ostiary.interceptor.LimitedMethod;
import java.lang.reflect.Method;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.util.ClassUtils;

/** The calls that are limited, of beans that have any such. */
final class LimitPointcut extends StaticMethodMatcherPointcut {

    @Override
    public boolean matches(Method method, Class<?> bean) {
        Method called = AopUtils.getMostSpecificMethod(method, bean);
        return called.getDeclaringClass() != Object.class
                && LimitedMethod.of(called, ClassUtils.getUserClass(bean)).isLimited();
    }
}
