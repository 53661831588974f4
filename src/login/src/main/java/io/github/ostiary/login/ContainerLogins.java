package io.github.ostiary.login;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.servlet.SignInGuard.Edge;
import io.github.ostiary.text.ByApplication;
import io.github.ostiary.text.Durations;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The sign-ins of one application that its container does itself, and the rules they meet. Thread-safe. */
final class ContainerLogins {

    private static final ByApplication<ContainerLogins> GUARDED = new ByApplication<>();
    private static final CallContext UNKNOWN = new CallContext() {};

    private final Entrance entrance;
    private final List<String> rules;
    private final Edge edge;

    /** The sign-ins of an application, and the names of the rules about them: at least one. */
    ContainerLogins(Entrance entrance, List<String> rules, Edge edge) {
        this.entrance = entrance;
        this.rules = rules;
        this.edge = edge;
    }

    /** Guards the applications of a class loader from now on: identity stores know no other context. */
    void guard(ClassLoader application) {
        GUARDED.put(application, this);
    }

    static void forget(ClassLoader application) {
        GUARDED.remove(application);
    }

    /** The logins of the application this thread works for; null if it has none. */
    static @Nullable ContainerLogins current() {
        return GUARDED.find(Thread.currentThread().getContextClassLoader());
    }

    /**
     * Looks at a password, if the rules permit.
     *
     * @param request with which it came; null if unknown
     * @param name that is tried
     * @throws RateLimitExceededException if they do not
     * @throws Throwable what looking at it throws; that is an unclear end
     */
    <T> @Nullable T attempt(@Nullable HttpServletRequest request, String name, PasswordCheck<T> check)
            throws Throwable {
        return GuardedLook.take(
                entrance, rules, new LoginCall(request == null ? UNKNOWN : edge.call(request), name, "", ""), check);
    }

    void deny(HttpServletRequest request, HttpServletResponse response, Decision.Denied denied)
            throws IOException, ServletException {
        edge.deny(request, response, denied);
    }

    /** Has the container's own answer say when it is worth to come again. */
    static void sayWhen(HttpServletResponse response, Decision.Denied denied) {
        if (!response.isCommitted()) {
            denied.retryAfter()
                    .ifPresent(wait ->
                            response.setHeader("Retry-After", Long.toString(Math.max(1, Durations.ceilSeconds(wait)))));
        }
    }
}
