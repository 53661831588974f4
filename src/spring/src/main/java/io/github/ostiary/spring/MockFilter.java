package io.github.ostiary.spring;

import io.github.ostiary.servlet.PlatformInstallation;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import org.springframework.boot.web.servlet.ServletContextInitializer;
import org.springframework.core.Ordered;

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
