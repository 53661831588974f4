package io.github.ostiary.testing.rest;

import io.github.ostiary.jaxrs.RateLimitFeature;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Set;

/** Lists our feature, which is found as well. */
@ApplicationPath("/rest")
public class TwiceApplication extends Application {

    @Override
    public Set<Class<?>> getClasses() {
        return Set.of(GateResource.class, RateLimitFeature.class);
    }
}
