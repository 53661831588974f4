package io.github.ostiary.testing.probe;

import io.github.ostiary.Key;
import io.github.ostiary.servlet.OstiaryContext;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;

/** Answers with the token that the owner of {@code ?name=} would be mailed; 404 if there is none. */
@WebServlet("/mailed")
public class MailedServlet extends HttpServlet {

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String token = OstiaryContext.guard(getServletContext())
                .lockouts("main.account")
                .unlockToken(Key.part("param:username", request.getParameter("name")), Duration.ofHours(1))
                .orElse(null);
        if (token == null) {
            response.setStatus(HttpServletResponse.SC_NOT_FOUND);
        } else {
            response.getWriter().print(token);
        }
    }
}
