package io.github.ostiary.testing.probe;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** A servlet with a bean, and with what its server was started with. */
@WebServlet("/greeting")
public class GreetingServlet extends HttpServlet {

    @Inject
    Greeting greeting;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter()
                .print(greeting.text() + " " + System.getenv("PROBE_ENV") + " " + System.getProperty("probe.property"));
    }
}
