package io.github.ostiary.servlet;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.login.ContainerLogins;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Requests that sign in before they reach a filter, answered as those that do. */
record LoginEdge(Deployment deployment) implements ContainerLogins.Edge {

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
