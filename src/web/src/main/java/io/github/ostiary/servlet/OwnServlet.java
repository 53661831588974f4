package io.github.ostiary.servlet;

import io.github.ostiary.ConfigurationException;
import io.github.ostiary.text.Log;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.http.HttpServlet;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A servlet of this jar that stands where the configuration says: registered beside the filter, unless the application has declared it.
 *
 * @param servlet not registered yet
 * @param name of the registration
 * @param key of the configuration that says where
 * @param path empty if it is not wanted
 * @param below what follows the path in its mapping
 */
record OwnServlet(HttpServlet servlet, String name, String key, Optional<String> path, String below) {

    private static final System.Logger LOG = Log.of(OwnServlet.class);

    /**
     * Registers it, if it is wanted and the application has not declared it.
     *
     * @return whether it was registered
     * @throws ConfigurationException if something else is there already
     */
    boolean register(ServletContext context) {
        if (path.isEmpty() || isDeclared(context)) {
            return false;
        }
        ServletRegistration.Dynamic added = context.addServlet(name, servlet);
        Set<String> taken = added == null ? Set.of(name) : added.addMapping(path.get() + below);
        if (added == null || !taken.isEmpty()) {
            throw new ConfigurationException(List.of(key + "=" + path.get() + ": the application has a servlet "
                    + String.join(", ", taken) + " already; choose another path"));
        }
        added.setAsyncSupported(true);
        return true;
    }

    /** Logs if it is not registered, and cannot be. */
    void check(ServletContext context) {
        if (path.isPresent() && !isDeclared(context)) {
            LOG.log(
                    Level.WARNING,
                    "{0} is set, but the initializer of this jar did not run: declare servlet {1} in web.xml, and map it to"
                            + " {2}",
                    key,
                    servlet.getClass().getName(),
                    path.get() + below);
        }
    }

    private boolean isDeclared(ServletContext context) {
        return context.getServletRegistrations().values().stream()
                .anyMatch(each -> servlet.getClass().getName().equals(each.getClassName()));
    }
}
