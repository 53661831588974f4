package io.github.ostiary.benchmarks.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** A sign-in that knows one password, which costs nothing to check. */
final class LoginServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;
    private static final byte[] WRONG = "Wrong user name or password.\n".getBytes(UTF_8);

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getParameter("username") != null && "right".equals(request.getParameter("password"))) {
            response.sendRedirect("/home");
            return;
        }
        response.setStatus(401);
        response.setContentType("text/plain;charset=UTF-8");
        response.setContentLength(WRONG.length);
        response.getOutputStream().write(WRONG);
    }
}
