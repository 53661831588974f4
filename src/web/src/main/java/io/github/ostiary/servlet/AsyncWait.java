package io.github.ostiary.servlet;

import io.github.ostiary.edge.CallBody.AwaitedTurn;
import io.github.ostiary.text.Log;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A request that waits for its admission without a thread, and is dispatched again when it has it. */
final class AsyncWait implements AsyncListener {

    private static final System.Logger LOG = Log.of(AsyncWait.class);
    private static final String ATTRIBUTE = "io.github.ostiary.suspension";

    private final Deployment deployment;
    private final AwaitedTurn turn;
    private final boolean authenticatedBefore;
    private final AtomicBoolean over = new AtomicBoolean();

    private AsyncWait(Deployment deployment, AwaitedTurn turn, boolean authenticatedBefore) {
        this.deployment = deployment;
        this.turn = turn;
        this.authenticatedBefore = authenticatedBefore;
    }

    /** Lets a request wait; the filter must be left at once. If this throws, the turn is its caller's to give up. */
    static void begin(
            Deployment deployment, HttpServletRequest request, AwaitedTurn turn, boolean authenticatedBefore) {
        AsyncWait wait = new AsyncWait(deployment, turn, authenticatedBefore);
        AsyncContext async = request.startAsync();
        async.setTimeout(0);
        async.addListener(wait);
        request.setAttribute(ATTRIBUTE, wait);
        turn.whenReady(() -> wait.resume(async));
    }

    /** The wait whose end this dispatch is; afterwards there is none. */
    static @Nullable AsyncWait ended(HttpServletRequest request) {
        if (request.getAttribute(ATTRIBUTE) instanceof AsyncWait wait) {
            request.removeAttribute(ATTRIBUTE);
            return wait;
        }
        return null;
    }

    AwaitedTurn turn() {
        return turn;
    }

    boolean authenticatedBefore() {
        return authenticatedBefore;
    }

    /** The first may end it: the request that goes on, or the caller who has left. */
    boolean take() {
        return over.compareAndSet(false, true);
    }

    private void resume(AsyncContext async) {
        if (!over.get() && (deployment.closed.get() || !dispatched(async))) {
            turnAway(async);
        }
    }

    private static boolean dispatched(AsyncContext async) {
        try {
            async.dispatch();
            return true;
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "A request that waited cannot go on", e);
            return false;
        }
    }

    /** Into an application that has ended nothing can be dispatched. */
    private void turnAway(AsyncContext async) {
        quit();
        try {
            if (async.getResponse() instanceof HttpServletResponse response) {
                response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
                response.setHeader("Retry-After", "1");
            }
            async.complete();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "A request that waited has ended already", e);
        }
    }

    private void quit() {
        if (take()) {
            turn.giveUp();
        }
    }

    @Override
    public void onComplete(AsyncEvent event) {
        quit();
    }

    @Override
    public void onError(AsyncEvent event) {
        quit();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        quit();
    }

    @Override
    public void onStartAsync(AsyncEvent event) {}
}
