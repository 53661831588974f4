package io.github.ostiary.testing.probe;

import io.github.ostiary.servlet.OstiaryContext;
import jakarta.servlet.ServletContext;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** A request and a thread that outlive their application, and ask for its guard all the same. */
@WebServlet("/late")
public class LateServlet extends HttpServlet {

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
        ServletContext context = getServletContext();
        OstiaryContext.guard(context);
        System.out.println("LATE BEGINS");
        Thread outliving = new Thread(() -> {
            asked(() -> OstiaryContext.guard(context), true);
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(3);
            boolean again = false;
            while (System.nanoTime() < end) {
                LockSupport.parkNanos(1_000_000);
                again |= !asked(() -> OstiaryContext.guard(context), false).startsWith("IllegalStateException");
            }
            System.out.println("LATE GUARD " + again + " " + asked(() -> OstiaryContext.guard(context), false));
        });
        outliving.setDaemon(true);
        outliving.start();
        asked(() -> OstiaryContext.guard(context), true);
        System.out.println("LATE CALL " + asked(() -> OstiaryContext.call(request, response), false));
    }

    private static String asked(Supplier<Object> question, boolean untilDenied) {
        while (true) {
            try {
                Object unused = question.get();
                if (!untilDenied) {
                    return "an answer";
                }
            } catch (RuntimeException e) {
                return e.getClass().getSimpleName() + ": " + e.getMessage();
            }
            LockSupport.parkNanos(1_000_000);
        }
    }
}
