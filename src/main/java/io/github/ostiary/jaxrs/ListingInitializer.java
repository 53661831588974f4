package io.github.ostiary.jaxrs;

import io.github.ostiary.ConfigurationException;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Called by the container when an application starts: fails the deployment where {@link RateLimitFeature} would have to be
 * listed and is not, as {@link ResourceExtension} does, where CDI is absent or does not see the {@code Application}.
 *
 * @hidden
 */
public final class ListingInitializer implements ServletContainerInitializer {

    /** For the container. */
    public ListingInitializer() {}

    /**
     * Looks on when everything is declared, where CXF may serve something.
     *
     * @param classes not used
     * @param context the application
     */
    @Override
    public void onStartup(@Nullable Set<Class<?>> classes, ServletContext context) {
        ClassLoader loader = context.getClassLoader();
        if (loader != null && Cxf.mayServe(loader)) {
            ServedApplications applications = new ServedApplications(context, loader);
            applications.addOfServlets();
            context.addListener(new Listener(applications));
        }
    }

    /** Other initializers may declare servlets, and CDI begins before listeners do. */
    private static final class Listener implements ServletContextListener {

        private final ServedApplications applications;

        Listener(ServedApplications applications) {
            this.applications = applications;
        }

        @Override
        public void contextInitialized(ServletContextEvent event) {
            applications.addOfServlets();
            applications.addFound();
            List<String> problems = applications.problems();
            if (!problems.isEmpty()) {
                throw new ConfigurationException(problems);
            }
        }
    }
}
