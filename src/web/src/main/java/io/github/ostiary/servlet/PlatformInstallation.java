package io.github.ostiary.servlet;

import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.PlatformProperties;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;

/**
 * The installation of a guard by a platform that knows its configuration: {@link OstiaryInitializer#install} with more words.
 *
 * @hidden
 */
public final class PlatformInstallation {

    private PlatformInstallation() {}

    /**
     * Installs the guard of an application.
     *
     * @param context the application, while it may still be configured
     * @param platform what the platform's configuration says
     * @return whether requests are guarded; if not, nothing is configured
     * @throws ServletException if the configuration is wrong
     */
    public static boolean install(ServletContext context, PlatformProperties platform) throws ServletException {
        DeployedApplication.given(context, platform);
        DeployedApplication.installedByItself(context);
        return OstiaryInitializer.begin(context);
    }

    /**
     * Says that an application is to have no guard, whatever is configured.
     *
     * @param context the application
     */
    public static void leaveOut(ServletContext context) {
        DeployedApplication.installedByItself(context);
    }

    /**
     * Lets an application whose servlet context calls no initializers have a guard, made when it is first asked for: a mock, in
     * tests.
     *
     * @param context the application, until {@link #end}
     * @param platform what the platform's configuration says
     */
    public static void await(ServletContext context, PlatformProperties platform) {
        DeployedApplication.given(context, platform);
        DeployedApplication.installedByItself(context);
        DeployedGuard.listening(context);
    }

    /**
     * Ends what {@link #await} has let begin.
     *
     * @param context the application
     */
    public static void end(ServletContext context) {
        OstiaryInitializer.end(context);
    }

    /**
     * A filter for chains that the container does not make.
     *
     * @param context the application, which has a guard; one chain has a filter of each place
     * @param first whether it is before all others, and not behind them
     * @return decides by what is in force now
     */
    public static Filter filter(ServletContext context, boolean first) {
        DeployedGuard guard = DeployedGuard.asked(context);
        guard.guardLogins();
        guard.lastRegistered = true;
        return new DecidingFilter(new FilterContext(
                guard.deployment, guard.deployment.snapshot(), first ? Position.FIRST : Position.LAST, false, false));
    }
}
