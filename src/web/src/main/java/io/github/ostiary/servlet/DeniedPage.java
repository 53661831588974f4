package io.github.ostiary.servlet;

import io.github.ostiary.http.Denial;
import io.github.ostiary.http.DenialBody;
import io.github.ostiary.http.DenialPage;
import io.github.ostiary.http.HttpAnswer;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The application's own page for denied browsers, forwarded to. The page sees a plain {@code GET}, so that a static one
 * answers a denied {@code POST} too and never {@code 304}, and it cannot change the status. An error is answered before
 * the forward returns: after that, containers take the response for finished.
 */
final class DeniedPage {

    static final String STATUS = "io.github.ostiary.status";
    static final String RETRY_AFTER_SECONDS = "io.github.ostiary.retryAfterSeconds";

    private DeniedPage() {}

    static void forward(DenialPage page, HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        DenialPage.Substitute substitute = page.substitute();
        Denial denial = page.denial();
        RequestDispatcher dispatcher = request.getRequestDispatcher(page.path());
        if (dispatcher == null) {
            substitute.answer();
            return;
        }
        request.setAttribute(STATUS, denial.status());
        denial.retryAfterSeconds().ifPresent(s -> request.setAttribute(RETRY_AFTER_SECONDS, s));
        if (response instanceof CapturedResponse captured) {
            include(dispatcher, request, captured, substitute, denial.reference() != null);
        } else {
            dispatcher.forward(
                    new PlainGet(request), new FixedStatus(response, substitute, denial.reference() != null));
        }
    }

    /** The page only writes, and its container answers: containers end a response that was forwarded. */
    private static void include(
            RequestDispatcher page,
            HttpServletRequest request,
            CapturedResponse response,
            DenialPage.Substitute substitute,
            boolean referred)
            throws IOException {
        response.setContentType(DenialBody.HTML.contentType());
        try {
            page.include(new PlainGet(request), new FixedStatus(response, substitute, referred));
        } catch (IOException | ServletException | RuntimeException e) {
            response.resetBuffer();
            substitute.answer();
        }
    }

    private static final class PlainGet extends UnconditionalRequest {

        PlainGet(HttpServletRequest request) {
            super(request);
        }

        @Override
        boolean hidesConditions() {
            return true;
        }

        @Override
        public String getMethod() {
            return "GET";
        }
    }

    private static final class FixedStatus extends HttpServletResponseWrapper {

        private final DenialPage.Substitute substitute;

        /** Whether the answer bears a reference, which is one caller's: then no cache may keep it for others. */
        private final boolean referred;

        FixedStatus(HttpServletResponse response, DenialPage.Substitute substitute, boolean referred) {
            super(response);
            this.substitute = substitute;
            this.referred = referred;
        }

        @Override
        public void setHeader(String name, @Nullable String value) {
            if (!makesKept(name, value)) {
                super.setHeader(name, value);
            }
        }

        @Override
        public void addHeader(String name, @Nullable String value) {
            if (!makesKept(name, value)) {
                super.addHeader(name, value);
            }
        }

        private boolean makesKept(String name, @Nullable String value) {
            return referred
                    && name.equalsIgnoreCase(HttpAnswer.CACHE_CONTROL)
                    && (value == null || !value.toLowerCase(Locale.ROOT).contains(HttpAnswer.NO_STORE));
        }

        @Override
        public void setStatus(int status) {}

        @Override
        public void sendError(int status) throws IOException {
            substitute.answer();
        }

        @Override
        public void sendError(int status, String message) throws IOException {
            substitute.answer();
        }
    }
}
