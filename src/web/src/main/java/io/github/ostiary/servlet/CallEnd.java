package io.github.ostiary.servlet;

import io.github.ostiary.setup.EnteredCall;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;

/**
 * The end of a call whose thread leaves it: now, or when an asynchronous request completes.
 *
 * @hidden
 */
public final class CallEnd implements AsyncListener {

    private final Awaiting call;

    /** Whether the container has said that the caller has left, or that the time is up. */
    private volatile boolean deserted;

    private CallEnd(Awaiting call) {
        this.call = call;
    }

    /**
     * A call that wants to know its end.
     *
     * @hidden
     */
    public interface Awaiting {

        /** It is over. */
        void end();

        /**
         * It is over, after its thread has left it.
         *
         * @param deserted whether its caller has left before, or the time was up
         */
        void completed(boolean deserted);
    }

    /**
     * Tells a call of its end.
     *
     * @param <T> what it is
     * @param call whose thread leaves it
     */
    public static <T extends EnteredCall & Awaiting> void await(T call) {
        Optional<HttpServletRequest> servlet = call.unwrap(HttpServletRequest.class);
        if (servlet.isPresent() && servlet.get().isAsyncStarted()) {
            listen(servlet.get(), call);
        } else {
            call.end();
        }
    }

    /** A request that takes no listener any more has ended. */
    private static void listen(HttpServletRequest servlet, Awaiting call) {
        try {
            servlet.getAsyncContext().addListener(new CallEnd(call));
        } catch (IllegalStateException e) {
            call.end();
        }
    }

    @Override
    public void onComplete(AsyncEvent event) {
        call.completed(deserted);
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        deserted = true;
    }

    @Override
    public void onError(AsyncEvent event) {
        deserted = true;
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        event.getAsyncContext().addListener(this);
    }
}
