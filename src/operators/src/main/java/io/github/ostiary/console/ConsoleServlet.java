package io.github.ostiary.console;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Serves the console of the application it is in. Registered where {@code console.path} is set; where a container runs no
 * initializers it can be declared in {@code web.xml}, with {@code console.path/*} as its mapping.
 */
public final class ConsoleServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    /** Creates it for the container. */
    public ConsoleServlet() {}

    /**
     * Serves.
     *
     * @param request of any caller
     * @param response not found, where there is no console
     * @throws IOException if the caller is gone
     */
    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Console console = Console.of(getServletContext());
        if (console == null) {
            response.sendError(HttpServletResponse.SC_NOT_FOUND);
        } else {
            console.serve(request, response);
        }
    }
}
