package io.github.ostiary.interceptor;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.Lockouts;
import io.github.ostiary.QuotaUse;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.Rules;
import io.github.ostiary.Semaphores;
import io.github.ostiary.edge.CallBody;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.edge.MetRules;
import io.github.ostiary.edge.Position;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.setup.ApplicationGuards;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The guard that is injected: finds the application's at each call, so that it may be injected before there is one. */
final class CurrentGuard implements Guard, Entrance, OperatorApi.Owner {

    /**
     * The guard of the application this thread works for.
     *
     * @param otherwise whose guard it is, if the thread works for no application
     * @throws IllegalStateException if there is none
     */
    static Guard find(ClassLoader otherwise) {
        return ApplicationGuards.current()
                .or(() -> ApplicationGuards.of(otherwise))
                .orElseThrow(() -> new IllegalStateException("no guard is bound to this application. In a WAR, keep"
                        + " Ostiary's jar in WEB-INF/lib, so that its initializer runs, or declare"
                        + " io.github.ostiary.servlet.RateLimitFilter; elsewhere make a guard with Guard.builder() and"
                        + " call ApplicationGuards.bind(classLoader, () -> guard)"));
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
    public Semaphores semaphores(String rule) {
        return guard().semaphores(rule);
    }

    @Override
    public Lockouts lockouts(String rule) {
        return guard().lockouts(rule);
    }

    @Override
    public List<QuotaUse> usage(Key key) {
        return guard().usage(key);
    }

    @Override
    public Rules rules() {
        return guard().rules();
    }

    @Override
    public @Nullable String reference(CallContext call, Decision.Denied denied) {
        return Entrance.of(guard()).reference(call, denied);
    }

    @Override
    public <T, E extends Throwable> @Nullable T call(
            CallContext call, Position position, MetRules met, CallBody<T, E> body) throws E {
        return Entrance.of(guard()).call(call, position, met, body);
    }

    @Override
    public <T, E extends Throwable> @Nullable T call(Collection<String> rules, CallContext call, CallBody<T, E> body)
            throws E {
        return Entrance.of(guard()).call(rules, call, body);
    }

    @Override
    public OperatorApi operatorApi() {
        return OperatorApi.of(guard());
    }

    /** Does nothing: the maker of the guard closes it. */
    @Override
    public void close() {}
}
