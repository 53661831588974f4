package io.github.ostiary.testing.probe;

import io.github.ostiary.Decision;
import io.github.ostiary.Key;
import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.servlet.OstiaryContext;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/** Looks at passwords, finds all wrong, and lets a limit of its own slow down who guesses too fast. */
@WebServlet({"/hurried/*", "/hurried-looked"})
public class HurriedServlet extends HttpServlet {

    private static final AtomicInteger LOOKED = new AtomicInteger();

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getServletPath().equals("/hurried-looked")) {
            response.getWriter().print(LOOKED.getAndSet(0));
            return;
        }
        LOOKED.incrementAndGet();
        Decision decision = OstiaryContext.guard(getServletContext())
                .limiter("wrong")
                .tryAcquire(Key.of("user:" + request.getParameter("u")));
        if (decision instanceof Decision.Denied denied) {
            deny(request.getPathInfo(), response, denied);
        } else {
            response.sendError(401);
        }
    }

    private static void deny(String how, HttpServletResponse response, Decision.Denied denied) throws IOException {
        switch (how) {
            case "/error" -> response.sendError(429);
            case "/status" -> response.setStatus(429);
            case "/wrapped" -> throw new IllegalStateException(new RateLimitExceededException(denied));
            case "/late" -> {
                response.setStatus(401);
                response.getOutputStream().write(new byte[100_000]);
                throw new RateLimitExceededException(denied);
            }
            default -> throw new RateLimitExceededException(denied);
        }
    }
}
