package io.github.ostiary.spring;

import io.github.ostiary.servlet.OstiaryInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import org.springframework.boot.web.servlet.ServletContextInitializer;
import org.springframework.core.Ordered;

/** Installs the guard before Spring Boot registers a filter. The class has the order: on a bean method Boot ignores it. */
final class GuardInstaller implements ServletContextInitializer, Ordered {

    @Override
    public void onStartup(ServletContext context) throws ServletException {
        OstiaryInitializer.install(context);
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }
}
