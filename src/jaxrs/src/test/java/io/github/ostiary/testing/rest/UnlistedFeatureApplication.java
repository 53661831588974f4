package io.github.ostiary.testing.rest;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Set;

/** Lists a limited resource without a scope, and not the feature. */
@ApplicationPath("/rest")
public class UnlistedFeatureApplication extends Application {

    @Override
    public Set<Class<?>> getClasses() {
        return Set.of(LimitedResource.class);
    }
}
