package io.github.ostiary.testing.rest;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Set;

/** A resource with a scope, one without, and a mapper that answers as if all were well. */
@ApplicationPath("/rest")
public class ScopedApplication extends Application {

    @Override
    public Set<Class<?>> getClasses() {
        return Set.of(BeanResource.class, LimitedResource.class, NothingFound.class);
    }
}
