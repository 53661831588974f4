package com.example.forum;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** For load balancers and orchestrators. The allow rule {@code health} keeps it open to this machine. */
@WebServlet("/health")
public class HealthServlet extends ForumServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain");
        response.getWriter().write("ok\n");
    }
}
