package io.github.ostiary.testing.rest;

import io.github.ostiary.jaxrs.RateLimitFeature;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Set;

/** A resource with a scope whose limits take an interceptor. */
@ApplicationPath("/rest")
public class ScopedBeanApplication extends Application {

    @Override
    public Set<Class<?>> getClasses() {
        return Set.of(BeanResource.class, RateLimitFeature.class);
    }
}
