package io.github.ostiary.testing.beans.outside;

import io.github.ostiary.RateLimitExceededException;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * Calls {@link Errands}: in the request's thread ({@code /in}), in another while it waits ({@code /out?as=CALLER}), or left
 * behind until {@code /told} asks how that went ({@code /later}).
 */
@WebServlet("/errand/*")
public class ErrandServlet extends HttpServlet {

    private final List<String> told = new CopyOnWriteArrayList<>();
    private final CountDownLatch asked = new CountDownLatch(1);
    private ExecutorService threads;

    @Override
    public void init() {
        threads = virtual();
    }

    /** Virtual threads where the JVM has them, else two. */
    private static ExecutorService virtual() {
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException e) {
            return Executors.newFixedThreadPool(2);
        }
    }

    @Override
    public void destroy() {
        threads.shutdownNow();
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Errands errands = CDI.current().select(Errands.class).get();
        try {
            response.getWriter().print(answer(request, errands));
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    private String answer(HttpServletRequest request, Errands errands) throws Exception {
        String caller = request.getParameter("as");
        return switch (request.getPathInfo()) {
            case "/in" -> said(errands::run);
            case "/out" -> elsewhere(caller, errands::run);
            case "/argument" -> elsewhere(null, () -> errands.runFor(caller));
            case "/anybody" -> elsewhere(null, errands::runForAnybody);
            case "/later" -> later(errands);
            case "/told" -> {
                asked.countDown();
                yield String.join("\n", told);
            }
            default -> throw new IllegalArgumentException(request.getPathInfo());
        };
    }

    private String elsewhere(String caller, Supplier<String> call) throws Exception {
        ClassLoader application = getClass().getClassLoader();
        return threads.submit(() -> {
                    Thread.currentThread().setContextClassLoader(application);
                    String[] answer = new String[1];
                    Platform.call(caller, () -> answer[0] = said(call));
                    return answer[0];
                })
                .get();
    }

    private String later(Errands errands) {
        ClassLoader application = getClass().getClassLoader();
        threads.execute(() -> {
            Thread.currentThread().setContextClassLoader(application);
            try {
                asked.await();
                told.add(said(errands::run));
            } catch (InterruptedException e) {
                told.add(e.toString());
            }
        });
        return "later";
    }

    private static String said(Supplier<String> call) {
        try {
            return call.get();
        } catch (RateLimitExceededException e) {
            return e.decision().reason().name();
        }
    }
}
