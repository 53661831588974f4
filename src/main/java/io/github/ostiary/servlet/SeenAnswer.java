package io.github.ostiary.servlet;

import io.github.ostiary.Sighting;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;

/** What signals may ask of a servlet's answer. */
record SeenAnswer(HttpServletRequest request, Optional<String> location) implements Sighting.Answer {

    @Override
    public String contextPath() {
        return request.getServletContext().getContextPath();
    }
}
