package io.github.ostiary.interceptor;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.Position;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.setup.Guards;

/** The guard that is injected: finds the application's at each call, so that it may be injected before there is one. */
final class CurrentGuard implements Guard {

    /**
     * The guard of the application this thread works for.
     *
     * @param otherwise whose guard it is, if the thread works for no application
     * @throws IllegalStateException if there is none
     */
    static Guard find(ClassLoader otherwise) {
        return Guards.current()
                .or(() -> Guards.of(otherwise))
                .orElseThrow(() -> new IllegalStateException("no guard is bound to this application. In a WAR, keep"
                        + " Ostiary's jar in WEB-INF/lib, so that its initializer runs, or declare"
                        + " io.github.ostiary.servlet.RateLimitFilter; elsewhere make a guard with GuardBuilder and"
                        + " call Guards.bind(classLoader, () -> guard)"));
    }

    private static Guard guard() {
        return find(CurrentGuard.class.getClassLoader());
    }

    @Override
    public RateLimiter limiter(String rule) {
        return guard().limiter(rule);
    }

    @Override
    public Key keyFor(String rule, CallContext call) {
        return guard().keyFor(rule, call);
    }

    @Override
    public Decision check(CallContext call, Position position) {
        return guard().check(call, position);
    }

    @Override
    public Decision check(String rule, CallContext call) {
        return guard().check(rule, call);
    }

    /** Does nothing: whoever made the guard closes it. */
    @Override
    public void close() {}
}
