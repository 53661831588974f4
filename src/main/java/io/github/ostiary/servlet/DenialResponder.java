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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The answer to denied callers: status and headers first, then the application's own body, or the form they accept. */
final class DenialResponder {

    private static final System.Logger LOG = System.getLogger(DenialResponder.class.getName());

    private final EdgeSettings edge;
    private final QuotaHeaders headers;

    private final DenialTexts problems = new DenialTexts(DenialBody.PROBLEM);
    private final DenialTexts pages = new DenialTexts(DenialBody.HTML);
    private final DenialTexts texts = new DenialTexts(DenialBody.TEXT);

    /** Pages of which it was said that they cannot be shown. */
    private final Set<String> missing = ConcurrentHashMap.newKeySet();

    DenialResponder(EdgeSettings edge, QuotaHeaders headers) {
        this.edge = edge;
        this.headers = headers;
    }

    /**
     * Answers a denied caller, unless another answer has begun to leave.
     *
     * @param earlier quotas the caller has been told of before; empty if there are none
     */
    void deny(
            HttpServletRequest request,
            HttpServletResponse response,
            CallContext call,
            Decision.Denied denied,
            List<Quota> earlier)
            throws IOException, ServletException {
        if (response.isCommitted()) {
            return;
        }
        int status = edge.status(denied);
        long seconds = Denial.seconds(denied);
        response.resetBuffer();
        response.setStatus(status);
        response.setHeader("Cache-Control", "no-store");
        if (seconds > 0) {
            response.setHeader("Retry-After", Long.toString(seconds));
        }
        headers.write(response, denied, earlier);
        boolean head = request.getMethod().equals("HEAD");
        if (!handled(call, denied, response, head)) {
            builtIn(request, response, denied, head);
        }
    }

    private boolean handled(CallContext call, Decision.Denied denied, HttpServletResponse response, boolean head)
            throws IOException {
        Optional<DenialHandler> handler = edge.denialHandler();
        if (handler.isEmpty()) {
            return false;
        }
        DenialResponse answer = new DenialResponse(response, head);
        try {
            handler.get().handle(call, denied, answer);
            return true;
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "denialHandler failed; the built-in answer is given", e);
            return answer.committed();
        }
    }

    private void builtIn(HttpServletRequest request, HttpServletResponse response, Decision.Denied denied, boolean head)
            throws IOException, ServletException {
        DenialBody form = Accept.preferred(HttpCallContext.headers(request, "Accept"));
        Optional<String> page = denied.reason() == Decision.Reason.CHALLENGE_REQUIRED
                ? edge.pages().challenge()
                : edge.pages().denied();
        if (form == DenialBody.HTML && !head && page.isPresent()) {
            DeniedPage.forward(page.get(), request, response, Denial.of(denied, edge.status(denied)), () -> {
                missing(page.get());
                plain(response, denied, form, head);
            });
        } else {
            plain(response, denied, form, head);
        }
    }

    private void plain(HttpServletResponse response, Decision.Denied denied, DenialBody form, boolean head)
            throws IOException {
        DenialTexts told =
                switch (form) {
                    case PROBLEM -> problems;
                    case HTML -> pages;
                    case TEXT -> texts;
                };
        byte[] text = told.of(denied, edge.status(denied), Denial.seconds(denied));
        new DenialResponse(response, head).body(form.contentType(), text);
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
