package io.github.ostiary.testing.probe;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Answers what Apereo CAS was seen to answer, and a name alone as an empty password. Every name's password is {@code right}. */
@WebServlet("/cas")
public class CasServlet extends HttpServlet {

    /** An empty password, and here a name alone: the form again, 200. A wrong password: the form again, 401. A right one: the cookie, and 302 or 200. */
    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String password = request.getParameter("password");
        if (password == null || password.isEmpty()) {
            request.getSession();
            response.getWriter().print("<form method=post>");
        } else if (PortalServlet.isRight(password)) {
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
}
