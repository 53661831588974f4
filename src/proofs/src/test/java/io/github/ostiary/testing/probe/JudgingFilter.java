package io.github.ostiary.testing.probe;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/** An application's filter that looks at passwords, finds all wrong and lets the servlet answer. */
@WebFilter("/*")
public class JudgingFilter extends HttpFilter {

    private static final AtomicInteger LOOKED = new AtomicInteger();

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request.getServletPath().equals("/judged-looked")) {
            response.getWriter().print(LOOKED.getAndSet(0));
            return;
        }
        if (request.getServletPath().equals("/hurried")) {
            LOOKED.incrementAndGet();
            request.setAttribute("wrong", "yes");
        }
        chain.doFilter(request, response);
    }
}
