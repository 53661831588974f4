package io.github.ostiary.testing.beans;

import io.github.ostiary.RateLimit;
import io.github.ostiary.interceptor.RateLimitInterceptor;
import jakarta.enterprise.context.Dependent;
import jakarta.interceptor.Interceptors;

/** Meets the interceptor twice. */
@Dependent
@Interceptors(RateLimitInterceptor.class)
public class Both {

    @RateLimit("both")
    public String limited() {
        return "limited";
    }

    public String free() {
        return "free";
    }
}
