package io.github.ostiary.testing.probe;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** A form that signs in, and comes again with a sentence when the password is wrong; and one with a widget of its own. */
@WebServlet(urlPatterns = {"/login", "/own"})
public class FormServlet extends HttpServlet {

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/html;charset=UTF-8");
        boolean posted = request.getMethod().equals("POST");
        if (posted && "right".equals(request.getParameter("password"))) {
            request.getSession(true);
            request.changeSessionId();
            response.getWriter().print("<title>in</title><p>Welcome.");
            return;
        }
        String widget =
                request.getServletPath().equals("/own") ? getServletContext().getInitParameter("widget") : "";
        response.getWriter()
                .print("<title>form</title><form method=post action=login><input name=username value=bob>"
                        + "<input name=password type=password>" + widget + "<button>Sign in</button></form>"
                        + (posted ? "<p>That was wrong." : ""));
    }
}
