package io.github.ostiary.servlet;

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

    /** Whether somebody has configured something outside {@code web.xml}. */
    static boolean isConfigured(ServletContext context) throws MalformedURLException {
        return context.getResource(FILE) != null
                || Stream.of(System.getProperty("ostiary.config"), System.getenv("OSTIARY_CONFIG"))
                        .anyMatch(named -> named != null && !named.isBlank());
    }

    @Override
    public String contextPath() {
        return context.getContextPath();
    }

    @Override
    public @Nullable InputStream resource(String path) {
        return context.getResourceAsStream(path);
    }

    @Override
    public ClassLoader classLoader() {
        return context.getClassLoader();
    }
}
