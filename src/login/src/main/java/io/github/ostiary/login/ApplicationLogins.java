package io.github.ostiary.login;

import io.github.ostiary.edge.Entrance;
import io.github.ostiary.servlet.SignInGuard;
import io.github.ostiary.setup.EdgeSettings;
import io.github.ostiary.text.Log;
import jakarta.servlet.ServletContext;

/**
 * The sign-ins of an application that its container or Spring Security does.
 *
 * @hidden
 */
public final class ApplicationLogins implements SignInGuard {

    private static final System.Logger LOG = Log.of(ApplicationLogins.class);

    /** Logins for the filter. */
    public ApplicationLogins() {}

    @Override
    public Runnable guard(
            ServletContext context, ClassLoader application, Entrance entrance, EdgeSettings.Logins logins, Edge edge) {
        Runnable spring = logins.spring().isEmpty()
                ? () -> {}
                : FrameworkLogins.guard(context, application, entrance, logins.spring(), logins.outside());
        if (logins.container().isEmpty()) {
            return spring;
        }
        if (logins.spring().isEmpty() && FrameworkLogins.areIn(application)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "login=container guards sign-ins by the server, not those by Spring Security, which is on the"
                            + " class path: write login=spring for these");
        }
        Runnable container = GuardedApplications.guard(context, application, entrance, logins.container(), edge);
        return () -> {
            container.run();
            spring.run();
        };
    }
}
