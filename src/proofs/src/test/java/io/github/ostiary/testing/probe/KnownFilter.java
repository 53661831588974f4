package io.github.ostiary.testing.probe;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;

/** An application's own way to know callers: whoever says {@code X-User: name/role} is that, in that role. */
public class KnownFilter extends HttpFilter {

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        String known = request.getHeader("X-User");
        if (known == null) {
            chain.doFilter(request, response);
            return;
        }
        String name = known.substring(0, known.indexOf('/'));
        String role = known.substring(known.indexOf('/') + 1);
        chain.doFilter(
                new HttpServletRequestWrapper(request) {
                    @Override
                    public Principal getUserPrincipal() {
                        return () -> name;
                    }

                    @Override
                    public boolean isUserInRole(String asked) {
                        return asked.equals(role);
                    }
                },
                response);
    }
}
