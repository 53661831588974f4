package io.github.ostiary.testing.probe;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Ends in every way a request can end; what is asked for {@code /work/hold} ends when {@code /open} is asked for. */
@WebServlet(
        urlPatterns = {"/work/*", "/open", "/inside"},
        asyncSupported = true)
public class WorkServlet extends HttpServlet {

    private static final Queue<AsyncContext> HELD = new ConcurrentLinkedQueue<>();
    private static final AtomicInteger ENTERED = new AtomicInteger();

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        switch (request.getServletPath()) {
            case "/open" -> {
                AsyncContext first = HELD.poll();
                if (first != null) {
                    first.complete();
                }
                response.getWriter().print(first != null);
            }
            case "/inside" -> response.getWriter().print(ENTERED.get());
            default -> work(request.getPathInfo(), request, response);
        }
    }

    private static void work(String kind, HttpServletRequest request, HttpServletResponse response) throws IOException {
        switch (kind) {
            case "/return", "/refused" -> response.getWriter().print("done");
            case "/throw" -> throw new IllegalStateException("as asked");
            case "/throw-error" -> throw new AssertionError("as asked");
            case "/send-error" -> response.sendError(500);
            case "/redirect" -> response.sendRedirect("elsewhere");
            case "/flush" -> response.flushBuffer();
            case "/close" -> response.getOutputStream().close();
            case "/complete" -> {
                AsyncContext async = request.startAsync();
                async.start(() -> complete(async));
            }
            case "/complete-at-once" -> complete(request.startAsync());
            case "/dispatch" -> request.startAsync().dispatch("/once");
            case "/dispatch-throw" -> request.startAsync().dispatch("/throwing/other");
            case "/start-throw" -> {
                request.startAsync().setTimeout(100);
                throw new IllegalStateException("as asked");
            }
            case "/time-out" -> request.startAsync().setTimeout(50);
            case "/again" -> again(request);
            case "/abort" -> {
                for (int i = 0; i < 10_000; i++) {
                    response.getOutputStream().write(new byte[10_000]);
                    response.flushBuffer();
                }
            }
            default -> {
                ENTERED.incrementAndGet();
                AsyncContext async = request.startAsync();
                async.setTimeout(0);
                response.getWriter()
                        .print(request.getMethod() + " " + request.getRequestURI() + "?" + request.getQueryString()
                                + " " + request.getParameter("u"));
                HELD.add(async);
            }
        }
    }

    /** Two cycles of asynchronous work in one request. */
    private static void again(HttpServletRequest request) {
        AsyncContext async = request.startAsync();
        if (request.getAttribute("again") == null) {
            request.setAttribute("again", true);
            async.dispatch();
        } else {
            async.start(() -> complete(async));
        }
    }

    private static void complete(AsyncContext async) {
        try {
            async.getResponse().getWriter().print("done");
            async.complete();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
