package io.github.ostiary.jaxrs;

import jakarta.ws.rs.core.Feature;
import jakarta.ws.rs.core.FeatureContext;

/**
 * The feature as a service: a class of its own, since RESTEasy warns of one that is found both as a service and by its
 * annotation.
 *
 * @hidden
 */
public class ServiceFeature implements Feature {

    /** Creates it for the container. */
    public ServiceFeature() {}

    @Override
    public boolean configure(FeatureContext context) {
        return !context.getConfiguration().isRegistered(RateLimitFeature.class)
                && new RateLimitFeature().configure(context);
    }
}
