package io.github.ostiary.testing.probe;

import io.github.ostiary.Decision;
import io.github.ostiary.servlet.OstiaryContext;
import io.github.ostiary.setup.ApplicationGuards;
import io.github.ostiary.setup.CurrentCall;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Tells what a request looked like when it arrived. */
@WebServlet(
        urlPatterns = {
            "/once",
            "/login",
            "/head",
            "/kinds",
            "/form",
            "/reference",
            "/first-and-last",
            "/off",
            "/denied",
            "/guard"
        },
        asyncSupported = true)
public class EchoServlet extends HttpServlet {

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain;charset=UTF-8");
        if (request.getAttribute(OstiaryContext.STATUS) != null) {
            response.setHeader("Cache-Control", "public, max-age=60");
        }
        Object decision = request.getAttribute(OstiaryContext.DECISION);
        response.getWriter()
                .println("reached u=" + request.getParameter("u")
                        + " remaining=" + (decision instanceof Decision d ? d.remaining() : null)
                        + " rule=" + (decision instanceof Decision d ? d.rule() : null)
                        + " status=" + request.getAttribute(OstiaryContext.STATUS)
                        + " wait=" + request.getAttribute(OstiaryContext.RETRY_AFTER_SECONDS)
                        + " reference=" + request.getAttribute(OstiaryContext.REFERENCE)
                        + " guard=" + ApplicationGuards.current().isPresent()
                        + " same="
                        + ApplicationGuards.current()
                                .filter(guard -> guard == OstiaryContext.guard(getServletContext()))
                                .isPresent()
                        + " call=" + CurrentCall.get().path().orElse("none"));
    }
}
