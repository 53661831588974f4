package io.github.ostiary.testing.beans;

import io.github.ostiary.interceptor.RateLimitInterceptor;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Typed;
import jakarta.interceptor.Interceptors;

/** CDI binds nothing to it, since stereotypes are not inherited: the interceptor comes by name. */
@Dependent
@Typed(Attended.class)
@Interceptors(RateLimitInterceptor.class)
public class Attended extends WatchedBean {

    public String attend() {
        return "attended";
    }
}
