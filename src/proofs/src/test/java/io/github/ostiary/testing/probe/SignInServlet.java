package io.github.ostiary.testing.probe;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/** Looks at passwords, tells in many ways what it thinks of them, and counts how many it has looked at. */
@WebServlet(
        urlPatterns = {"/sign-in/*", "/looked"},
        asyncSupported = true)
public class SignInServlet extends HttpServlet {

    private static final AtomicInteger LOOKED = new AtomicInteger();

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        if (request.getServletPath().equals("/looked")) {
            response.getWriter().print(LOOKED.getAndSet(0));
            return;
        }
        LOOKED.incrementAndGet();
        boolean right = "right".equals(request.getParameter("p"));
        if ("broken".equals(request.getParameter("p"))) {
            throw new IllegalStateException("the user database is gone");
        }
        switch (request.getPathInfo()) {
            case "/status" -> response.setStatus(right ? 204 : 401);
            case "/send-error" -> {
                if (!right) {
                    response.sendError(401);
                }
            }
            case "/location" -> response.sendRedirect(right ? "../home" : "location?error=1");
            case "/exception" -> {
                if (!right) {
                    throw new ServletException(new IllegalStateException(new SecurityException("wrong")));
                }
            }
            case "/attribute" -> {
                request.setAttribute("wrong", right ? "no" : "yes");
                response.sendRedirect("../home");
            }
            case "/principal" -> {
                if (right) {
                    request.login("bob", "secret");
                }
                response.sendRedirect(right ? "../home" : "principal?error");
            }
            case "/long-answer" -> {
                response.setStatus(right ? 204 : 401);
                byte[] page = new byte[100_000];
                for (int i = 0; !right && i < 1_000; i++) {
                    response.getOutputStream().write(page);
                }
            }
            case "/async" -> {
                AsyncContext async = request.startAsync();
                async.start(() -> {
                    ((HttpServletResponse) async.getResponse()).setStatus(right ? 204 : 401);
                    async.complete();
                });
            }
            case "/async-attribute" -> {
                AsyncContext async = request.startAsync();
                async.start(() -> {
                    async.getRequest().setAttribute("wrong", right ? "no" : "yes");
                    async.complete();
                });
            }
            default -> response.setStatus(right ? 204 : 401);
        }
    }
}
