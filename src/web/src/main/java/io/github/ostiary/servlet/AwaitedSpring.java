package io.github.ostiary.servlet;

import io.github.ostiary.text.ClassPath;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.net.MalformedURLException;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The wait for Spring Boot in a WAR: the container calls our initializer before Spring begins and knows its properties, so
 * that the guard is installed by the auto-configuration. Fails the deployment of an application that Spring never begins.
 */
final class AwaitedSpring implements ServletContextListener {

    private static final Pattern BOOT = Pattern.compile("/WEB-INF/lib/spring-boot-\\d[^/]*\\.jar");

    /** Whether a WAR has Spring Boot inside, which finds our auto-configuration: not so in a library of the server. */
    static boolean comesTo(ServletContext context) {
        if (!ClassPath.has("org.springframework.boot.SpringApplication")) {
            return false;
        }
        Set<String> libraries = context.getResourcePaths("/WEB-INF/lib/");
        return libraries != null
                && libraries.stream().anyMatch(library -> BOOT.matcher(library).matches());
    }

    @Override
    public void contextInitialized(ServletContextEvent event) {
        ServletContext context = event.getServletContext();
        try {
            if (!DeployedApplication.isInstalledByItself(context) && DeployedApplication.isConfigured(context)) {
                throw new IllegalStateException(
                        "Spring Boot is in this application and has not installed the configured guard: no"
                                + " SpringBootServletInitializer has run, or Ostiary's auto-configuration is excluded; call"
                                + " OstiaryInitializer.install(servletContext) in an initializer of your own, or remove spring-boot"
                                + " from WEB-INF/lib");
            }
        } catch (MalformedURLException e) {
            throw new IllegalStateException(DeployedApplication.FILE, e);
        }
    }
}
