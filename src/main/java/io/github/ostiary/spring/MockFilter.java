package io.github.ostiary.spring;

import io.github.ostiary.Guard;
import io.github.ostiary.servlet.OstiaryContext;
import io.github.ostiary.servlet.PlatformInstallation;
import io.github.ostiary.setup.PlatformProperties;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.boot.web.servlet.ServletContextInitializer;
import org.springframework.context.ApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.web.context.WebApplicationContext;

/**
 * One of the guard's filters as MockMvc finds it among beans. A server does not register it, since Boot takes it for an
 * initializer there, and has those that {@link GuardInstaller} installs.
 */
final class MockFilter implements Filter, ServletContextInitializer, Ordered {

    private final SpringGuard guard;
    private final boolean first;

    MockFilter(SpringGuard guard, boolean first) {
        this.guard = guard;
        this.first = first;
    }

    /** Lets the mock that an application has in place of a server have a guard. */
    static Supplier<Guard> begin(ApplicationContext application, PlatformProperties found) {
        ServletContext mock = context(application);
        PlatformInstallation.await(mock, found);
        return () -> OstiaryContext.guard(mock);
    }

    static void end(ApplicationContext application) {
        PlatformInstallation.end(context(application));
    }

    private static ServletContext context(ApplicationContext application) {
        return Objects.requireNonNull(((WebApplicationContext) application).getServletContext());
    }

    @Override
    public void onStartup(ServletContext context) {}

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        guard.get();
        PlatformInstallation.filter(request.getServletContext(), first).doFilter(request, response, chain);
    }

    @Override
    public int getOrder() {
        return first ? HIGHEST_PRECEDENCE : LOWEST_PRECEDENCE;
    }
}
