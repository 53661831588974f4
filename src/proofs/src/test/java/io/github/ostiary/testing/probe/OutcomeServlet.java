package io.github.ostiary.testing.probe;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Looks at passwords, finds all wrong, and says so in many ways or not at all. Asynchronous work goes on until {@code
 * /outcome-go} is asked for, whatever becomes of its request.
 */
@WebServlet(
        urlPatterns = {"/outcome/*", "/outcome-looked", "/outcome-go", "/outcome-working", "/outcome-events"},
        asyncSupported = true)
public class OutcomeServlet extends HttpServlet {

    private static final AtomicInteger LOOKED = new AtomicInteger();
    private static final Queue<Runnable> WORK = new ConcurrentLinkedQueue<>();
    private static final Queue<String> EVENTS = new ConcurrentLinkedQueue<>();

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        switch (request.getServletPath()) {
            case "/outcome-looked" -> response.getWriter().print(LOOKED.getAndSet(0));
            case "/outcome-working" -> response.getWriter().print(WORK.size());
            case "/outcome-events" -> response.getWriter().print(String.join(" ", EVENTS));
            case "/outcome-go" -> {
                Runnable work = WORK.poll();
                try {
                    if (work != null) {
                        work.run();
                    }
                } catch (IllegalStateException e) {
                    EVENTS.add("over");
                }
                response.getWriter().print(work != null);
            }
            default -> {
                LOOKED.incrementAndGet();
                answer(request.getPathInfo().split("/")[1], request, response);
            }
        }
    }

    private static void answer(String kind, HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        switch (kind) {
            case "forward" -> {
                response.setStatus(401);
                request.getRequestDispatcher("/wrong.html").forward(request, response);
            }
            case "reset" -> {
                response.setStatus(401);
                response.reset();
                response.setStatus(204);
            }
            case "later" -> {
                response.setStatus(401);
                response.setStatus(204);
            }
            case "negotiated" -> {
                boolean known = !"x/y".equals(request.getHeader("Accept"));
                response.sendError(known ? 401 : 500);
            }
            case "broken" -> response.sendError(500);
            case "thrown" -> throw new IllegalStateException("as asked");
            case "elsewhere" -> response.sendRedirect("../elsewhere");
            case "neutral" -> response.sendRedirect("../password");
            case "headers" -> headers(request, response);
            case "async", "permit" -> work(request, response, 0, AsyncEvent::getAsyncContext);
            case "completes", "permit-completes" -> work(request, response, 0, Watch::complete);
            case "dispatches", "permit-dispatches" -> work(request, response, 0, Watch::dispatch);
            case "late-completes", "permit-late-completes" -> work(request, response, 50, Watch::complete);
            case "late-dispatches", "permit-late-dispatches" -> work(request, response, 50, Watch::dispatch);
            default -> response.getWriter().print("wrong");
        }
    }

    /** All that tells of conditions, by every way there is. */
    private static void headers(HttpServletRequest request, HttpServletResponse response) throws IOException {
        List<String> names = Collections.list(request.getHeaderNames()).stream()
                .map(String::toLowerCase)
                .filter(name -> name.startsWith("if-") || name.equals("range"))
                .toList();
        response.getWriter()
                .print(names + " " + request.getHeader("If-Match") + " " + request.getHeader("rANGE") + " "
                        + Collections.list(request.getHeaders("If-None-Match")) + " "
                        + request.getDateHeader("If-Modified-Since") + " " + request.getIntHeader("If-Range") + " "
                        + request.getHeader("X-Other"));
    }

    private static void work(
            HttpServletRequest request, HttpServletResponse response, long timeout, Consumer<AsyncEvent> answer) {
        AsyncContext async = request.startAsync(request, response);
        async.setTimeout(timeout);
        async.addListener(new Watch(answer));
        WORK.add(() -> {
            try {
                ((HttpServletResponse) async.getResponse()).setStatus(401);
            } catch (RuntimeException e) {
                EVENTS.add("late");
            } finally {
                async.complete();
            }
        });
    }

    /** As frameworks do, it may answer for the work, which knows nothing of that and goes on. */
    private record Watch(Consumer<AsyncEvent> answer) implements AsyncListener {

        static void complete(AsyncEvent event) {
            event.getAsyncContext().complete();
        }

        static void dispatch(AsyncEvent event) {
            event.getAsyncContext().dispatch("/wrong.html");
        }

        @Override
        public void onComplete(AsyncEvent event) {
            EVENTS.add("complete");
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            EVENTS.add("timeout");
            answer.accept(event);
        }

        @Override
        public void onError(AsyncEvent event) {
            EVENTS.add("error:" + event.getThrowable());
            answer.accept(event);
        }

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }
}
