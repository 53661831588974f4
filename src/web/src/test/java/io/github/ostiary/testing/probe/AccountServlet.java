package io.github.ostiary.testing.probe;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** A page with a form, however it is asked for, and a page that tells who is signed in; a framework does the rest. Mapped by web.xml. */
public class AccountServlet extends HttpServlet {

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/html");
        response.getWriter()
                .print(
                        request.getServletPath().equals("/login")
                                ? "<form method=\"post\">"
                                : "user=" + request.getRemoteUser());
    }
}
