package io.github.ostiary.login;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.servlet.SignInGuard.Edge;
import io.github.ostiary.text.Durations;
import io.github.ostiary.text.Log;
import io.github.ostiary.text.WrittenName;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The sign-ins of one application that its container does itself, and the rules they meet. Thread-safe. */
final class ContainerLogins {

    private static final System.Logger LOG = Log.of(ContainerLogins.class);
    private static final CallContext UNKNOWN = new CallContext() {};

    private final Entrance entrance;
    private final List<String> rules;
    private final Edge edge;

    /**
     * The sign-ins of an application.
     *
     * @param entrance where rules are decided
     * @param rules the names of those about them, at least one
     * @param edge what the requests of the application are
     */
    private ContainerLogins(Entrance entrance, List<String> rules, Edge edge) {
        this.entrance = entrance;
        this.rules = rules;
        this.edge = edge;
    }

    /**
     * Guards the sign-ins of an application, as far as its container can be reached.
     *
     * @param context of the application, before its first request
     * @param application its class loader, which the context may not know
     * @param entrance where rules are decided
     * @param rules the names of those about them, at least one
     * @param edge what the requests of the application are
     * @return ends it
     * @throws IllegalStateException if the container cannot be reached; the message has the remedy
     */
    static Runnable guard(
            ServletContext context, ClassLoader application, Entrance entrance, List<String> rules, Edge edge) {
        ContainerLogins logins = new ContainerLogins(entrance, rules, edge);
        boolean jakarta = GuardedApplications.guard(application, logins);
        Runnable forget = () -> GuardedApplications.forget(application);
        Runnable undo = TomcatLogins.guard(context, logins);
        if (undo == null) {
            undo = JettyLogins.guard(context, logins);
        }
        if (undo == null) {
            undo = UndertowLogins.guard(context, logins);
        }
        if (undo != null) {
            return both(undo, forget);
        }
        if (!jakarta) {
            forget.run();
            String written = WrittenName.of("lockout." + rules.get(0));
            throw new IllegalStateException(written + ".login=container: the sign-ins of "
                    + context.getServerInfo() + " cannot be reached; known are Tomcat, Jetty, Undertow, and Jakarta"
                    + " Security with CDI. Sign in by request.login(name, password) in a servlet of your own and name its path in"
                    + " " + written + ".path, or ask guard.lockouts(\"" + rules.get(0) + "\") where the"
                    + " password is looked at");
        }
        if (String.valueOf(context.getServerInfo()).contains("Liberty")) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "login=container guards mechanisms of the application that ask an IdentityStoreHandler; those that Liberty"
                            + " brings, by BASIC and FORM, look past it, and are not reached: sign in by"
                            + " request.login(name, password) in a servlet, and name its path in {0}.path",
                    WrittenName.of("lockout." + rules.get(0)));
            return forget;
        }
        LOG.log(
                System.Logger.Level.INFO,
                "login=container guards what an IdentityStoreHandler of Jakarta Security looks at; sign-ins that {0} does"
                        + " without it, by a <login-config>, are not reached",
                context.getServerInfo());
        return forget;
    }

    private static Runnable both(Runnable first, Runnable second) {
        return () -> {
            first.run();
            second.run();
        };
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
