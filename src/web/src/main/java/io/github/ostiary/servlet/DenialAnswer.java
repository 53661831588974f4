package io.github.ostiary.servlet;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.Quota;
import io.github.ostiary.http.DenialResponder;
import io.github.ostiary.http.QuotaHeaders;
import io.github.ostiary.http.WrittenAnswer;
import io.github.ostiary.setup.CurrentCall;
import io.github.ostiary.setup.EdgeSettings;
import io.github.ostiary.text.Log;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A denial as the filter answers it, for an edge behind the filter that has to answer itself. What is sent as headers has
 * been set on the response; status and body are handed over.
 *
 * @hidden
 */
public final class DenialAnswer {

    private static final System.Logger LOG = Log.of(DenialAnswer.class);

    private static final DenialResponder DEFAULT =
            new DenialResponder(EdgeSettings.USUAL, new QuotaHeaders(EdgeSettings.USUAL.headers()), null);

    private DenialAnswer() {}

    /**
     * Answers a denial.
     *
     * @param denied the denial
     * @param failure what was thrown
     * @param request the denied request; null if only this thread knows it
     * @param response its response; null with the request
     * @param produced media types that are meant by a caller who accepts whatever there is
     * @return status and body; never fails for what a caller sent
     */
    public static WrittenAnswer of(
            Decision.Denied denied,
            Throwable failure,
            @Nullable HttpServletRequest request,
            @Nullable HttpServletResponse response,
            List<String> produced) {
        CallContext known = CurrentCall.get();
        HttpServletRequest asked = known.unwrap(HttpServletRequest.class).orElse(request);
        HttpServletResponse answered = known.unwrap(HttpServletResponse.class).orElse(response);
        if (asked != null && answered != null) {
            CapturedResponse captured = new CapturedResponse(answered);
            try {
                deny(
                        denied,
                        failure,
                        known,
                        asked,
                        new ServletAnswer(new NegotiatedRequest(asked, produced), captured));
                return new WrittenAnswer(captured.getStatus(), captured.getContentType(), captured.body());
            } catch (IOException | ServletException | RuntimeException e) {
                LOG.log(System.Logger.Level.WARNING, "A denial is answered with its status only", e);
            }
        }
        return new WrittenAnswer(EdgeSettings.USUAL.status(denied), null, new byte[0]);
    }

    /**
     * Answers a denial where an application may have begun to write its answer.
     *
     * @param denied the denial
     * @param failure what was thrown
     * @param request the denied request
     * @param response not committed
     * @param produced media types that are meant by a caller who accepts whatever there is
     * @throws IOException if the caller has left
     */
    public static void write(
            Decision.Denied denied,
            Throwable failure,
            HttpServletRequest request,
            HttpServletResponse response,
            List<String> produced)
            throws IOException {
        WrittenAnswer answer = of(denied, failure, request, response, produced);
        response.resetBuffer();
        response.setStatus(answer.status());
        String type = answer.contentType();
        if (type != null) {
            response.setContentType(type);
        }
        response.setContentLength(answer.body().length);
        ServletAnswer.write(response, answer.body());
    }

    private static void deny(
            Decision.Denied denied,
            Throwable failure,
            CallContext known,
            HttpServletRequest request,
            ServletAnswer answer)
            throws IOException, ServletException {
        Deployment deployment = deployment(request);
        if (deployment == null) {
            answer.deny(DEFAULT, known, denied, List.of());
            return;
        }
        List<Quota> earlier =
                request.getAttribute(ServletAnswer.DECISION) instanceof Decision before ? before.quotas() : List.of();
        request.setAttribute(ServletAnswer.DECISION, denied);
        RequestHoldings holdings = RequestHoldings.of(request, deployment.holdingsName);
        if (holdings != null) {
            holdings.denying(deployment.edge().status(denied), failure);
        }
        CallContext call =
                known.path().isPresent() ? known : HttpCallContext.readable(request, answer.response, deployment);
        answer.deny(deployment.snapshot().responder, call, denied, earlier);
    }

    private static @Nullable Deployment deployment(HttpServletRequest request) {
        try {
            return DeployedGuard.asked(request.getServletContext()).deployment;
        } catch (IllegalStateException e) {
            return null;
        }
    }
}
