package io.github.ostiary.spring;

import io.github.ostiary.setup.PlatformProperties;
import io.github.ostiary.setup.WebApplication;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;
import org.springframework.core.io.Resource;

/** An application of Spring's as a guard is configured from it where no server has begun. */
record SpringApplicationView(ApplicationContext application, PlatformProperties platform) implements WebApplication {

    private static final String IN_WAR = "/WEB-INF/ostiary.properties";

    @Override
    public String contextPath() {
        return application.getEnvironment().getProperty("server.servlet.context-path", "");
    }

    @Override
    public Map<String, String> initParams() {
        return Map.of();
    }

    @Override
    public String defaultFile() {
        return application.getResource(IN_WAR).exists() ? IN_WAR : "classpath:ostiary.properties";
    }

    @Override
    public @Nullable InputStream resource(String path) {
        Resource found = application.getResource(path);
        try {
            return found.exists() ? found.getInputStream() : null;
        } catch (IOException e) {
            throw new UncheckedIOException(path, e);
        }
    }

    @Override
    public ClassLoader classLoader() {
        ClassLoader own = application.getClassLoader();
        return own == null ? SpringApplicationView.class.getClassLoader() : own;
    }
}
