package io.github.ostiary.testing.rest;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Set;

/** Lists a limited resource with a scope, and not the feature. */
@ApplicationPath("/rest")
public class UnlistedScopedApplication extends Application {

    @Override
    public Set<Class<?>> getClasses() {
        return Set.of(BeanResource.class);
    }
}
