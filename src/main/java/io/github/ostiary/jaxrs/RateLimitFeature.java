package io.github.ostiary.jaxrs;

import io.github.ostiary.setup.AtStart;
import jakarta.ws.rs.core.Configuration;
import jakarta.ws.rs.core.Feature;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.ext.Provider;

/**
 * Lets JAX-RS resources answer denied callers as the filter does: 429, 403 or 503 with {@code Retry-After} and the body
 * that they accept, instead of 500; and limits resource methods that carry {@link io.github.ostiary.interceptor.RateLimit}
 * where no interceptor does.
 *
 * <p>Found by itself, as a service (Jakarta REST 3.1) or by its annotation. Only where a server knows no such services and
 * the application's {@code Application} lists its classes, as on TomEE 9, it has to be listed there. However often it is
 * found, it registers once.
 */
@Provider
public class RateLimitFeature implements Feature {

    private static final String SERVLET = "jakarta.servlet.http.HttpServletRequest";

    /** For the container. */
    public RateLimitFeature() {}

    /**
     * Registers what is missing.
     *
     * @param context of the JAX-RS application
     * @return false if there is nothing to register: it is there already, or JAX-RS runs outside a servlet container
     */
    @Override
    public boolean configure(FeatureContext context) {
        return AtStart.get(() -> register(context));
    }

    private static boolean register(FeatureContext context) {
        Configuration configuration = context.getConfiguration();
        if (configuration.isRegistered(DenialMapper.class) || !behindServlets()) {
            return false;
        }
        context.register(DenialMapper.class);
        context.register(MalformedCallMapper.class);
        context.register(ConfigurationMapper.class);
        context.register(LimitedResources.class);
        context.register(new ResourceLimitFilter(new Interception(configuration)), ResourceLimitFilter.BEHIND_OTHERS);
        return true;
    }

    private static boolean behindServlets() {
        try {
            var unused = Class.forName(SERVLET, false, RateLimitFeature.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
