package io.github.ostiary.testing.rest;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Set;

/** Lists what tells what it finds. */
@ApplicationPath("/rest")
public class ReadingApplication extends Application {

    @Override
    public Set<Class<?>> getClasses() {
        return Set.of(ReadingResource.class);
    }
}
