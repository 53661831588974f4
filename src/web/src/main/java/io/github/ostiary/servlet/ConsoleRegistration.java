package io.github.ostiary.servlet;

import io.github.ostiary.edge.ConsoleSettings;
import io.github.ostiary.setup.WebGuard;
import io.github.ostiary.text.ClassPath;
import io.github.ostiary.text.Log;
import jakarta.servlet.ServletContext;
import java.lang.System.Logger.Level;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The registration of the console's servlet, beside that of the filter. */
final class ConsoleRegistration {

    private static final System.Logger LOG = Log.of(ConsoleRegistration.class);

    private static final String CONSOLE = "io.github.ostiary.console.ConsoleOpener";

    private ConsoleRegistration() {}

    /** Opens the console of an application; null for none. */
    static @Nullable FilterConsole open(ServletContext context, WebGuard web) {
        Optional<ConsoleSettings> settings = web.console();
        return settings.isEmpty()
                ? null
                : ClassPath.part(CONSOLE, FilterConsole.Provider.class)
                        .open(context, settings.get(), web.guard(), web.callers());
    }

    /**
     * Registers it, if there is a console and the application has not declared its servlet.
     *
     * @throws io.github.ostiary.ConfigurationException if something else is there already
     */
    static void register(ServletContext context, @Nullable FilterConsole console) {
        if (console != null && servlet(console).register(context)) {
            ConsoleSettings settings = console.settings();
            declare(context, settings.role());
            LOG.log(
                    Level.INFO,
                    "Ostiary''s console is at {0}{1}, for role {2}",
                    context.getContextPath(),
                    settings.path(),
                    settings.role());
        }
    }

    private static OwnServlet servlet(FilterConsole console) {
        Optional<String> path = Optional.of(console.settings().path());
        return new OwnServlet(console.servlet(), "ostiary-console", "console.path", path, "/*");
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
    static void check(ServletContext context, @Nullable FilterConsole console) {
        if (console != null) {
            servlet(console).check(context);
        }
    }
}
