package io.github.ostiary.testing.probe;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.MultipartConfig;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Says what each call has cost, in every way it can, and in some that it cannot. */
@MultipartConfig
@WebServlet(urlPatterns = "/paid/*", asyncSupported = true)
public class PaidServlet extends HttpServlet {

    private static final int CHUNK = 1_000;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        switch (request.getPathInfo()) {
            case "/header" -> response.setHeader("X-Used", "30");
            case "/silent" -> response.getWriter().print("done");
            case "/twice" -> {
                response.addHeader("X-Used", "30");
                response.addHeader("X-Used", "40");
            }
            case "/committed" -> {
                response.flushBuffer();
                response.setHeader("X-Used", "30");
            }
            case "/throw" -> {
                response.setHeader("X-Used", "30");
                throw new IllegalStateException("as asked");
            }
            case "/forward" -> {
                request.setAttribute("used", 30);
                request.getRequestDispatcher("/paid/forwarded").forward(request, response);
            }
            case "/streamed" -> {
                response.flushBuffer();
                response.getWriter().print("done");
                request.setAttribute("used", 30);
            }
            case "/async" -> later(request.startAsync(), request);
            case "/dispatched" -> {
                if (request.getAttribute("used") == null) {
                    request.setAttribute("used", 30);
                    request.startAsync().dispatch();
                }
            }
            case "/stream", "/head" -> response.getOutputStream().write(new byte[5 * CHUNK]);
            case "/writer" -> {
                response.setContentType("text/plain;charset=UTF-8");
                response.getWriter().printf("%s\u00e4\u20ac\ud83d\ude00%n", "a");
            }
            case "/reset" -> {
                response.getOutputStream().write(new byte[CHUNK]);
                response.resetBuffer();
                response.getOutputStream().write(new byte[7]);
            }
            case "/error" -> {
                response.getOutputStream().write(new byte[CHUNK]);
                response.sendError(418);
            }
            case "/timeout" -> {
                AsyncContext async = request.startAsync();
                async.setTimeout(200);
                response.getOutputStream().write(new byte[CHUNK]);
                response.flushBuffer();
            }
            case "/abort" -> flood(response);
            case "/body" -> response.getWriter().print(request.getInputStream().readAllBytes().length);
            case "/lines" -> response.getWriter().print(request.getReader().readLine());
            case "/field" -> response.getWriter().print(request.getParameter("title"));
            case "/parts" -> response.getWriter().print(request.getParts().size());
            case "/form" -> response.getWriter().print(request.getParameter("name"));
            default -> response.getWriter().print("done");
        }
    }

    private static void later(AsyncContext async, HttpServletRequest request) {
        async.start(() -> {
            request.setAttribute("used", 30);
            async.complete();
        });
    }

    /** More than the caller waits for. */
    private static void flood(HttpServletResponse response) {
        try {
            for (int i = 0; i < 100_000; i++) {
                response.getOutputStream().write(new byte[10 * CHUNK]);
                response.flushBuffer();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
