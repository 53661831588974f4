package io.github.ostiary.servlet;

import io.github.ostiary.ConfigurationException;
import io.github.ostiary.console.Console;
import io.github.ostiary.console.ConsoleServlet;
import io.github.ostiary.edge.ConsoleSettings;
import io.github.ostiary.text.Log;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The registration of the console's servlet, beside that of the filter. */
final class ConsoleRegistration {

    private static final System.Logger LOG = Log.of(ConsoleRegistration.class);
    private static final String NAME = "ostiary-console";

    private ConsoleRegistration() {}

    /**
     * Registers it, if there is a console and the application has not declared its servlet.
     *
     * @throws ConfigurationException if something else is there already
     */
    static void register(ServletContext context, Deployment deployment) {
        @Nullable Console console = deployment.console();
        if (console == null || isDeclared(context)) {
            return;
        }
        ConsoleSettings settings = console.settings();
        ServletRegistration.Dynamic added = context.addServlet(NAME, new ConsoleServlet());
        Set<String> taken = added == null ? Set.of(NAME) : added.addMapping(settings.path() + "/*");
        if (added == null || !taken.isEmpty()) {
            throw new ConfigurationException(List.of("console.path=" + settings.path()
                    + ": the application has a servlet " + String.join(", ", taken) + " already; choose another path"));
        }
        added.setAsyncSupported(true);
        declare(context, settings.role());
        LOG.log(
                Level.INFO,
                "Ostiary''s console stands at {0}{1}, for role {2}",
                context.getContextPath(),
                settings.path(),
                settings.role());
    }

    /** Some servers know only declared roles. */
    private static void declare(ServletContext context, String role) {
        try {
            context.declareRoles(role);
        } catch (IllegalStateException | IllegalArgumentException | UnsupportedOperationException e) {
            LOG.log(Level.DEBUG, "No role is declared", e);
        }
    }

    /** Logs if it is not registered, and cannot be. */
    static void check(ServletContext context, Deployment deployment) {
        @Nullable Console console = deployment.console();
        if (console != null && !isDeclared(context)) {
            LOG.log(
                    Level.WARNING,
                    "console.path is set, but the initializer of this jar did not run: declare servlet {0} in web.xml, and"
                            + " map it to {1}/*",
                    ConsoleServlet.class.getName(),
                    console.settings().path());
        }
    }

    private static boolean isDeclared(ServletContext context) {
        return context.getServletRegistrations().values().stream()
                .anyMatch(each -> ConsoleServlet.class.getName().equals(each.getClassName()));
    }
}
