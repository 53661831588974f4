package io.github.ostiary.testing.beans.alone;

import io.github.ostiary.Guard;
import io.github.ostiary.RateLimitExceededException;
import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Answers denials by itself. */
@WebServlet("/alone/*")
public class AloneServlet extends HttpServlet {

    @Inject
    Alone alone;

    @Inject
    Guard guard;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter().print(call(request.getPathInfo().substring(1)));
    }

    private String call(String name) {
        try {
            return switch (name) {
                case "anybody" -> alone.anybody();
                case "somebody" -> alone.somebody();
                default -> guard.limiter(name).rule();
            };
        } catch (RateLimitExceededException e) {
            return e.decision().reason() + " " + e.decision().limit();
        }
    }
}
