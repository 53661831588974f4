package io.github.ostiary.spring;

import io.github.ostiary.Guard;
import io.github.ostiary.servlet.OstiaryContext;
import io.github.ostiary.servlet.PlatformInstallation;
import io.github.ostiary.setup.PlatformProperties;
import jakarta.servlet.ServletContext;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;
import org.springframework.web.context.WebApplicationContext;

/**
 * A mock that an application has in place of a server, which calls no initializers: Spring's, or, as Boot's, a subclass. Apart, since
 * an application of WebFlux has no servlets, and Spring asks each bean for its methods.
 */
final class MockServer {

    private final ServletContext context;

    private MockServer(ServletContext context) {
        this.context = context;
    }

    /** Null if the application has a server, or none. */
    static @Nullable MockServer of(ApplicationContext application) {
        ServletContext context = application instanceof WebApplicationContext web ? web.getServletContext() : null;
        Class<?> type = context == null ? null : context.getClass();
        while (type != null && !type.getName().startsWith("org.springframework.mock.")) {
            type = type.getSuperclass();
        }
        return context == null || type == null ? null : new MockServer(context);
    }

    /** Makes its guard. */
    void begin(PlatformProperties properties) {
        PlatformInstallation.await(context, properties);
    }

    Guard guard() {
        return OstiaryContext.guard(context);
    }

    /** Ends its guard. */
    void end() {
        PlatformInstallation.end(context);
    }
}
