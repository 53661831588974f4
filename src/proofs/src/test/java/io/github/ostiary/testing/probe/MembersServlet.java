package io.github.ostiary.testing.probe;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;

/** Tells cases, widths and white space apart: {@code bob} is one member, {@code BOB}, {@code Ｂｏｂ} and {@code " bob"} another. */
@WebServlet("/members")
public class MembersServlet extends HttpServlet {

    private static final Map<String, String> PASSWORDS =
            Map.of("bob", "bob's own", "BOB", "mine", "Ｂｏｂ", "mine", " bob", "mine");

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) {
        String password = PASSWORDS.getOrDefault(String.valueOf(request.getParameter("u")), "");
        response.setStatus(password.equals(request.getParameter("p")) ? 204 : 401);
    }
}
