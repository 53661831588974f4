package io.github.ostiary.spring;

import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.servlet.DenialAnswer;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;

/**
 * The answer, in front of a chain of Spring Security, to a sign-in that was denied within it: a filter between the chain and the
 * guard's own, as that for error pages of a WAR with Spring Boot, would make a server error of the exception.
 */
final class DeniedSignIns extends HttpFilter {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        try {
            chain.doFilter(request, response);
        } catch (RateLimitExceededException denial) {
            if (response.isCommitted()) {
                throw denial;
            }
            DenialAnswer.write(denial.decision(), denial, request, response, List.of());
        }
    }
}
