package io.github.ostiary.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.ServletResponse;
import java.io.IOException;

/**
 * The asynchronous work of a request that holds something. A container ends the request of a caller who has left, and says
 * nothing of the work, which may go on: only the application knows when that is done, and says so here.
 */
final class HeldWork implements AsyncContext {

    private final AsyncContext context;
    private final ServletRequestWrapper request;
    private final WatchedResponse response;
    private final RequestHoldings holdings;

    HeldWork(AsyncContext context, ServletRequestWrapper request, WatchedResponse response, RequestHoldings holdings) {
        this.context = context;
        this.request = request;
        this.response = response;
        this.holdings = holdings;
    }

    /** The request in place of the container's own, which an application gets that has given it none. */
    @Override
    public ServletRequest getRequest() {
        ServletRequest own = context.getRequest();
        return request.isWrapperFor(own) ? request : own;
    }

    @Override
    public ServletResponse getResponse() {
        ServletResponse own = context.getResponse();
        return response.isWrapperFor(own) ? response : own;
    }

    @Override
    public boolean hasOriginalRequestAndResponse() {
        return context.hasOriginalRequestAndResponse();
    }

    @Override
    public void complete() {
        done(context::complete);
    }

    @Override
    public void dispatch() {
        done(context::dispatch);
    }

    @Override
    public void dispatch(String path) {
        done(() -> context.dispatch(path));
    }

    @Override
    public void dispatch(ServletContext application, String path) {
        done(() -> context.dispatch(application, path));
    }

    /**
     * Runs a step of a listener that the container has called; its answer is no word of the work's: that goes on, and
     * knows nothing of it.
     */
    private void done(Runnable step) {
        if (holdings.isAnsweredFor()) {
            step.run();
            return;
        }
        holdings.workEnds();
        try {
            step.run();
        } catch (Throwable failure) {
            holdings.workEndedLate();
            throw failure;
        }
    }

    @Override
    public void start(Runnable task) {
        context.start(task);
    }

    @Override
    public void addListener(AsyncListener listener) {
        context.addListener(new Relay(listener));
    }

    @Override
    public void addListener(AsyncListener listener, ServletRequest wrapped, ServletResponse answer) {
        context.addListener(new Relay(listener), wrapped, answer);
    }

    @Override
    public <T extends AsyncListener> T createListener(Class<T> type) throws ServletException {
        return context.createListener(type);
    }

    @Override
    public void setTimeout(long millis) {
        context.setTimeout(millis);
    }

    @Override
    public long getTimeout() {
        return context.getTimeout();
    }

    /** A listener that may end the work, too. */
    private final class Relay implements AsyncListener {

        private final AsyncListener listener;

        Relay(AsyncListener listener) {
            this.listener = listener;
        }

        private AsyncEvent watched(AsyncEvent event) {
            return new AsyncEvent(
                    HeldWork.this, event.getSuppliedRequest(), event.getSuppliedResponse(), event.getThrowable());
        }

        @Override
        public void onComplete(AsyncEvent event) throws IOException {
            listener.onComplete(watched(event));
        }

        @Override
        public void onTimeout(AsyncEvent event) throws IOException {
            Thread outer = holdings.answersFor(Thread.currentThread());
            try {
                listener.onTimeout(watched(event));
            } finally {
                holdings.answersFor(outer);
            }
        }

        @Override
        public void onError(AsyncEvent event) throws IOException {
            Thread outer = holdings.answersFor(Thread.currentThread());
            try {
                listener.onError(watched(event));
            } finally {
                holdings.answersFor(outer);
            }
        }

        /** There is another context then. */
        @Override
        public void onStartAsync(AsyncEvent event) throws IOException {
            listener.onStartAsync(event);
        }
    }
}
