package io.github.ostiary.testing.probe;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/** A form that takes its time to be read: for a name alone it comes again, 200. Counts the passwords it has looked at. */
@WebServlet({"/long-form", "/long-form-looked/*"})
public class LongFormServlet extends HttpServlet {

    private static final AtomicInteger LOOKED = new AtomicInteger();

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getServletPath().equals("/long-form")) {
            request.getSession();
        } else {
            response.getWriter().print(LOOKED.getAndSet(0));
        }
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String password = request.getParameter("p");
        if (password == null) {
            byte[] page = new byte[100_000];
            for (int i = 0; i < 200; i++) {
                response.getOutputStream().write(page);
            }
        } else if (password.equals("right")) {
            request.changeSessionId();
            response.sendRedirect("account");
        } else {
            LOOKED.incrementAndGet();
            request.setAttribute("error", "Name and password do not match.");
        }
    }
}
