package io.github.ostiary.servlet;

import io.github.ostiary.Decision;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.QuotaUse;
import io.github.ostiary.http.Accept;
import io.github.ostiary.http.DenialBody;
import io.github.ostiary.http.HttpAnswer;
import io.github.ostiary.setup.QuotaPage;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Shows callers what they have used of the limits that say {@code usage=true}, as JSON or, to browsers, as a page. Registered
 * where {@code usage.path} is set; where a container runs no initializers it can be declared in {@code web.xml}, with {@code
 * usage.path} as its mapping.
 */
public final class UsageServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    /** Creates it for the container. */
    public UsageServlet() {}

    /** The servlet at its place, if it is wanted. */
    static OwnServlet of(Deployment deployment) {
        return new OwnServlet(new UsageServlet(), "ostiary-usage", "usage.path", deployment.web.usagePath(), "");
    }

    /**
     * Answers the caller about itself.
     *
     * @param request GET or HEAD
     * @param response never cached; not found, where there is no such page
     * @throws IOException if the caller is gone
     * @throws ServletException from the page that denials are forwarded to
     */
    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        Deployment deployment = Deployment.existing(getServletContext());
        if (deployment == null
                || deployment.closed.get()
                || deployment.web.usagePath().isEmpty()) {
            response.sendError(HttpServletResponse.SC_NOT_FOUND);
            return;
        }
        String method = request.getMethod();
        if (!method.equals("GET") && !method.equals("HEAD")) {
            response.setHeader("Allow", "GET, HEAD");
            response.sendError(HttpServletResponse.SC_METHOD_NOT_ALLOWED);
            return;
        }
        try {
            answer(deployment, deployment.web.quotas(), request, response);
        } catch (MalformedCallException e) {
            deny(deployment, request, response, malformed());
        }
    }

    private static void answer(
            Deployment deployment, QuotaPage page, HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        HttpCallContext call = new HttpCallContext(request, response, deployment, false);
        if (page.admits(call) instanceof Decision.Denied denied) {
            deny(deployment, request, response, denied);
            return;
        }
        Optional<List<QuotaUse>> uses = page.read(call);
        if (uses.isEmpty()) {
            deny(deployment, request, response, page.unavailable());
            return;
        }
        boolean html = Accept.preferred(ServletAnswer.lines(request, "Accept")) == DenialBody.HTML;
        byte[] body = (html ? UsageBody.html(uses.get()) : UsageBody.json(uses.get())).getBytes(StandardCharsets.UTF_8);
        response.setHeader(HttpAnswer.CACHE_CONTROL, HttpAnswer.NO_STORE);
        response.setHeader("Vary", "Accept");
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("Content-Security-Policy", UsageBody.POLICY);
        response.setContentType(html ? DenialBody.HTML.contentType() : "application/json");
        response.setContentLength(body.length);
        if (!request.getMethod().equals("HEAD")) {
            response.getOutputStream().write(body);
        }
    }

    private static Decision.Denied malformed() {
        return Decision.deny(Decision.Reason.MALFORMED, "usage.page", List.of(), null, false, false);
    }

    private static void deny(
            Deployment deployment, HttpServletRequest request, HttpServletResponse response, Decision.Denied denied)
            throws IOException, ServletException {
        new ServletAnswer(request, response)
                .deny(
                        deployment.snapshot().responder,
                        HttpCallContext.readable(request, response, deployment),
                        denied,
                        List.of());
    }
}
