package io.github.ostiary.servlet;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.DenialHandler;
import io.github.ostiary.Quota;
import io.github.ostiary.setup.EdgeSettings;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The answer to denied callers: status and headers first, then the application's own body, or the form they accept. */
final class DenialResponder {

    private static final System.Logger LOG = System.getLogger(DenialResponder.class.getName());

    private final EdgeSettings edge;
    private final QuotaHeaders headers;

    /** Pages of which it was said that they cannot be shown. */
    private final Set<String> missing = ConcurrentHashMap.newKeySet();

    DenialResponder(EdgeSettings edge, QuotaHeaders headers) {
        this.edge = edge;
        this.headers = headers;
    }

    void deny(
            HttpServletRequest request,
            HttpServletResponse response,
            CallContext call,
            Decision.Denied denied,
            List<Quota> quotas)
            throws IOException, ServletException {
        if (response.isCommitted()) {
            return;
        }
        Denial denial = Denial.of(denied, edge.status(denied));
        response.resetBuffer();
        response.setStatus(denial.status());
        response.setHeader("Cache-Control", "no-store");
        denial.retryAfterSeconds().ifPresent(s -> response.setHeader("Retry-After", Long.toString(s)));
        headers.write(response, quotas);
        boolean head = request.getMethod().equals("HEAD");
        if (!handled(call, denied, new DenialResponse(response, head))) {
            Optional<String> page = denied.reason() == Decision.Reason.CHALLENGE_REQUIRED
                    ? edge.pages().challenge()
                    : edge.pages().denied();
            builtIn(request, response, denial, page, head);
        }
    }

    private boolean handled(CallContext call, Decision.Denied denied, DenialResponse answer) throws IOException {
        Optional<DenialHandler> handler = edge.denialHandler();
        if (handler.isEmpty()) {
            return false;
        }
        try {
            handler.get().handle(call, denied, answer);
            return true;
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "denialHandler failed; the built-in answer is given", e);
            return answer.committed();
        }
    }

    private void builtIn(
            HttpServletRequest request,
            HttpServletResponse response,
            Denial denial,
            Optional<String> page,
            boolean head)
            throws IOException, ServletException {
        DenialBody body = Accept.preferred(Collections.list(request.getHeaders("Accept")));
        DeniedPage.Substitute plain =
                () -> new DenialResponse(response, head).body(body.contentType(), body.render(denial));
        if (body == DenialBody.HTML && !head && page.isPresent()) {
            DeniedPage.forward(page.get(), request, response, denial, () -> {
                missing(page.get());
                plain.answer();
            });
        } else {
            plain.answer();
        }
    }

    private void missing(String page) {
        if (missing.add(page)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "The page {0}, which deniedPage or challengePage names, answers with an error or is not there; the"
                            + " built-in page is shown in its place. Paths begin at the root of the application, such as"
                            + " /denied.jsp (said once)",
                    page);
        }
    }
}
