package io.github.ostiary.testing.beans.hearing;

import jakarta.enterprise.inject.spi.CDI;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** {@code /limited} is limited, {@code /login} knows no password, {@code /heard} tells what was heard. */
@WebServlet({"/limited/*", "/login", "/heard/*"})
public class EarServlet extends HttpServlet {

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        switch (request.getServletPath()) {
            case "/login" -> response.setStatus(401);
            case "/heard" -> response.getWriter()
                    .print(String.join(
                            "\n", CDI.current().select(Ear.class).get().heard()));
            default -> response.getWriter().print("yes");
        }
    }
}
