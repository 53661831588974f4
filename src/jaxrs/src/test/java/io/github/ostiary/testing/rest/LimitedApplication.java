package io.github.ostiary.testing.rest;

import io.github.ostiary.jaxrs.RateLimitFeature;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Set;

/** Resources that carry limits. */
@ApplicationPath("/rest")
public class LimitedApplication extends Application {

    @Override
    public Set<Class<?>> getClasses() {
        return Set.of(LimitedResource.class, RateLimitFeature.class);
    }
}
