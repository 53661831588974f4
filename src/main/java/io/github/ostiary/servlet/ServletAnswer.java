package io.github.ostiary.servlet;

import io.github.ostiary.edge.CallOutcome;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What signals may ask of a servlet's answer. */
record ServletAnswer(
        HttpServletRequest request,
        HttpServletResponse response,
        Optional<String> location,
        @Nullable SessionRenewal renewal)
        implements CallOutcome.Answer {

    @Override
    public String contextPath() {
        return request.getServletContext().getContextPath();
    }

    @Override
    public Collection<String> headers(String name) {
        return response.getHeaders(name);
    }

    @Override
    public boolean sessionRenewed() {
        return renewal != null && renewal.shows(response);
    }
}
