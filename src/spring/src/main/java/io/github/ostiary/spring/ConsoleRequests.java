package io.github.ostiary.spring;

import io.github.ostiary.console.ConsoleServlet;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.security.web.util.matcher.RequestMatcher;

/**
 * The requests that the server leads to the console's servlet, however they spell its path. Its forms have tokens that are
 * bound to their user, which are asked for behind Spring Security: those of Spring's are not asked for, and nothing else is
 * spared.
 */
final class ConsoleRequests implements RequestMatcher {

    @Override
    public boolean matches(HttpServletRequest request) {
        String servlet = request.getHttpServletMapping().getServletName();
        ServletRegistration registration = servlet == null || servlet.isEmpty()
                ? null
                : request.getServletContext().getServletRegistration(servlet);
        return registration != null && ConsoleServlet.class.getName().equals(registration.getClassName());
    }
}
