package io.github.ostiary.servlet;

import io.github.ostiary.ConfigurationException;
import io.github.ostiary.text.Log;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The registration of the servlet that shows callers what they have used. */
final class UsageRegistration {

    private static final System.Logger LOG = Log.of(UsageRegistration.class);
    private static final String NAME = "ostiary-usage";

    private UsageRegistration() {}

    /**
     * Registers it, if it is wanted and the application has not declared it.
     *
     * @throws ConfigurationException if something else is there already
     */
    static void register(ServletContext context, Deployment deployment) {
        Optional<String> path = deployment.usagePath();
        if (path.isEmpty() || isDeclared(context)) {
            return;
        }
        ServletRegistration.Dynamic added = context.addServlet(NAME, new UsageServlet());
        Set<String> taken = added == null ? Set.of(NAME) : added.addMapping(path.get());
        if (added == null || !taken.isEmpty()) {
            throw new ConfigurationException(List.of("usage.path=" + path.get() + ": the application has a servlet "
                    + String.join(", ", taken) + " already; choose another path"));
        }
        added.setAsyncSupported(true);
    }

    /** Logs if it is not registered, and cannot be. */
    static void check(ServletContext context, Deployment deployment) {
        Optional<String> path = deployment.usagePath();
        if (path.isPresent() && !isDeclared(context)) {
            LOG.log(
                    Level.WARNING,
                    "usage.path is set, but the initializer of this jar did not run: declare servlet {0} in web.xml, and"
                            + " map it to {1}",
                    UsageServlet.class.getName(),
                    path.get());
        }
    }

    private static boolean isDeclared(ServletContext context) {
        return context.getServletRegistrations().values().stream()
                .anyMatch(each -> UsageServlet.class.getName().equals(each.getClassName()));
    }
}
