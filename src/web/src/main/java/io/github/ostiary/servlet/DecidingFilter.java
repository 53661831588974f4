package io.github.ostiary.servlet;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A filter of ours: decides each request by what is in force at its place. */
class DecidingFilter implements Filter {

    /** Null until there is something in force. */
    volatile @Nullable FilterContext filterContext;

    boolean enabled = true;

    @Nullable
    FilterConsole console;

    /** The same where Spring reads paths behind. */
    @Nullable
    FilterConsole strict;

    /** A filter that learns later what is in force. */
    DecidingFilter() {}

    DecidingFilter(FilterContext filterContext) {
        this.filterContext = filterContext;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        FilterContext open = filterContext;
        if (open == null) {
            throw new ServletException("init was not called");
        }
        if (open.deployment.closed.get() && response instanceof HttpServletResponse httpResponse) {
            httpResponse.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
            return;
        }
        if (enabled
                && request instanceof HttpServletRequest httpRequest
                && response instanceof HttpServletResponse httpResponse) {
            if (strict != null && strict.isReachedOtherwise(httpRequest)) {
                httpResponse.sendError(HttpServletResponse.SC_BAD_REQUEST);
                return;
            }
            if (console != null && console.knows(httpRequest)) {
                chain.doFilter(request, response);
                return;
            }
            new GuardedRequest(open, httpRequest, httpResponse).pass(chain);
        } else {
            chain.doFilter(request, response);
        }
    }
}
