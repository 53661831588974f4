package io.github.ostiary.testing.probe;

import io.github.ostiary.Decision;
import io.github.ostiary.RateLimitExceededException;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Calls a bean, so to speak, that denies. */
@WebServlet("/throwing/*")
public class ThrowingServlet extends HttpServlet {

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        response.getWriter().print("half a page");
        if ("/committed".equals(request.getPathInfo())) {
            response.flushBuffer();
        }
        if ("/other".equals(request.getPathInfo())) {
            throw new ServletException(new IllegalStateException("something else"));
        }
        throw new ServletException(new IllegalStateException(new RateLimitExceededException(Decision.deny(
                Decision.Reason.RATE_LIMITED, "reply", List.of(), Duration.ofMillis(2_500), false, false))));
    }
}
