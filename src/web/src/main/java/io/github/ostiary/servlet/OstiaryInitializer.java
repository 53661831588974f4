package io.github.ostiary.servlet;

import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.ApplicationGuards;
import io.github.ostiary.setup.AtStart;
import io.github.ostiary.setup.EdgeSettings;
import io.github.ostiary.text.Log;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import java.net.MalformedURLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Called by the container when an application starts. Where the application has declared a {@link RateLimitFilter} or a
 * subclass, it switches async support on and adds none; where there is only a configuration, it registers {@code
 * ostiary} for all paths, before every other filter; where there is neither, only beans find a guard, when they first
 * ask. Wrong configuration fails the deployment.
 */
public final class OstiaryInitializer implements ServletContainerInitializer {

    private static final System.Logger LOG = Log.of(OstiaryInitializer.class);
    private static final String NAME = "ostiary";

    /** Creates it for the container. */
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
        if (AwaitedSpring.comesTo(context)) {
            context.addListener(new AwaitedSpring());
        } else {
            begin(context);
        }
    }

    /**
     * Does what the container does with this class: for embedded containers that call no initializers, and for
     * applications whose own initializer registers filters that ours must come before. What is installed is not
     * installed again when the container calls. The configuration may be {@code ostiary.properties} at the root of the
     * class path too, where there is none below {@code /WEB-INF}.
     *
     * @param context the application, while it may still be configured
     * @throws ServletException if the configuration is wrong
     */
    public static void install(ServletContext context) throws ServletException {
        DeployedApplication.installedByItself(context);
        if (!begin(context)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "OstiaryInitializer.install: requests are not guarded, since there is no configuration; write"
                            + " ostiary.properties at the root of the class path or {0}, or name a file by ostiary.config",
                    DeployedApplication.FILE);
        }
    }

    /** Says whether requests are guarded. */
    static boolean begin(ServletContext context) throws ServletException {
        DeployedGuard existing = DeployedGuard.existing(context);
        if (existing != null && !existing.hasEnded() && !existing.installed.compareAndSet(false, true)) {
            return true;
        }
        DeployedGuard.named(context);
        Optional<Application> application = Application.listening(context);
        try {
            return AtStart.get(() -> guard(context, application));
        } catch (RuntimeException | MalformedURLException e) {
            end(context);
            throw new ServletException(e.getMessage(), e);
        }
    }

    private static boolean guard(ServletContext context, Optional<Application> application)
            throws MalformedURLException {
        List<FilterRegistration> declared = Registrations.of(context);
        for (FilterRegistration registration : declared) {
            supportAsync(registration);
            Registrations.meetDispatches(registration);
        }
        if (declared.isEmpty() && !DeployedApplication.isConfigured(context)) {
            ApplicationGuards.bind(DeployedApplication.loader(context), () -> OstiaryContext.guard(context));
            return false;
        }
        DeployedGuard opened = DeployedGuard.open(context, () -> Registrations.initParams(context));
        opened.installed.set(true);
        if (application.isPresent()) {
            opened.closedByListener = true;
        }
        register(context, opened, declared, application);
        SpringSecurityWar.prepare(context);
        return true;
    }

    private static void supportAsync(FilterRegistration registration) {
        if (registration instanceof FilterRegistration.Dynamic dynamic) {
            dynamic.setAsyncSupported(true);
        } else {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "filter ''{0}'' may forbid asynchronous requests; declare <async-supported>true</async-supported>",
                    registration.getName());
        }
    }

    private static void register(
            ServletContext context,
            DeployedGuard guard,
            List<FilterRegistration> declared,
            Optional<Application> application) {
        Map<String, String> common = Registrations.initParams(context);
        if (declared.isEmpty()) {
            boolean staysFirst = context.getFilterRegistrations().isEmpty() && Registrations.keepOrder(context);
            FilterRegistration.Dynamic added = add(context, NAME, new RateLimitFilter(Position.FIRST, true), common);
            if (added != null) {
                map(added, Position.FIRST);
            }
            if (staysFirst) {
                guard.chain.standsFirst();
            }
        }
        ConsoleRegistration.register(context, guard.console);
        UsageServlet.of(guard.deployment).register(context);
        guard.chain.watch();
        EdgeSettings edge = guard.deployment.edge();
        if (edge.hasLastRules()) {
            FilterRegistration.Dynamic added =
                    add(context, NAME + "-last", new RateLimitFilter(Position.LAST, false), common);
            if (added != null) {
                whenAllAreThere(application, () -> mapLast(context, added));
            }
        }
        List<String> early = edge.reach().early();
        if (!early.isEmpty() && edge.enabled()) {
            FilterRegistration.Dynamic added = add(context, LateNames.NAME, new LateNames(early), Map.of());
            if (added != null) {
                whenAllAreThere(application, () -> mapLook(context, added));
            }
        }
    }

    private static void whenAllAreThere(Optional<Application> application, Runnable step) {
        application.ifPresentOrElse(listening -> listening.steps.add(step), step);
    }

    /** Null if the application has declared one of that name. */
    private static FilterRegistration.@Nullable Dynamic add(
            ServletContext context, String name, Filter filter, Map<String, String> params) {
        FilterRegistration.Dynamic added = context.addFilter(name, filter);
        if (added == null) {
            LOG.log(System.Logger.Level.WARNING, "a filter ''{0}'' is already declared, and stays as it is", name);
            return null;
        }
        added.setInitParameters(params);
        added.setAsyncSupported(true);
        return added;
    }

    private static void map(FilterRegistration added, Position position) {
        boolean afterOthers = position == Position.LAST;
        added.addMappingForUrlPatterns(EnumSet.allOf(DispatcherType.class), afterOthers, "/*");
    }

    /** Maps a filter last; without a mapping the first filter decides in its place, and says so. */
    private static void mapLast(ServletContext context, FilterRegistration added) {
        DeployedGuard guard = DeployedGuard.existing(context);
        if (guard != null && mapsBehindOthers(added)) {
            guard.lastRegistered = true;
        }
    }

    private static void mapLook(ServletContext context, FilterRegistration added) {
        boolean unused = mayHaveOthers(context) && mapsBehindOthers(added);
    }

    /** Jetty does not say as late as this. */
    private static boolean mayHaveOthers(ServletContext context) {
        try {
            return !Registrations.areAll(context);
        } catch (UnsupportedOperationException e) {
            return true;
        }
    }

    private static boolean mapsBehindOthers(FilterRegistration added) {
        try {
            map(added, Position.LAST);
            return true;
        } catch (IllegalStateException | UnsupportedOperationException e) {
            LOG.log(System.Logger.Level.DEBUG, "No filter can be put behind the application's", e);
            return false;
        }
    }

    /** The application has ended. */
    static void end(ServletContext context) {
        DeployedGuard guard = DeployedGuard.existing(context);
        if (guard == null) {
            DeployedGuard.over(context);
            DeployedGuard.unnamed(context);
        } else {
            guard.close();
        }
    }

    /**
     * Begins and ends with the application. Other initializers and listeners may put filters behind those that are there:
     * the last filter is mapped when all of them have run.
     */
    private static final class Application implements ServletContextListener {

        private final ServletContext context;
        private final List<Runnable> steps = new ArrayList<>();

        Application(ServletContext context) {
            this.context = context;
        }

        /** Empty where the context takes no such listeners any more. */
        static Optional<Application> listening(ServletContext context) {
            Application application = new Application(context);
            try {
                context.addListener(application);
                DeployedGuard.listening(context);
                return Optional.of(application);
            } catch (IllegalArgumentException | UnsupportedOperationException e) {
                LOG.log(System.Logger.Level.DEBUG, "The guard ends with its last filter", e);
                return Optional.empty();
            }
        }

        @Override
        public void contextInitialized(ServletContextEvent event) {
            AtStart.run(this::finish);
        }

        private void finish() {
            DeployedGuard guard = DeployedGuard.existing(context);
            if (guard != null && !LoginEdge.comesWithFilters(context)) {
                guard.guardLogins();
            }
            steps.forEach(Runnable::run);
        }

        @Override
        public void contextDestroyed(ServletContextEvent event) {
            end(context);
        }
    }
}
