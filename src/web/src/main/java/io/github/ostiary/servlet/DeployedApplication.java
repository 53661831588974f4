package io.github.ostiary.servlet;

import io.github.ostiary.setup.ApplicationBeans;
import io.github.ostiary.setup.ConfigPreview;
import io.github.ostiary.setup.PlatformProperties;
import io.github.ostiary.setup.WebApplication;
import jakarta.servlet.ServletContext;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An application as its servlet context offers it to configure a guard from. */
record DeployedApplication(ServletContext context, Map<String, String> initParams) implements WebApplication {

    static final String FILE = "/WEB-INF/ostiary.properties";

    private static final String ON_CLASS_PATH = "ostiary.properties";
    private static final String INSTALLED = "io.github.ostiary.installed";
    private static final String PLATFORM = "io.github.ostiary.platform";

    /**
     * Says that the application itself asks for a guard. Applications without a {@code WEB-INF} have their file on the class
     * path; where it is not, a file there may belong to another library, and is not looked for.
     */
    static void installedByItself(ServletContext context) {
        context.setAttribute(INSTALLED, true);
    }

    /** Whether {@link #installedByItself} was called. */
    static boolean isInstalledByItself(ServletContext context) {
        return context.getAttribute(INSTALLED) != null;
    }

    /** Says what the platform's own configuration says, in place of what is found of it. */
    static void given(ServletContext context, PlatformProperties platform) {
        context.setAttribute(PLATFORM, platform);
    }

    /** Whether {@link #given} was called: the platform begins much else meanwhile. */
    static boolean isOfPlatform(ServletContext context) {
        return context.getAttribute(PLATFORM) != null;
    }

    private static PlatformProperties platform(ServletContext context) {
        return context.getAttribute(PLATFORM) instanceof PlatformProperties given
                ? given
                : ConfigPreview.platform(loader(context));
    }

    /** The class loader of an application. A context that a program has made by itself may have none: Jetty's has not. */
    static ClassLoader loader(ServletContext context) {
        ClassLoader own = context.getClassLoader();
        return own == null ? DeployedApplication.class.getClassLoader() : own;
    }

    private static boolean isOnClassPath(ServletContext context) throws MalformedURLException {
        return (isInstalledByItself(context) || ApplicationBeans.areBuilt(loader(context)))
                && context.getResource(FILE) == null
                && loader(context).getResource(ON_CLASS_PATH) != null;
    }

    /** Whether the application has configured something outside {@code web.xml}. */
    static boolean isConfigured(ServletContext context) throws MalformedURLException {
        return context.getResource(FILE) != null
                || isOnClassPath(context)
                || Stream.of(System.getProperty("ostiary.config"), System.getenv("OSTIARY_CONFIG"))
                        .anyMatch(named -> named != null && !named.isBlank())
                || platform(context).areSaid();
    }

    @Override
    public String contextPath() {
        return context.getContextPath();
    }

    @Override
    public String defaultFile() {
        try {
            return isOnClassPath(context) ? "classpath:" + ON_CLASS_PATH : FILE;
        } catch (MalformedURLException e) {
            throw new IllegalStateException(FILE, e);
        }
    }

    @Override
    public PlatformProperties platform() {
        return platform(context);
    }

    @Override
    public @Nullable InputStream resource(String path) {
        return context.getResourceAsStream(path);
    }

    @Override
    public ClassLoader classLoader() {
        return loader(context);
    }
}
