package io.github.ostiary.testing.probe;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/** A form that is shown again where the password was wrong. Every name's password is {@code right}. */
@WebServlet({"/login", "/portal-looked/*"})
public class PortalServlet extends HttpServlet {

    private static final AtomicInteger LOOKED = new AtomicInteger();

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getServletPath().equals("/portal-looked")) {
            response.getWriter().print(LOOKED.getAndSet(0));
        } else {
            request.getSession().setAttribute("token", "t");
            response.getWriter().print("<form method=post><input type=\"hidden\" name=\"token\" value=\"t\">");
        }
    }

    /** Without a token: another session and the form, by a redirect. A name alone, and a wrong password: the form again. */
    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        HttpSession session = request.getSession(false);
        String password = request.getParameter("password");
        if (session == null || request.getParameter("token") == null) {
            if (session != null) {
                session.invalidate();
            }
            request.getSession(true);
            response.sendRedirect("login");
        } else if (password == null) {
            response.getWriter().print("<form method=post>");
        } else if (isRight(password)) {
            request.changeSessionId();
            response.sendRedirect("account");
        } else {
            request.setAttribute("error", "Name and password do not match.");
            response.getWriter().print("<form method=post>");
        }
    }

    static boolean isRight(String password) {
        LOOKED.incrementAndGet();
        return password.equals("right");
    }
}
