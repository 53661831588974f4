package io.github.ostiary.testing.probe;

import io.github.ostiary.CallContext;
import io.github.ostiary.ChallengeVerifier;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A challenge whose answers are verified when somebody opens a gate; says how many wait for that. */
public class GatedRiddle implements ChallengeVerifier {

    private static final CountDownLatch GATE = new CountDownLatch(1);
    private static final AtomicInteger VERIFYING = new AtomicInteger();

    @Override
    public boolean isAnswered(CallContext call) {
        return !call.parameters("answer").isEmpty();
    }

    @Override
    public boolean verify(CallContext call) throws InterruptedException {
        VERIFYING.incrementAndGet();
        return GATE.await(1, TimeUnit.MINUTES) && call.parameters("answer").equals(List.of("42"));
    }

    /** Says how many answers were given to verify; then opens the gate on {@code /gate?open}. */
    @WebServlet("/gate")
    public static class Keeper extends HttpServlet {

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            int verifying = VERIFYING.get(); // once the gate is open, those that wait are verified too
            if ("open".equals(request.getQueryString())) {
                GATE.countDown();
            }
            response.getWriter().print(verifying);
        }
    }
}
