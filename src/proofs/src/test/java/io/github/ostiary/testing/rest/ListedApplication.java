package io.github.ostiary.testing.rest;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Set;

/** Lists its classes, and none of ours. */
@ApplicationPath("/rest")
public class ListedApplication extends Application {

    @Override
    public Set<Class<?>> getClasses() {
        return Set.of(GateResource.class);
    }
}
