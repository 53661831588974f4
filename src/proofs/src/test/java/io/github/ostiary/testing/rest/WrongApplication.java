package io.github.ostiary.testing.rest;

import io.github.ostiary.jaxrs.RateLimitFeature;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Set;

/** Does not start. */
@ApplicationPath("/rest")
public class WrongApplication extends Application {

    @Override
    public Set<Class<?>> getClasses() {
        return Set.of(WrongResource.class, RateLimitFeature.class);
    }
}
