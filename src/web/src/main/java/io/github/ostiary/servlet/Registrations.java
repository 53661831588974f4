package io.github.ostiary.servlet;

import io.github.ostiary.ConfigurationException;
import io.github.ostiary.text.Log;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The filters an application has declared that are {@link RateLimitFilter} or a subclass. */
final class Registrations {

    private static final System.Logger LOG = Log.of(Registrations.class);

    private Registrations() {}

    static List<FilterRegistration> of(ServletContext context) {
        List<FilterRegistration> ours = new ArrayList<>();
        for (FilterRegistration registration : context.getFilterRegistrations().values()) {
            if (isOurs(registration, DeployedApplication.loader(context))) {
                ours.add(registration);
            }
        }
        return List.copyOf(ours);
    }

    /**
     * Maps a declared filter to whatever the application dispatches to as well: {@code <filter-mapping>} means requests only
     * unless it says more, and what a forward or an error page leads to is to be decided by the rules of its path. For all
     * paths: Jetty does not say yet which ones a declared filter has.
     */
    static void meetDispatches(FilterRegistration registration) {
        EnumSet<DispatcherType> dispatches = EnumSet.complementOf(EnumSet.of(DispatcherType.REQUEST));
        try {
            registration.addMappingForUrlPatterns(dispatches, false, "/*");
        } catch (IllegalStateException | UnsupportedOperationException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "Ostiary cannot map filter ''{0}'' to dispatches. No rule decides forwards, includes and error"
                            + " pages unless its <filter-mapping> has <dispatcher>REQUEST</dispatcher>, FORWARD, INCLUDE, ERROR"
                            + " and ASYNC",
                    registration.getName());
        }
    }

    /**
     * Whether an application has no other filters. One that is mapped to requests only, as most are, would not be met by
     * a request that is dispatched again, and a filter cannot be asked what it is mapped to.
     */
    static boolean areAll(ServletContext context) {
        int looks = context.getFilterRegistration(LateNames.NAME) == null ? 0 : 1;
        return of(context).size() + looks == context.getFilterRegistrations().size();
    }

    /**
     * Whether mappings that are to be matched before declared ones are matched in the order they are added, as the
     * specification has it: Undertow and GlassFish put the last one first.
     */
    static boolean keepOrder(ServletContext context) {
        String server = String.valueOf(context.getServerInfo());
        return server.startsWith("Apache Tomcat") || server.startsWith("jetty/");
    }

    static boolean isOurs(FilterRegistration registration, ClassLoader loader) {
        String className = registration.getClassName();
        if (className == null) {
            return false;
        }
        try {
            return DecidingFilter.class.isAssignableFrom(Class.forName(className, false, loader));
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    /**
     * The init-params that all registrations have in common, which must be all they have.
     *
     * @param context the application
     * @return empty if there is no registration
     * @throws ConfigurationException if two differ; names keys, never values
     */
    static Map<String, String> initParams(ServletContext context) {
        @Nullable FilterRegistration first = null;
        for (FilterRegistration registration : of(context)) {
            if (first == null) {
                first = registration;
            } else if (!params(first).equals(params(registration))) {
                throw new ConfigurationException(List.of(difference(first, registration)));
            }
        }
        return first == null ? Map.of() : params(first);
    }

    /** A copy, since Tomcat's maps are equal to none but themselves. */
    private static Map<String, String> params(FilterRegistration registration) {
        return Map.copyOf(registration.getInitParameters());
    }

    private static String difference(FilterRegistration one, FilterRegistration other) {
        TreeSet<String> keys = new TreeSet<>();
        keys.addAll(one.getInitParameters().keySet());
        keys.addAll(other.getInitParameters().keySet());
        keys.removeIf(
                key -> String.valueOf(one.getInitParameter(key)).equals(String.valueOf(other.getInitParameter(key))));
        return "filters '" + one.getName() + "' and '" + other.getName() + "' differ in their init-params " + keys
                + ": one guard serves the whole application; give both the same, or none, and move them into "
                + DeployedApplication.FILE;
    }

    /** The init-params as above; where a filter of the application's own wraps ours, its params are ours. */
    static Map<String, String> initParams(ServletContext context, FilterConfig wrapper) {
        if (!of(context).isEmpty()) {
            return initParams(context);
        }
        Map<String, String> params = new HashMap<>();
        for (String name : Collections.list(wrapper.getInitParameterNames())) {
            params.put(name, wrapper.getInitParameter(name));
        }
        return params;
    }
}
