package io.github.ostiary.servlet;

import io.github.ostiary.Position;
import io.github.ostiary.setup.Guards;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import java.net.MalformedURLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Called by the container when an application starts. Where the application has declared a {@link RateLimitFilter} or a
 * subclass, it switches async support on and adds none; where there is only a configuration, it registers {@code
 * ostiary} for all paths, before every other filter; where there is neither, only beans find a guard, when they first
 * ask. Wrong configuration fails the deployment.
 */
public final class OstiaryInitializer implements ServletContainerInitializer {

    private static final System.Logger LOG = System.getLogger(OstiaryInitializer.class.getName());
    private static final String NAME = "ostiary";

    /** For the container. */
    public OstiaryInitializer() {}

    /**
     * Registers what is missing.
     *
     * @param classes not used
     * @param context the application
     * @throws ServletException if the configuration is wrong
     */
    @Override
    public void onStartup(@Nullable Set<Class<?>> classes, ServletContext context) throws ServletException {
        context.addListener(new Ending());
        try {
            List<FilterRegistration> declared = Registrations.of(context);
            declared.forEach(OstiaryInitializer::supportAsync);
            if (!declared.isEmpty() || DeployedApplication.isConfigured(context)) {
                Deployment deployment = Deployment.open(context, () -> Registrations.initParams(context));
                deployment.closedByListener();
                register(context, deployment, declared.isEmpty());
            } else {
                Guards.bind(context.getClassLoader(), () -> OstiaryContext.guard(context));
            }
        } catch (RuntimeException | MalformedURLException e) {
            end(context);
            throw new ServletException(e.getMessage(), e);
        }
    }

    private static void supportAsync(FilterRegistration registration) {
        if (registration instanceof FilterRegistration.Dynamic dynamic) {
            dynamic.setAsyncSupported(true);
        } else {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "filter ''{0}'' may switch asynchronous requests off; declare <async-supported>true</async-supported>",
                    registration.getName());
        }
    }

    private static void register(ServletContext context, Deployment deployment, boolean alone) {
        if (alone) {
            add(context, NAME, Position.FIRST);
        }
        if (deployment.edge().hasLastRules() && add(context, NAME + "-last", Position.LAST)) {
            deployment.lastRegistered();
        }
    }

    private static boolean add(ServletContext context, String name, Position position) {
        Map<String, String> common = Registrations.initParams(context);
        FilterRegistration.Dynamic added =
                context.addFilter(name, new RateLimitFilter(position, position == Position.FIRST));
        if (added == null) {
            LOG.log(System.Logger.Level.WARNING, "a filter ''{0}'' is declared already and is left as it is", name);
            return false;
        }
        added.setInitParameters(common);
        added.setAsyncSupported(true);
        boolean afterDeclared = position == Position.LAST;
        added.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC), afterDeclared, "/*");
        return true;
    }

    private static void end(ServletContext context) {
        Deployment deployment = Deployment.existing(context);
        if (deployment == null) {
            Guards.unbind(context.getClassLoader());
        } else {
            deployment.close();
        }
    }

    private static final class Ending implements ServletContextListener {

        @Override
        public void contextDestroyed(ServletContextEvent event) {
            end(event.getServletContext());
        }
    }
}
