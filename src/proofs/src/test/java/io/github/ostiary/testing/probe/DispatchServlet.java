package io.github.ostiary.testing.probe;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Reaches its answer in every way a servlet can. */
@WebServlet(
        urlPatterns = {"/forward/*", "/include/*", "/error/*", "/dispatch/*", "/complete/*"},
        asyncSupported = true)
public class DispatchServlet extends HttpServlet {

    /** What an error is answered with before its page. */
    public static final int TEAPOT = 418;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        boolean included = request.getDispatcherType() == DispatcherType.INCLUDE;
        if (included || "/target".equals(request.getPathInfo())) {
            response.getWriter().print("target");
            return;
        }
        String kind = request.getServletPath();
        String target = "/throw".equals(request.getPathInfo()) ? "/throwing/wrapped" : kind + "/target";
        switch (kind) {
            case "/forward" -> request.getRequestDispatcher(target).forward(request, response);
            case "/include" -> {
                response.getWriter().print("including ");
                request.getRequestDispatcher(target).include(request, response);
            }
            case "/error" -> response.sendError(TEAPOT);
            case "/dispatch" -> request.startAsync().dispatch(target);
            default -> {
                AsyncContext async = request.startAsync();
                async.start(() -> complete(async));
            }
        }
    }

    private static void complete(AsyncContext async) {
        try {
            async.getResponse().getWriter().print("target");
            async.complete();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
