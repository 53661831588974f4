package io.github.ostiary.testing.probe;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/** Finds every password wrong, says so by a redirect made of the request's own path, and counts what it looked at. */
@WebServlet(urlPatterns = {"/login", "/signin", "/relative", "/query", "/header", "/below/*", "/redirected/*"})
public class RedirectingServlet extends HttpServlet {

    private static final AtomicInteger LOOKED = new AtomicInteger();

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getServletPath().equals("/redirected")) {
            response.getWriter().print(LOOKED.getAndSet(0));
            return;
        }
        LOOKED.incrementAndGet();
        switch (request.getServletPath()) {
            case "/login" -> response.sendRedirect(request.getContextPath() + "/login?error");
            case "/signin" -> response.sendRedirect(request.getRequestURI() + "?error");
            case "/relative" -> response.sendRedirect("relative?error");
            case "/query" -> response.sendRedirect("?error");
            case "/below" -> response.sendRedirect("form?error");
            default -> {
                response.setStatus(HttpServletResponse.SC_SEE_OTHER);
                response.setHeader("Location", request.getRequestURL() + "?error");
            }
        }
    }
}
