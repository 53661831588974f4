package io.github.ostiary.testing.probe;

import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Asks the container to look at a password, or tells whom it has let in. */
@WebServlet(urlPatterns = {"/request-login", "/vault"})
public class LoginServlet extends HttpServlet {

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getServletPath().equals("/vault")) {
            response.getWriter().print("user=" + request.getRemoteUser());
            return;
        }
        try {
            request.login(request.getParameter("u"), request.getParameter("p"));
            response.getWriter().print("user=" + request.getRemoteUser());
        } catch (ServletException e) {
            response.setStatus(401);
        }
    }
}
