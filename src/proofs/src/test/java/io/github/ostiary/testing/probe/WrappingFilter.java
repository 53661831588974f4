package io.github.ostiary.testing.probe;

import io.github.ostiary.servlet.RateLimitFilter;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;

/** An application's filter that has ours inside. */
public class WrappingFilter implements Filter {

    private final RateLimitFilter inside = new RateLimitFilter();

    @Override
    public void init(FilterConfig config) throws ServletException {
        inside.init(config);
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        inside.doFilter(request, response, chain);
    }

    @Override
    public void destroy() {
        inside.destroy();
    }
}
