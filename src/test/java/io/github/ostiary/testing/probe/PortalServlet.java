package io.github.ostiary.testing.probe;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sign-ins as applications have them: {@code /cas} answers what Apereo CAS was seen to answer, {@code /form} shows its form
 * again. Every name's password is {@code right}.
 */
@WebServlet({"/cas", "/form", "/portal-looked/*"})
public class PortalServlet extends HttpServlet {

    private static final AtomicInteger LOOKED = new AtomicInteger();

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getServletPath().equals("/portal-looked")) {
            response.getWriter().print(LOOKED.getAndSet(0));
        } else {
            request.getSession().setAttribute("token", "t");
            response.getWriter().print("<form method=post>");
        }
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getServletPath().equals("/cas")) {
            cas(request, response);
        } else {
            form(request, response);
        }
    }

    /** An empty password, and here a name alone: the form again, 200. A wrong password: the form again, 401. A right one: the cookie, and 302 or 200. */
    private static void cas(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String password = request.getParameter("password");
        if (password == null || password.isEmpty()) {
            request.getSession();
            response.getWriter().print("<form method=post>");
        } else if (isRight(password)) {
            response.addCookie(new Cookie("TGC", "eyJhbGciOiJIUzUxMiJ9"));
            if (request.getParameter("service") != null) {
                response.sendRedirect(request.getParameter("service") + "?ticket=ST-1");
            }
        } else {
            Cookie none = new Cookie("TGC", "");
            none.setMaxAge(0);
            response.addCookie(none);
            response.setStatus(401);
        }
    }

    /** Without a token: another session and the form, by a redirect. A name alone, and a wrong password: the form again. */
    private static void form(HttpServletRequest request, HttpServletResponse response) throws IOException {
        HttpSession session = request.getSession(false);
        String password = request.getParameter("password");
        if (session == null || request.getParameter("token") == null) {
            if (session != null) {
                session.invalidate();
            }
            request.getSession(true);
            response.sendRedirect("form");
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

    private static boolean isRight(String password) {
        LOOKED.incrementAndGet();
        return password.equals("right");
    }
}
