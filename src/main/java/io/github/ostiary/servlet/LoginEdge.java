package io.github.ostiary.servlet;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.login.ContainerLogins;
import io.github.ostiary.login.FrameworkLogins;
import io.github.ostiary.setup.EdgeSettings;
import io.github.ostiary.text.Log;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Requests that sign in before they reach a filter, answered as those that do. */
record LoginEdge(Deployment deployment) implements ContainerLogins.Edge {

    private static final System.Logger LOG = Log.of(LoginEdge.class);

    /** Guards the sign-ins of an application that no path leads to; what is returned ends it. */
    static Runnable guard(ServletContext context, Entrance entrance, Deployment deployment) {
        EdgeSettings.Logins logins = deployment.edge().reach().logins();
        ClassLoader loader = DeployedApplication.loader(context);
        Runnable spring = logins.spring().isEmpty()
                ? () -> {}
                : FrameworkLogins.guard(context, loader, entrance, logins.spring(), logins.outside());
        if (logins.container().isEmpty()) {
            return spring;
        }
        if (logins.spring().isEmpty() && FrameworkLogins.areIn(loader)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "login=container guards the sign-ins of the server; those by Spring Security, which is on the class path,"
                            + " are none of them: write login=spring for these");
        }
        Runnable container =
                ContainerLogins.guard(context, loader, entrance, logins.container(), new LoginEdge(deployment));
        return () -> {
            container.run();
            spring.run();
        };
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
        request.setAttribute(OstiaryContext.DECISION, denied);
        new ServletAnswer(request, response).deny(deployment.responder(), call(request), denied, denied.quotas());
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
