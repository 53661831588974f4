package io.github.ostiary.servlet;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.function.Consumer;

/** Leads made-up requests through a filter, as a server does with true ones. Nothing is behind it. */
final class WarmUpFilter implements Consumer<String> {

    private final RateLimitFilter filter;
    private final WarmUpRequest request = new WarmUpRequest();
    private final WarmUpResponse response = new WarmUpResponse();
    private final FilterChain chain = (asked, answer) -> {};

    WarmUpFilter(FilterContext door) {
        this.filter = new RateLimitFilter(door);
    }

    @Override
    public void accept(String path) {
        try {
            filter.doFilter(request.on(path), response, chain);
        } catch (IOException | ServletException e) {
            throw new IllegalStateException(e);
        }
    }
}
