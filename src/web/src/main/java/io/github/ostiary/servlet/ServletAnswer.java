package io.github.ostiary.servlet;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.Quota;
import io.github.ostiary.http.DenialPage;
import io.github.ostiary.http.DenialResponder;
import io.github.ostiary.http.HttpAnswer;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answer to a servlet's request. */
class ServletAnswer implements HttpAnswer {

    /** The attribute of a request that has the decision on it. */
    static final String DECISION = "io.github.ostiary.decision";

    static final String REFERENCE = "io.github.ostiary.reference";

    final HttpServletRequest request;
    final HttpServletResponse response;

    ServletAnswer(HttpServletRequest request, HttpServletResponse response) {
        this.request = request;
        this.response = response;
    }

    /** Answers a denied caller, if need be by a page of the application's. */
    final void deny(DenialResponder responder, CallContext call, Decision.Denied denied, List<Quota> earlier)
            throws IOException, ServletException {
        DenialPage page = responder.deny(this, call, denied, earlier);
        if (page != null) {
            DeniedPage.forward(page, request, response);
        }
    }

    @Override
    public final boolean begin(int status) {
        if (response.isCommitted()) {
            return false;
        }
        response.resetBuffer();
        response.setStatus(status);
        return true;
    }

    @Override
    public final String context() {
        return request.getContextPath();
    }

    @Override
    public final void status(int status) {
        response.setStatus(status);
    }

    @Override
    public final void header(String name, String value) {
        response.setHeader(name, value);
    }

    @Override
    public final @Nullable String header(String name) {
        return response.getHeader(name);
    }

    @Override
    public final boolean isCommitted() {
        return response.isCommitted();
    }

    @Override
    public final List<String> accepted() {
        return lines(request, "Accept");
    }

    /** Lines of a request's header: mostly none, or one. */
    static List<String> lines(HttpServletRequest request, String name) {
        Enumeration<String> lines = request.getHeaders(name);
        if (lines == null || !lines.hasMoreElements()) {
            return List.of();
        }
        String first = lines.nextElement();
        if (!lines.hasMoreElements()) {
            return List.of(first);
        }
        List<String> all = new ArrayList<>(4);
        all.add(first);
        while (lines.hasMoreElements()) {
            all.add(lines.nextElement());
        }
        return all;
    }

    @Override
    public final boolean canBePage() {
        return !isHead();
    }

    private boolean isHead() {
        return request.getMethod().equals("HEAD");
    }

    @Override
    public final void refer(String reference) {
        request.setAttribute(REFERENCE, reference);
    }

    @Override
    public final void body(String contentType, byte[] text) throws IOException {
        response.setContentType(contentType);
        response.setContentLength(text.length);
        if (!isHead()) {
            write(response, text);
        }
    }

    /** An application that was denied half-way may have asked for its writer already. */
    static void write(HttpServletResponse response, byte[] text) throws IOException {
        try {
            response.getOutputStream().write(text);
        } catch (IllegalStateException e) {
            response.setContentLength(-1);
            response.getWriter().write(new String(text, StandardCharsets.UTF_8));
        }
    }
}
