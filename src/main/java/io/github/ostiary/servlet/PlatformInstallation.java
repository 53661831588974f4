package io.github.ostiary.servlet;

import io.github.ostiary.setup.PlatformProperties;
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
}
