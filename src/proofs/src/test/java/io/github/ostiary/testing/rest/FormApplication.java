package io.github.ostiary.testing.rest;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Set;

/** Lists what takes forms. */
@ApplicationPath("/rest")
public class FormApplication extends Application {

    @Override
    public Set<Class<?>> getClasses() {
        return Set.of(FormResource.class);
    }
}
