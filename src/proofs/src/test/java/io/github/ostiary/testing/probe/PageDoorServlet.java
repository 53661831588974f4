package io.github.ostiary.testing.probe;

import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Leads to {@link PageServlet} in every way a servlet can; tells at {@code /door/looked} what that has seen of a name. */
@WebServlet(urlPatterns = "/door/*", asyncSupported = true)
public class PageDoorServlet extends HttpServlet {

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        String page = request.getHeader("X-Page");
        switch (request.getPathInfo()) {
            case "/looked" -> response.getWriter().print(PageServlet.LOOKED.getOrDefault(page, 0));
            case "/forward" -> request.getRequestDispatcher(page).forward(request, response);
            case "/include" -> request.getRequestDispatcher(page).include(request, response);
            case "/dispatch" -> request.startAsync().dispatch(page);
            default -> response.sendError(403);
        }
    }
}
