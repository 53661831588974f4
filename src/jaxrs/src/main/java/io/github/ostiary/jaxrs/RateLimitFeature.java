package io.github.ostiary.jaxrs;

import io.github.ostiary.Guard;
import io.github.ostiary.http.WireEdge;
import io.github.ostiary.setup.ApplicationGuards;
import io.github.ostiary.setup.AtStart;
import io.github.ostiary.setup.ProgramGuard;
import io.github.ostiary.text.ClassPath;
import jakarta.ws.rs.core.Configuration;
import jakarta.ws.rs.core.Feature;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.ext.Provider;
import java.util.Optional;

/**
 * Lets JAX-RS resources answer denied callers as the filter does: 429, 403 or 503 with {@code Retry-After} and the body
 * that they accept, instead of 500; and limits resource methods that carry {@link io.github.ostiary.RateLimit}
 * where no interceptor does. Where there are no servlets, and so no filter, it decides requests by all rules.
 *
 * <p>Found by itself, as a service (Jakarta REST 3.1) or by its annotation. Only where a server knows no such services and
 * the application's {@code Application} lists its classes, as on TomEE 9, it has to be listed there. However often it is
 * found, it registers once.
 */
@Provider
public class RateLimitFeature implements Feature {

    private static final String SERVLET = "jakarta.servlet.http.HttpServletRequest";

    /** Creates it for the container. */
    public RateLimitFeature() {}

    /**
     * Registers what is missing.
     *
     * @param context of the JAX-RS application
     * @return false if there is nothing to register: it is there already
     * @throws io.github.ostiary.ConfigurationException if the guard is configured for what only servlet containers have
     */
    @Override
    public boolean configure(FeatureContext context) {
        return AtStart.get(() -> register(context));
    }

    private static boolean register(FeatureContext context) {
        Configuration configuration = context.getConfiguration();
        if (configuration.isRegistered(LimitedResources.class)) {
            return false;
        }
        boolean servlets = ClassPath.has(SERVLET);
        context.register(servlets ? DenialMapper.class : PlainDenialMapper.class);
        context.register(servlets ? MalformedCallMapper.class : PlainMalformedMapper.class);
        context.register(ConfigurationMapper.class);
        context.register(LimitedResources.class);
        context.register(new ResourceLimitFilter(new Interception(configuration)), ResourceLimitFilter.BEHIND_OTHERS);
        if (!isFiltered() && !Interception.isOnVertx(configuration)) {
            context.register(new ExchangeFilter());
            context.register(new BehindFilter(), BehindFilter.BEHIND_AUTHENTICATION);
        }
        return true;
    }

    /** Whether a servlet's filter is known to decide requests; a guard that is made later is asked when there are some. */
    private static boolean isFiltered() {
        Optional<Guard> guard = ProgramGuard.ofRequests(Thread.currentThread().getContextClassLoader());
        guard.ifPresent(WireEdge::check);
        return guard.isPresent() && ApplicationGuards.unfiltered(guard.get()).isEmpty();
    }
}
