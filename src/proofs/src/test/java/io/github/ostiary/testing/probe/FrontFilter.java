package io.github.ostiary.testing.probe;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** A framework's security filter: looks at passwords itself, so that no sign-in reaches anything behind it. */
public class FrontFilter extends HttpFilter {

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        request.setAttribute(FrontFilter.class.getName(), true);
        if (request.getServletPath().equals("/sign-in")) {
            response.setStatus("right".equals(request.getParameter("p")) ? 204 : 401);
        } else {
            chain.doFilter(request, response);
        }
    }
}
