package io.github.ostiary.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request that holds something, as those behind see it. Its asynchronous work is watched. While it holds an attempt it
 * comes without conditions and ranges: by these a caller makes another answer of the one that says what became of the
 * attempt, a 412 of a 401.
 */
final class HeldRequest extends HttpServletRequestWrapper {

    private final RequestHoldings holdings;
    private final WatchedResponse response;

    HeldRequest(HttpServletRequest request, WatchedResponse response, RequestHoldings holdings) {
        super(request);
        this.response = response;
        this.holdings = holdings;
    }

    private boolean hides(String name) {
        return (name.regionMatches(true, 0, "If-", 0, 3)
                        || name.equalsIgnoreCase("If")
                        || name.equalsIgnoreCase("Range"))
                && holdings.holdAttempt();
    }

    @Override
    public @Nullable String getHeader(String name) {
        return hides(name) ? null : super.getHeader(name);
    }

    @Override
    public Enumeration<String> getHeaders(String name) {
        return hides(name) ? Collections.emptyEnumeration() : super.getHeaders(name);
    }

    @Override
    public Enumeration<String> getHeaderNames() {
        Enumeration<String> names = super.getHeaderNames();
        if (names == null || !holdings.holdAttempt()) {
            return names;
        }
        List<String> shown = new ArrayList<>();
        while (names.hasMoreElements()) {
            String name = names.nextElement();
            if (!hides(name)) {
                shown.add(name);
            }
        }
        return Collections.enumeration(shown);
    }

    @Override
    public long getDateHeader(String name) {
        return hides(name) ? -1 : super.getDateHeader(name);
    }

    @Override
    public int getIntHeader(String name) {
        return hides(name) ? -1 : super.getIntHeader(name);
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
