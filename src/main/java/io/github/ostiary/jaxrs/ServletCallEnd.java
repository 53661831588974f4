package io.github.ostiary.jaxrs;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;

/** The end of a call whose thread leaves it, where there are servlets: now, or when an asynchronous request completes. */
final class ServletCallEnd implements AsyncListener {

    private final ResourceCall call;

    /** Whether the container has said that the caller has left, or that the time is up. */
    private volatile boolean deserted;

    private ServletCallEnd(ResourceCall call) {
        this.call = call;
    }

    static void await(ResourceCall call) {
        Optional<HttpServletRequest> servlet = call.unwrap(HttpServletRequest.class);
        if (servlet.isPresent() && servlet.get().isAsyncStarted()) {
            listen(servlet.get(), call);
        } else {
            call.end();
        }
    }

    /** A request that takes no listener any more has ended. */
    private static void listen(HttpServletRequest servlet, ResourceCall call) {
        try {
            servlet.getAsyncContext().addListener(new ServletCallEnd(call));
        } catch (IllegalStateException e) {
            call.end();
        }
    }

    /** Of a request whose caller has left JAX-RS may have the answer later. */
    @Override
    public void onComplete(AsyncEvent event) {
        if (deserted) {
            call.desert();
        } else {
            call.end();
        }
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
