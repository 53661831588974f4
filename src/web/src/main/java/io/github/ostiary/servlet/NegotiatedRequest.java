package io.github.ostiary.servlet;

import io.github.ostiary.http.Accept;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/**
 * The view of a request by which the form of a denial is chosen: a caller who accepts anything gets the type that the
 * resource produces. {@code HEAD} gets a body too, which the server leaves out.
 */
final class NegotiatedRequest extends HttpServletRequestWrapper {

    private final List<String> produced;

    NegotiatedRequest(HttpServletRequest request, List<String> produced) {
        super(request);
        this.produced = produced;
    }

    @Override
    public String getMethod() {
        String method = super.getMethod();
        return method.equals("HEAD") ? "GET" : method;
    }

    @Override
    public Enumeration<String> getHeaders(String name) {
        return produced.isEmpty() || !name.equalsIgnoreCase("Accept")
                ? super.getHeaders(name)
                : Collections.enumeration(
                        Accept.of(ServletAnswer.lines((HttpServletRequest) getRequest(), name), produced));
    }
}
