package io.github.ostiary.testing.rest;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Set;

/** Its limits take no interceptor. */
@ApplicationPath("/rest")
public class PlainBeansApplication extends Application {

    @Override
    public Set<Class<?>> getClasses() {
        return Set.of(PlainBeanResource.class, LimitedResource.class);
    }
}
