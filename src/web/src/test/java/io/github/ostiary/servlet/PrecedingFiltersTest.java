package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PrecedingFiltersTest {

    private final List<Class<?>> found = new ArrayList<>();

    /** What is reached behind all filters. */
    private final FilterChain end = new Looking();

    private final class Looking implements FilterChain {

        @Override
        public void doFilter(ServletRequest request, ServletResponse response) {
            found.addAll(PrecedingFilters.ofThisCall());
        }
    }

    private static class Outer implements Filter {

        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            chain.doFilter(request, response);
        }
    }

    private static final class Special extends Outer {

        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            super.doFilter(request, response, chain);
        }
    }

    /** A page that a request is forwarded to, through a filter of its own. */
    private final class Page implements RequestDispatcher, FilterChain {

        @Override
        public void forward(ServletRequest request, ServletResponse response) throws IOException, ServletException {
            new Outer().doFilter(request, response, end);
        }

        @Override
        public void include(ServletRequest request, ServletResponse response) throws IOException, ServletException {
            forward(request, response);
        }

        @Override
        public void doFilter(ServletRequest request, ServletResponse response) throws IOException, ServletException {
            forward(request, response);
        }
    }

    @Test
    void aFilterIsToldByItsMostSpecialClass() throws Exception {
        new Special().doFilter(null, null, end);
        assertThat(found).containsExactly(Special.class);
    }

    @Test
    void whatAForwardedRequestMeetsIsNotTold() throws Exception {
        new Page().forward(null, null);
        assertThat(found).isEmpty();
        new Special().doFilter(null, null, new Page());
        assertThat(found).containsExactly(Special.class);
    }
}
