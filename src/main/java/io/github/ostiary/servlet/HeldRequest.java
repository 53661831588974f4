package io.github.ostiary.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;

/**
 * A request that holds something, as those behind see it. Its asynchronous work is watched. While it holds an attempt it
 * comes without conditions and ranges: by these a caller makes another answer of the one that says what became of the
 * attempt, a 412 of a 401.
 */
final class HeldRequest extends UnconditionalRequest {

    private final RequestHoldings holdings;
    private final WatchedResponse response;

    HeldRequest(HttpServletRequest request, WatchedResponse response, RequestHoldings holdings) {
        super(request);
        this.response = response;
        this.holdings = holdings;
    }

    @Override
    boolean hidesConditions() {
        return holdings.holdAttempt();
    }

    @Override
    public AsyncContext startAsync() {
        return started(super.startAsync());
    }

    @Override
    public AsyncContext startAsync(ServletRequest wrapped, ServletResponse answer) {
        return started(super.startAsync(wrapped, answer));
    }

    private AsyncContext started(AsyncContext context) {
        holdings.workBegins();
        return new HeldWork(context, this, response, holdings);
    }

    @Override
    public AsyncContext getAsyncContext() {
        return new HeldWork(super.getAsyncContext(), this, response, holdings);
    }
}
