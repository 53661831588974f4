package io.github.ostiary.servlet;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.setup.EdgeSettings;
import io.github.ostiary.text.ClassPath;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Requests that sign in before they reach a filter, answered as those that do. */
record LoginEdge(Deployment deployment) implements SignInGuard.Edge {

    private static final String SIGN_INS = "io.github.ostiary.login.ApplicationLogins";

    /** Guards the sign-ins of an application that no path leads to; what is returned ends it. */
    static Runnable guard(ServletContext context, Entrance entrance, Deployment deployment) {
        EdgeSettings.Logins logins = deployment.edge().reach().logins();
        if (logins.container().isEmpty() && logins.spring().isEmpty()) {
            return () -> {};
        }
        return ClassPath.part(SIGN_INS, SignInGuard.class)
                .guard(context, DeployedApplication.loader(context), entrance, logins, new LoginEdge(deployment));
    }

    /**
     * Whether a container makes its filters when the application begins, and not at the first request that reaches one:
     * by then passwords have been looked at. True for Tomcat and Jetty, which cannot be reached much earlier either.
     */
    static boolean comesWithFilters(ServletContext context) {
        String server = String.valueOf(context.getServerInfo()).toLowerCase(Locale.ROOT);
        return server.startsWith("apache tomcat") || server.startsWith("jetty");
    }

    @Override
    public CallContext call(HttpServletRequest request) {
        try {
            return new HttpCallContext(request, null, deployment, false);
        } catch (MalformedCallException e) {
            return new Elsewhere(request);
        }
    }

    @Override
    public void deny(HttpServletRequest request, HttpServletResponse response, Decision.Denied denied)
            throws IOException, ServletException {
        request.setAttribute(ServletAnswer.DECISION, denied);
        new ServletAnswer(request, response)
                .deny(deployment.snapshot().responder, call(request), denied, denied.quotas());
    }

    /** One whose path matches no rule; its caller is known all the same. */
    private record Elsewhere(HttpServletRequest request) implements CallContext {

        @Override
        public Optional<String> peer() {
            return Optional.ofNullable(request.getRemoteAddr());
        }

        @Override
        public List<String> headers(String name) {
            return ServletAnswer.lines(request, name);
        }
    }
}
