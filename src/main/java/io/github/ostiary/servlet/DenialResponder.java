package io.github.ostiary.servlet;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.DenialHandler;
import io.github.ostiary.Quota;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.setup.EdgeSettings;
import io.github.ostiary.text.Log;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The answer to denied callers: status and headers first, then the application's own body, or the form they accept. */
final class DenialResponder {

    private static final System.Logger LOG = Log.of(DenialResponder.class);

    private final EdgeSettings edge;
    private final QuotaHeaders headers;
    private final @Nullable Entrance entrance;

    private final DenialTexts problems = new DenialTexts(DenialBody.PROBLEM);
    private final DenialTexts pages = new DenialTexts(DenialBody.HTML);
    private final DenialTexts texts = new DenialTexts(DenialBody.TEXT);

    /** Pages of which it was said that they cannot be shown. */
    private final Set<String> missing = ConcurrentHashMap.newKeySet();

    /**
     * A responder.
     *
     * @param entrance that notes denials; null if none does
     */
    DenialResponder(EdgeSettings edge, QuotaHeaders headers, @Nullable Entrance entrance) {
        this.edge = edge;
        this.headers = headers;
        this.entrance = entrance;
    }

    /**
     * Answers a denied caller, unless another answer has begun to leave.
     *
     * @param earlier quotas of earlier decisions for the caller; empty if there are none
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
        response.setHeader(DenialResponse.CACHE_CONTROL, DenialResponse.NO_STORE);
        if (seconds > 0) {
            response.setHeader("Retry-After", DenialTexts.text(seconds));
        }
        headers.write(response, denied, earlier);
        @Nullable String reference = entrance == null ? null : entrance.reference(call, denied);
        if (reference != null) {
            request.setAttribute(OstiaryContext.REFERENCE, reference);
        }
        boolean head = request.getMethod().equals("HEAD");
        if (!handled(call, denied, response, head, reference)) {
            builtIn(request, response, head, denied, reference);
        }
    }

    private boolean handled(
            CallContext call,
            Decision.Denied denied,
            HttpServletResponse response,
            boolean head,
            @Nullable String reference)
            throws IOException {
        Optional<DenialHandler> handler = edge.denialHandler();
        if (handler.isEmpty()) {
            return false;
        }
        DenialResponse answer = new DenialResponse(response, head, reference);
        try {
            handler.get().handle(call, denied, answer);
            answer.referUnlessKept();
            return true;
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "denialHandler failed; the built-in answer is given", e);
            return answer.committed();
        }
    }

    private void builtIn(
            HttpServletRequest request,
            HttpServletResponse response,
            boolean head,
            Decision.Denied denied,
            @Nullable String reference)
            throws IOException, ServletException {
        DenialResponse.refer(response, reference);
        DenialBody form = Accept.preferred(request.getHeaders("Accept"));
        if (form == DenialBody.HTML && !head) {
            Optional<String> page = denied.reason() == Decision.Reason.CHALLENGE_REQUIRED
                    ? edge.pages().challenge()
                    : edge.pages().denied();
            if (page.isPresent()) {
                Denial denial = Denial.of(denied, edge.status(denied), reference);
                DeniedPage.forward(page.get(), request, response, denial, () -> {
                    missing(page.get());
                    plain(response, false, denied, form, reference);
                });
                return;
            }
        }
        plain(response, head, denied, form, reference);
    }

    private void plain(
            HttpServletResponse response,
            boolean head,
            Decision.Denied denied,
            DenialBody form,
            @Nullable String reference)
            throws IOException {
        DenialTexts chosen =
                switch (form) {
                    case PROBLEM -> problems;
                    case HTML -> pages;
                    case TEXT -> texts;
                };
        byte[][] text = chosen.of(denied, edge.status(denied), Denial.seconds(denied), reference);
        DenialResponse.write(response, head, form.contentType(), text);
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
