package io.github.ostiary.servlet;

import io.github.ostiary.edge.CallOutcome;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A servlet's answer, as far as signals may ask. */
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
