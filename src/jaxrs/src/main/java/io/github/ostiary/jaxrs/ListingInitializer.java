package io.github.ostiary.jaxrs;

import io.github.ostiary.ConfigurationException;
import io.github.ostiary.setup.AtStart;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
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

    /** Creates it for the container. */
    public ListingInitializer() {}

    /**
     * Looks on when everything is declared, where CXF may serve something.
     *
     * @param classes not used
     * @param context the application
     * @throws ServletException if what it needs is not there; some servers end at any other exception
     */
    @Override
    public void onStartup(@Nullable Set<Class<?>> classes, ServletContext context) throws ServletException {
        try {
            AtStart.run(() -> look(context));
        } catch (ConfigurationException e) {
            throw new ServletException(e.getMessage(), e);
        }
    }

    private static void look(ServletContext context) {
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
            AtStart.run(this::check);
        }

        private void check() {
            applications.addOfServlets();
            applications.addFound();
            List<String> problems = applications.problems();
            if (!problems.isEmpty()) {
                throw new ConfigurationException(problems);
            }
        }
    }
}
